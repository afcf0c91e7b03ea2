import { isBound } from '../../model/signature.ts';
import type { Turn } from '../../model/turn.ts';
import { activeTurns, type Conversation } from '../../turns/conversation.ts';
import { SILENT_AGENT, spokenAgentMessage } from '../reference/agent-message.ts';
import { behindResults, type Ordered } from '../reference/call-order.ts';
import { assistantPieces, messageExtra, ownText, resultPiece, systemPieces, userPieces, type Making } from './blocks.ts';
import type { Draft, Mark, Piece } from './draft.ts';

const MOVED: Mark = { op: 'moved', why: { reason: 'It stood between a call and its result; the results come first, so it is sent behind them.', rule: 'anthropic/tool-result-not-first' } };
const DEVELOPER: Mark = { op: 'converted', why: { reason: 'Developer text goes into the system field.' } };
const BASE: Mark = { op: 'kept', why: { reason: 'Recorded base instructions; the client is known to send a text of its own for the model.', rule: 'reference/base-instructions' } };
const NOTHING = { reason: 'Nothing of the turn is left to send; the API refuses an empty message.', rule: 'anthropic/message-empty-content' };

/** The messages of a conversation before placement of later system texts and before repair, and the top-level system text. */
export interface Drafted { readonly system: readonly Piece[]; readonly drafts: Draft[] }

/**
 * One message per response; the results of one batch in one user message; every other turn a message of its own, unless its
 * record was one message. Adjacent messages of one role are left to the API, which merges them.
 */
export function draftMessages(conversation: Conversation, making: Making): Drafted {
  const system: Piece[] = [...systemPieces(conversation.recorded.system, undefined, making, [BASE], 'field')];
  const drafts: Draft[] = [];
  const segment = new Segment(making);
  for (const ordered of behindResults(activeTurns(conversation), making.options.mode === 'repair')) {
    const { turn } = ordered;
    if (isSystem(turn) && drafts.length === 0) { system.push(...leading(turn, making)); continue; }
    if (turn.role === 'assistant') segment.end();
    const made = draftOf(ordered, making);
    segment.saw(turn, made !== undefined);
    if (made === undefined) continue;
    const open = drafts[drafts.length - 1];
    if (open !== undefined && joins(open, made)) open.pieces.push(...made.pieces);
    else drafts.push(made);
  }
  segment.end();
  return { system, drafts };
}

function isSystem(turn: Turn): boolean {
  return turn.role === 'system' || turn.role === 'developer';
}

function leading(turn: Turn, making: Making): readonly Piece[] {
  if (turn.blocks.length === 0) making.writer.omit(turn.id, { reason: 'An empty system text is not sent.' });
  return systemPieces(turn.blocks, turn, making, turn.role === 'developer' ? [DEVELOPER] : [], 'field');
}

function draftOf({ turn, moved }: Ordered, making: Making): Draft | undefined {
  const recorded = recordedOf(turn);
  const around = recorded === undefined ? {} : { recorded };
  switch (turn.role) {
    case 'assistant': {
      // An empty assistant message is only sent where the record is such a message: no other format means one by it.
      if (turn.blocks.length === 0) return empty('assistant', turn, recorded, making);
      const pieces = [...assistantPieces(turn, making)];
      return pieces.length === 0 ? undefined : { role: 'assistant', pieces, ...around };
    }
    case 'toolResult': return { role: 'user', pieces: [resultPiece(turn, making)], ...around };
    case 'user': {
      if (turn.blocks.length === 0) making.writer.omit(turn.id, NOTHING);
      const pieces = agentBoundary(turn, userPieces(spokenAgentMessage(turn, making.writer), making));
      return pieces.length === 0 ? undefined : { role: 'user', pieces: moved ? pieces.map((p) => ({ ...p, marks: [...p.marks, MOVED] })) : [...pieces], ...around };
    }
    case 'system': case 'developer': {
      if (turn.blocks.length === 0) return empty('system', turn, recorded, making);
      const pieces = systemPieces(turn.blocks, turn, making, moved ? [MOVED] : [], 'message');
      return pieces.length === 0 ? undefined : { role: 'system', pieces: [...pieces], ...around };
    }
  }
}

/** An agent message that the API can carry nothing of still parts the responses beside it: they must never become one. */
function agentBoundary(turn: Turn, pieces: readonly Piece[]): readonly Piece[] {
  if (turn.kind !== 'agent-message' || pieces.length > 0) return pieces;
  return [{ type: 'text', node: ownText(SILENT_AGENT), ids: [], marks: [], turn, inserted: { reason: 'Nothing of the agent message can be sent; this keeps the responses beside it apart.', rule: 'reference/agent-message-boundary' } }];
}

function empty(role: Draft['role'], turn: Turn, recorded: Draft['recorded'], { writer }: Making): Draft | undefined {
  if (recorded !== undefined) return { role, pieces: [], empty: turn.id, recorded };
  writer.omit(turn.id, NOTHING);
  return undefined;
}

/** The message of a Messages body that a turn is (a part of). */
function recordedOf(turn: Turn): Draft['recorded'] {
  const entry = turn.entries[0];
  if (entry?.native?.api !== 'anthropic-messages' || typeof entry.detail?.message !== 'number') return undefined;
  return { key: `${entry.source.file}/${entry.source.record}`, at: { ...entry.source, pointer: '' }, extra: messageExtra(turn) };
}

/** Two drafts are one message: they were one in the record, or they are the results of one batch. */
function joins(open: Draft, next: Draft): boolean {
  if (open.role !== 'user' || next.role !== 'user') return false;
  if (open.recorded !== undefined || next.recorded !== undefined) return open.recorded?.key === next.recorded?.key;
  // A draft of no recorded message is all results or none: the first piece tells.
  return open.pieces[0]?.type === 'result' && next.pieces[0]?.type === 'result';
}

/** Blocks of thinking that the API binds to their place. */
export function isBoundThinking(piece: Piece): boolean {
  return piece.type === 'thinking' && isBound(piece.block?.signature);
}

/**
 * What stands between two assistant turns. A system update inside the history is anchored to the user input beside it: where
 * all of that input is omitted the update would stand behind an assistant turn that it did not follow, so it is refused,
 * before another assistant turn and at the end alike. An update without any user input stays in its place.
 */
class Segment {
  private update: string | undefined;
  private retained = false;
  private omitted = false;

  constructor(private readonly making: Making) {}

  saw(turn: Turn, sent: boolean): void {
    if (turn.role === 'assistant') return;
    if (isSystem(turn)) { if (sent) this.update ??= turn.blocks[0]?.id ?? turn.id; }
    else if (sent) this.retained = true;
    else if (turn.kind !== 'compaction') this.omitted = true;
  }

  end(): void {
    if (this.update !== undefined && this.omitted && !this.retained) {
      this.making.writer.reject(this.update, 'UNSUPPORTED_CONTENT', 'Anthropic Messages cannot represent system update without a preceding user or tool-result turn');
    }
    this.update = undefined;
    this.retained = false;
    this.omitted = false;
  }
}
