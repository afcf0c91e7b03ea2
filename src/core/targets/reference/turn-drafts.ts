import type { Api, Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import type { Turn } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import { literal, type RefNode, type WireObject } from '../../replay/wire.ts';
import { activeTurns, type Conversation } from '../../turns/conversation.ts';
import { SILENT_AGENT, spokenAgentMessage } from './agent-message.ts';
import { behindResults, type Ordered } from './call-order.ts';
import { meaningOf } from './input-policy.ts';
import { converted, ownPart, recordedMessage, type DraftMark, type DraftPart, type MessageDraft } from './message-draft.ts';

/** What a request is made with. */
export interface Making { readonly model: string; readonly options: ReplayOptions; readonly writer: RequestWriter }

/** How an API with a system field and two roles writes turns. What it does not send it decides. */
export interface TurnForm {
  readonly api: Api;
  /** Why a message with nothing in it is not sent. */
  readonly nothing: Why;
  /** Why results stand directly behind their calls. */
  readonly resultsFirst: Why;
  text(text: RefNode): WireObject;
  /** A text of the system field or of user input: the recorded part where it is one. */
  textPart(block: Block, making: Making): DraftPart;
  /** Other content that the system field itself was recorded with (cache points). */
  systemPart?(block: Block): DraftPart | undefined;
  assistant(turn: Turn, making: Making): readonly DraftPart[];
  user(turn: Turn, making: Making): readonly DraftPart[];
  /** The result, and content of it that has to stand in a user message behind the batch. */
  result(turn: Turn, making: Making): { readonly part: DraftPart; readonly behind: readonly DraftPart[] };
}

/** The messages of a conversation before repair, and the parts of the system field. */
export interface DraftedTurns { readonly system: readonly DraftPart[]; readonly drafts: MessageDraft[] }

const BASE: DraftMark = { op: 'kept', why: { reason: 'Recorded base instructions; the client is known to send a text of its own for the model.', rule: 'reference/base-instructions' } };
const DEVELOPER = converted('Developer text goes into the system field.');
const UPDATE = converted('The API takes no system text inside the history: it is sent as user text in its place.');

/**
 * One message per response; the results of one batch in one user message; every other turn a message of its own, unless its
 * record was one message. The leading run of system texts goes to the system field, later ones become user text in place.
 */
export function draftTurns(conversation: Conversation, form: TurnForm, making: Making): DraftedTurns {
  const { writer, options } = making;
  const system: DraftPart[] = [...systemParts(conversation.recorded.system, undefined, form, making, [BASE])];
  const drafts: MessageDraft[] = [];
  const ordered = behindResults(activeTurns(conversation), options.mode === 'repair');
  let behind: DraftPart[] = [];
  ordered.forEach((at, index) => {
    const { turn } = at;
    const head = (turn.role === 'system' || turn.role === 'developer') && drafts.length === 0;
    if (head) {
      if (turn.blocks.length === 0) writer.omit(turn.id, { reason: 'An empty system text is not sent.' });
      system.push(...systemParts(turn.blocks, turn, form, making, turn.role === 'developer' ? [DEVELOPER] : []));
      return;
    }
    const made = draftOf(at, form, making);
    if (made !== undefined) {
      behind.push(...made.behind);
      const open = drafts[drafts.length - 1];
      if (open !== undefined && joins(open, made.draft)) open.parts.push(...made.draft.parts);
      else drafts.push(made.draft);
    }
    if (behind.length > 0 && !resultFollows(ordered, index)) { drafts.push({ role: 'user', parts: behind }); behind = []; }
  });
  return { system, drafts };
}

function systemParts(blocks: readonly Block[], turn: Turn | undefined, form: TurnForm, making: Making, marks: readonly DraftMark[]): readonly DraftPart[] {
  const { writer } = making;
  return blocks.flatMap((block) => {
    const part = block.kind === 'text' ? form.textPart(block, making) : block.native?.api === form.api ? form.systemPart?.(block) : undefined;
    if (part === undefined) { writer.omit(block.id, block.kind === 'opaque' || block.kind === 'compaction' ? meaningOf(block) : { reason: 'A system text cannot hold this.', rule: 'reference/system-not-text' }); return []; }
    return [{ ...part, marks: [...part.marks, ...marks], ...(turn === undefined ? {} : { turn }) }];
  });
}

interface Made { readonly draft: MessageDraft; readonly behind: readonly DraftPart[] }

function draftOf({ turn, moved }: Ordered, form: TurnForm, making: Making): Made | undefined {
  const recorded = recordedMessage(turn, form.api);
  const around = recorded === undefined ? {} : { recorded };
  const alone = (draft: MessageDraft): Made => ({ draft, behind: [] });
  if (turn.role === 'toolResult') {
    const { part, behind } = form.result(turn, making);
    return { draft: { role: 'user', parts: [part], ...around }, behind };
  }
  const role = turn.role === 'assistant' ? 'assistant' : 'user';
  if (turn.blocks.length === 0) {
    // An empty message is only sent where the record is such a message: no other format means one by it.
    if (recorded !== undefined && turn.role !== 'system') return alone({ role, parts: [], empty: turn.id, recorded });
    making.writer.omit(turn.id, turn.role === 'system' || turn.role === 'developer' ? { reason: 'An empty system text is not sent.' } : form.nothing);
    return undefined;
  }
  if (turn.role === 'assistant') {
    const parts = form.assistant(turn, making);
    return parts.length === 0 ? undefined : alone({ role, parts: [...parts], ...around });
  }
  const marks: readonly DraftMark[] = moved ? [{ op: 'moved', why: form.resultsFirst }] : [];
  if (turn.role !== 'user') {
    const parts = systemParts(turn.blocks, turn, form, making, [UPDATE, ...marks]);
    return parts.length === 0 ? undefined : alone({ role: 'user', parts: [...parts] });
  }
  const parts = agentBoundary(turn, form.user(spokenAgentMessage(turn, making.writer), making), form);
  return parts.length === 0 ? undefined : alone({ role, parts: marks.length === 0 ? [...parts] : parts.map((part) => ({ ...part, marks: [...part.marks, ...marks] })), ...around });
}

/** An agent message that the API can carry nothing of still parts the responses beside it: they must never become one. */
function agentBoundary(turn: Turn, parts: readonly DraftPart[], form: TurnForm): readonly DraftPart[] {
  if (turn.kind !== 'agent-message' || parts.length > 0) return parts;
  return [ownPart(form.text(literal(SILENT_AGENT)), { reason: 'Nothing of the agent message can be sent; this keeps the responses beside it apart.', rule: 'reference/agent-message-boundary' })];
}

/** Two drafts are one message: they were one in the record, or they are the results of one batch. */
function joins(open: MessageDraft, next: MessageDraft): boolean {
  if (open.role !== 'user' || next.role !== 'user') return false;
  if (open.recorded !== undefined || next.recorded !== undefined) return open.recorded?.key === next.recorded?.key;
  return open.parts.every((part) => part.type === 'result') && next.parts.every((part) => part.type === 'result');
}

/** Another result of the same batch comes before the next assistant turn. */
function resultFollows(ordered: readonly Ordered[], index: number): boolean {
  for (let next = index + 1; next < ordered.length; next++) {
    const { role } = ordered[next]!.turn;
    if (role === 'assistant') return false;
    if (role === 'toolResult') return true;
  }
  return false;
}
