import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import type { Turn } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import { literal, textRef, type RefNode, type Wire, type WireObject } from '../../replay/wire.ts';
import { SILENT_AGENT, spokenAgentMessage } from '../reference/agent-message.ts';
import { meaningOf, sendsInput } from '../reference/input-policy.ts';
import { addressOf, hasBytes, NOT_IN_FILE, notInFile } from '../reference/media.ts';
import { converted, omitPart, placeMarked, type DraftMark, type DraftPart } from '../reference/message-draft.ts';
import { repairedText } from '../reference/repaired-text.ts';
import { STRIPPED } from '../reference/thinking-carrier.ts';
import { flatName } from '../reference/tool-definitions.ts';

export interface MistralMaking { readonly options: ReplayOptions; readonly writer: RequestWriter }

/** One message of the request before it is placed. Repair may change ids, add messages and turn results into text. */
export interface MistralDraft {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly parts: readonly DraftPart[];
  readonly calls: readonly MistralCall[];
  readonly callId?: string;
  readonly name?: string;
  readonly turn?: Turn;
  /** A message that stands in no turn. */
  readonly inserted?: Why;
}
/** A call of an assistant message: its part, and its id on the wire. */
export interface MistralCall { readonly id: string; readonly part: DraftPart }

const API = 'mistral-chat';
const NAME = 'Mistral';
const NO_FLAG: DraftMark = { op: 'kept', why: { reason: 'Sent as recorded; the API has no field for the error flag of the result.' } };
const REORDERED: DraftMark = { op: 'moved', why: { reason: 'The API has no order between content and calls of a message: the content stands in front of them.' } };
const DEVELOPER = converted('The API has no developer role; the text is sent as a system message.');

/** A text chunk, remembered as text so that a single one is string content. */
function textPart(block: Block, { options }: MistralMaking, marks: readonly DraftMark[] = []): DraftPart {
  const made = repairedText(block, options);
  return { type: 'text', node: { type: 'text', text: made.text }, ids: [block.id], block, marks: [...marks, ...made.marks] };
}

/** A system message in its place. Text only. */
export function systemDraft(turn: Turn | undefined, blocks: readonly Block[], marks: readonly DraftMark[], making: MistralMaking): MistralDraft | undefined {
  const parts: DraftPart[] = [];
  for (const block of blocks) {
    if (block.kind === 'text') parts.push(textPart(block, making, [...marks, ...(turn?.role === 'developer' ? [DEVELOPER] : [])]));
    else making.writer.omit(block.id, block.kind === 'opaque' || block.kind === 'compaction' ? meaningOf(block) : { reason: 'A system text cannot hold this.', rule: 'reference/system-not-text' });
  }
  if (parts.length === 0 && turn?.blocks.length === 0) making.writer.omit(turn.id, { reason: 'An empty system text is not sent.' });
  return parts.length === 0 ? undefined : { role: 'system', parts, calls: [], ...(turn === undefined ? {} : { turn }) };
}

/** A user message; emptied of what may not stand in it, it goes out as `""`. */
export function userDraft(turn: Turn, marks: readonly DraftMark[], making: MistralMaking): MistralDraft {
  const { options, writer } = making;
  const parts = spokenAgentMessage(turn, writer).blocks.filter((block) => sendsInput(block, 'user', API, NAME, options, writer)).map((block) => inputPart(block, making, marks));
  if (parts.length > 0 || turn.kind !== 'agent-message') return { role: 'user', turn, parts, calls: [] };
  return { role: 'user', turn, calls: [], parts: [{ type: 'text', node: { type: 'text', text: literal(SILENT_AGENT) }, ids: [], marks: [], inserted: { reason: 'Nothing of the agent message can be sent; this keeps the responses beside it apart.', rule: 'reference/agent-message-boundary' } }] };
}

function inputPart(block: Block, making: MistralMaking, marks: readonly DraftMark[]): DraftPart {
  if (block.kind === 'text') return textPart(block, making, marks);
  if (!hasBytes(block)) return { type: 'text', node: { type: 'text', text: notInFile(block) }, ids: [block.id], block, marks: [...marks, { op: 'converted', why: NOT_IN_FILE }] };
  const { media } = block;
  const form = converted('The image or document is written in the form of the API.');
  const node: WireObject = media === undefined ? { type: 'text', text: textRef(block.text) } : block.kind === 'image' ? { type: 'image_url', image_url: addressOf(media, 'image/png') } : { type: 'document_url', document_url: addressOf(media, 'application/pdf') };
  return { type: media === undefined ? 'text' : 'other', node, ids: [block.id], block, marks: [...marks, form] };
}

/** A tool message, `""` when nothing may stand in it. */
export function toolDraft(turn: Turn, making: MistralMaking): MistralDraft {
  const marks = turn.isError === true ? [NO_FLAG] : [];
  const parts = turn.blocks.filter((block) => sendsInput(block, 'tool-result', API, NAME, making.options, making.writer)).map((block) => inputPart(block, making, marks));
  return { role: 'tool', turn, parts, calls: [], callId: turn.callId ?? '', ...(turn.toolName === undefined ? {} : { name: turn.toolName }) };
}

/** An assistant message, or undefined where nothing of the turn can be sent. */
export function assistantDraft(turn: Turn, making: MistralMaking): MistralDraft | undefined {
  const { options, writer } = making;
  const parts: DraftPart[] = [];
  const calls: MistralCall[] = [];
  for (const block of turn.blocks) {
    const late = calls.length > 0 ? [REORDERED] : [];
    switch (block.kind) {
      case 'text': parts.push(textPart(block, making, late)); break;
      case 'refusal': parts.push({ type: 'text', node: { type: 'text', text: textRef(block.text) }, ids: [block.id], block, marks: [...late, converted('The API has no refusal chunk; its words are sent as text.')] }); break;
      case 'thinking': case 'redacted-thinking': {
        const sends = options.thinking === 'strip' ? STRIPPED : mistralThinking(block, turn);
        if (sends !== true) { writer.omit(block.id, sends); break; }
        const made = repairedText(block, options);
        parts.push({ type: 'thinking', node: { type: 'thinking', thinking: [{ type: 'text', text: made.text }] }, ids: [block.id], block, marks: [...late, ...made.marks] });
        break;
      }
      case 'tool-call': calls.push({ id: block.callId ?? '', part: callPart(block, making) }); break;
      default: writer.omit(block.id, meaningOf(block));
    }
  }
  if (turn.blocks.length === 0) writer.omit(turn.id, { reason: 'Nothing of the turn is left to send.' });
  return parts.length === 0 && calls.length === 0 ? undefined : { role: 'assistant', turn, parts, calls };
}

/** Mistral's own reasoning goes back as a chunk; another provider's does not, and is never turned into text. */
function mistralThinking(block: Block, turn: Turn): true | Why {
  const own = block.kind === 'thinking' && (turn.response?.api === API || block.native?.api === 'openai-chat' && block.nativeType === 'thinking');
  if (own) return true;
  return block.signature === undefined || block.signature.state === 'unsigned' ? { reason: 'Reasoning that is not known to be Mistral\'s is not sent, and never turned into text.', rule: 'reference/thinking-unsigned' }
    : { reason: 'Thinking of another provider is not sent, and never turned into text.', rule: 'reference/thinking-foreign' };
}

function callPart(block: Block, { options }: MistralMaking): DraftPart {
  const name = flatName(block.name ?? block.nativeType, block.namespace);
  const { text, marks } = repairedText(block, options);
  const free = block.nativeType === 'custom_tool_call';
  // Free text goes into an argument of its own, spelled as JSON when the request is written.
  const spelled: Wire = free ? { input: text } : text;
  const form: readonly DraftMark[] = free ? [converted('The API has no free-text tools; the text is sent as the argument "input".')] : [];
  return { type: 'call', node: { type: 'function', function: { name, arguments: spelled } }, ids: [block.id], block, marks: [...form, ...marks] };
}

/** Places a message. One text is string content; several chunks stay chunks, in order; none is `""`. */
export function commitMistral(draft: MistralDraft, writer: RequestWriter): Wire {
  const { role, parts, calls, turn } = draft;
  const message: { [key: string]: Wire } = { role };
  if (draft.callId !== undefined) message.tool_call_id = draft.callId;
  if (draft.name !== undefined && role === 'tool') message.name = draft.name;
  const [only] = parts;
  const text = parts.length === 1 && only?.type === 'text' ? (only.node as WireObject).text as RefNode : undefined;
  if (text !== undefined) message.content = put(text, only!, writer);
  else if (parts.length > 0) message.content = parts.map((part) => put(part.node, part, writer));
  else message.content = '';
  if (calls.length > 0) message.tool_calls = calls.map(({ id, part }) => put({ id, ...part.node as WireObject }, part, writer));
  if (draft.inserted !== undefined) return writer.insert(message, draft.inserted);
  if (turn !== undefined && parts.length === 0 && calls.length === 0) {
    if (turn.blocks.length === 0) writer.place(message, [turn.id]); else writer.hold(message, turn.id);
  } else writer.frame(message);
  return message;
}

function put(node: DraftPart['node'], part: DraftPart, writer: RequestWriter): Wire {
  if (part.inserted !== undefined) return writer.insert(node, part.inserted);
  placeMarked(node, part.ids, part.marks, writer);
  return node;
}

/** Turns a tool message without a call into user text with a line that says so. */
export function asUser(draft: MistralDraft, why: Why, writer: RequestWriter): MistralDraft {
  const head: DraftPart = { type: 'text', node: { type: 'text', text: literal(`[tool result without a call in front of it: ${draft.callId ?? ''}]`) }, ids: [], marks: [], inserted: why };
  if (draft.turn?.blocks.length === 0) omitPart({ type: 'result', node: {}, ids: [], marks: [], turn: draft.turn, children: [] }, why, writer);
  return { role: 'user', calls: [], parts: [head, ...draft.parts.map((part) => ({ ...part, marks: [...part.marks, { op: 'converted' as const, why }] }))], ...(draft.turn === undefined ? {} : { turn: draft.turn }) };
}
