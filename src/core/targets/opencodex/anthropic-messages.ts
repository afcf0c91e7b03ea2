import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import type { Recorded } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { derivedRef, joinRef, literal, type RefNode, type Wire, type WireObject } from '../../replay/wire.ts';
import { inputBlock, mediaWire, thinkingBlocks } from './anthropic-blocks.ts';
import { draftBlock, type DraftBlock, type DraftMessage } from './anthropic-draft.ts';
import type { AssistantMessage, CallPart, InputPart, Mark, Parsed, TextPart, ThinkingPart, ToolResultMessage, UserMessage } from './message.ts';
import { omitAll } from './place.ts';
import { searchResult } from './search-result.ts';
import { toolIds, type ToolIds } from './tool-id.ts';
import { callName, wireName } from './tools.ts';
import { weldedMark } from './welded.ts';

/** Placeholders of opencodex 2.63.0, as recorded. */
export const MISSING_RESULT = '[missing tool_result for this tool_use in history]';
export const EMPTY_RESULT = '(empty tool output)';
export const EMPTY_USER = '(empty)';
export const CONTINUE = '(continue)';

const DEVELOPER: Mark = { op: 'converted', why: { reason: 'Anthropic has no developer role: sent as a user message.' } };
const REORDERED = 'opencodex/blocks-reordered';
const SPLIT = 'opencodex/tool-pair-split';

/** The messages of the request as drafts. Blocks that are not sent are omitted here, each with its reason. */
export function draftMessages(parsed: Parsed, recorded: Recorded, writer: RequestWriter): readonly DraftMessage[] {
  const { messages } = parsed;
  const ids = toolIds(messages.flatMap((m) => m.role === 'assistant' ? m.parts.flatMap((p) => p.type === 'call' ? [p.callId] : []) : m.role === 'toolResult' ? [m.callId] : []));
  const answered = new Set(messages.flatMap((m) => m.role === 'toolResult' ? [m.callId] : []));
  const drafts: DraftMessage[] = [];
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at]!;
    if (message.role === 'toolResult') { drafts.push({ role: 'user', content: orphanContent(message) }); continue; }
    if (message.role !== 'assistant') { drafts.push({ role: 'user', content: userContent(message, writer) }); continue; }
    const { blocks, calls } = assistantContent(message, parsed, recorded, ids, writer);
    if (blocks.length === 0) continue;
    drafts.push({ role: 'assistant', content: blocks });
    if (calls.length === 0) continue;
    const results: ToolResultMessage[] = [];
    for (let next = messages[at + 1]; next?.role === 'toolResult'; next = messages[++at + 1]) results.push(next);
    drafts.push({ role: 'user', content: resultContent(results, calls, ids, answered) });
  }
  if (drafts[drafts.length - 1]?.role !== 'user') {
    drafts.push({ role: 'user', content: { text: literal(CONTINUE), ids: [], marks: [inserted('A request must not end with an assistant message: the client adds a user message.')] } });
  }
  return drafts;
}

function userContent(message: UserMessage, writer: RequestWriter): DraftMessage['content'] {
  const parts = message.role === 'developer' ? message.parts.map((part) => ({ ...part, marks: [...part.marks, DEVELOPER] })) : message.parts;
  const blocks = parts.map(inputBlock).filter((block): block is DraftBlock => block !== undefined);
  const only = parts[0];
  if (blocks.length > 0 && message.collapsed && only?.type === 'text') return { text: only.text, ids: only.ids, marks: only.marks };
  if (blocks.length > 0) {
    for (const part of parts) if (part.type === 'text' && part.state === 'empty') omitAll(part.ids, { reason: 'Empty text parts are left out.', rule: 'anthropic/text-empty' }, writer);
    return blocks;
  }
  const ids = [...(message.subject === undefined ? [] : [message.subject]), ...parts.flatMap((part) => part.ids)];
  const why: Why = { reason: 'Anthropic takes no empty text: the client sends a placeholder.', rule: 'anthropic/text-empty' };
  return { text: literal(EMPTY_USER), ids, marks: [{ op: 'converted', why }] };
}

/** Text and thinking first, calls behind them (the client's fix 620): what stood behind a call is moved. */
function assistantContent(message: AssistantMessage, parsed: Parsed, recorded: Recorded, ids: ToolIds, writer: RequestWriter): { readonly blocks: readonly DraftBlock[]; readonly calls: readonly { readonly id: string; readonly raw: string }[] } {
  const preface: DraftBlock[] = [];
  const uses: DraftBlock[] = [];
  const calls: { readonly id: string; readonly raw: string }[] = [];
  for (const part of message.parts) {
    const moved: readonly Mark[] = uses.length === 0 ? [] : [{ op: 'moved', why: { reason: 'The client sends text and thinking before all calls of a message.', rule: REORDERED } }];
    if (part.type === 'text') {
      if (part.state === 'empty') omitAll(part.ids, { reason: 'Empty text is left out.', rule: 'anthropic/text-empty' }, writer);
      else preface.push(draftBlock({ type: 'text', text: part.text }, part, moved));
    } else if (part.type === 'thinking') preface.push(...thinkingOf(part, writer).map((block) => ({ ...block, marks: [...block.marks, ...moved] })));
    else {
      const id = ids.of(part.callId);
      if (id === undefined) preface.push(textCall(part, moved));
      else { uses.push(toolUse(part, id, recorded)); calls.push({ id, raw: part.callId }); }
    }
  }
  return { blocks: welded([...preface, ...uses], parsed), calls };
}

function thinkingOf(part: ThinkingPart, writer: RequestWriter): readonly DraftBlock[] {
  const blocks = thinkingBlocks(part);
  for (const block of part.coalesced) writer.omit(block.id, unsigned(block));
  if (part.block !== undefined && !blocks.some((block) => block.type === 'thinking')) writer.omit(part.block.id, unsigned(part.block));
  return blocks;
}

function unsigned(block: Block): Why {
  const { signature } = block;
  if (signature?.state === 'encrypted') return { reason: 'Encrypted for OpenAI: the client sends no thinking without an Anthropic signature.', rule: 'anthropic/thinking-foreign-signature' };
  if (signature === undefined || signature.state === 'unsigned') return { reason: 'Without a signature: the client leaves such thinking out and never makes text of it.', rule: 'anthropic/thinking-signature-missing' };
  return { reason: 'The client does not take the value for an Anthropic signature (16 or more base64 characters, not an item id).', rule: 'anthropic/thinking-signature-malformed' };
}

function toolUse(part: CallPart, id: string, recorded: Recorded): DraftBlock {
  const name = callName(part, recorded);
  const marks: Mark[] = [];
  if (id !== part.callId) marks.push({ op: 'converted', why: { reason: 'Anthropic takes ids of up to 64 letters, digits, _ and -: the client rewrites this one, in its result too.' } });
  if (name !== part.name) marks.push({ op: 'converted', why: { reason: 'The namespace goes in front of the tool\'s name.' } });
  return draftBlock({ type: 'tool_use', id, name, input: part.input }, part, marks);
}

function textCall(part: CallPart, marks: readonly Mark[]): DraftBlock {
  const why: Why = { reason: 'A call without an id cannot be sent as a call: the client sends it as text.' };
  return draftBlock({ type: 'text', text: joinRef([literal(`[tool_use without a usable id: ${wireName(part.namespace, part.name)}]\n`), part.spelled]) }, part, [{ op: 'converted', why }, ...marks]);
}

/** Marks what lands in the message of another response. */
function welded(blocks: readonly DraftBlock[], parsed: Parsed): readonly DraftBlock[] {
  const first = blocks.find((block) => block.origin?.response !== undefined)?.origin;
  return blocks.map((block) => {
    const mark = weldedMark(first, block.origin, parsed);
    return mark === undefined ? block : { ...block, marks: [...block.marks, mark] };
  });
}

/** The user message behind calls: their results in order of arrival, placeholders for those that have none, strays as text. */
function resultContent(results: readonly ToolResultMessage[], calls: readonly { readonly id: string; readonly raw: string }[], ids: ToolIds, answered: ReadonlySet<string>): readonly DraftBlock[] {
  const wanted = new Set(calls.map((call) => call.id));
  const seen = new Set<string>();
  const blocks: DraftBlock[] = [];
  const strays: { readonly made: readonly DraftBlock[]; readonly before: number }[] = [];
  for (const result of results) {
    const id = ids.known(result.callId);
    if (id !== undefined && wanted.has(id) && !seen.has(id)) {
      seen.add(id);
      blocks.push(toolResult(result, id));
    } else strays.push({ made: orphanBlocks(result, id !== undefined && seen.has(id) ? DUPLICATE : undefined), before: blocks.length });
  }
  const answers = blocks.length;
  for (const { id, raw } of calls) {
    if (seen.has(id)) continue;
    seen.add(id);
    const why: Why = answered.has(raw) ? { reason: 'The result does not follow its call directly: the client answers the call with a placeholder.', rule: SPLIT }
      : { reason: 'The call has no result in the input: the client answers it with a placeholder.', rule: 'anthropic/tool-result-missing' };
    blocks.push(draftBlock({ type: 'tool_result', tool_use_id: id, content: literal(MISSING_RESULT), is_error: true }, { ids: [], marks: [{ op: 'converted', why }] }));
  }
  const moved: Mark = { op: 'moved', why: { reason: 'Text goes behind the results of the calls.' } };
  return [...blocks, ...strays.flatMap(({ made, before }) => before === answers ? made : made.map((block) => ({ ...block, marks: [...block.marks, moved] })))];
}

function toolResult(result: ToolResultMessage, id: string): DraftBlock {
  const idMarks: readonly Mark[] = id === result.callId ? [] : [{ op: 'converted', why: { reason: 'Its call\'s id is rewritten; the result follows it.' } }];
  if (result.made !== undefined) return searchBlock(result, id, idMarks);
  const texts = result.parts.filter((part): part is TextPart => part.type === 'text');
  const ids = [...(result.subject === undefined ? [] : [result.subject]), ...result.parts.flatMap((part) => part.ids)];
  const usable = result.parts.some((part) => part.type !== 'text') || texts.some((part) => part.state !== 'empty');
  const content: Wire = !usable ? literal(EMPTY_RESULT) : result.collapsed ? texts[0]!.text : result.parts.filter((part) => part.type !== 'text' || part.state !== 'empty').map(partWire);
  const marks = usable ? result.parts.flatMap((part) => part.marks) : [{ op: 'converted' as const, why: { reason: 'Anthropic takes no empty text: the client sends a placeholder as the result.', rule: 'anthropic/text-empty' } }];
  return draftBlock({ type: 'tool_result', tool_use_id: id, content }, { ids, marks }, idMarks);
}

function partWire(part: InputPart): WireObject {
  return part.type === 'text' ? { type: 'text', text: part.text } : part.type === 'video' ? { type: 'text', text: '[video]' } : mediaWire(part);
}

function searchBlock(result: ToolResultMessage, id: string, idMarks: readonly Mark[]): DraftBlock {
  const { at, ids } = result.made!;
  const all = [...(result.subject === undefined ? [] : [result.subject]), ...ids];
  const why: Why = { reason: 'The client writes the result of a tool search itself, from the tools in it; the tools join the request\'s.' };
  return {
    type: 'tool_result', ids: all, marks: [{ op: 'converted', why }, ...idMarks],
    make: (extra) => derivedRef([at], { type: 'tool_result', tool_use_id: id, content: literal('[opencodex text]'), ...extra }, ([item]) => {
      const { text, failed } = searchResult(item);
      return { type: 'tool_result', tool_use_id: id, content: text, ...(failed ? { is_error: true } : {}), ...extra };
    }),
  };
}

/** A result with no call right before it is sent as text; images of it stay images. */
function orphanContent(result: ToolResultMessage): DraftMessage['content'] {
  const blocks = orphanBlocks(result);
  const only = blocks[0];
  if (blocks.length > 1 || only === undefined || result.parts.some((part) => part.type !== 'text')) return blocks;
  return { text: orphanText(result), ids: only.ids, marks: only.marks };
}

const DUPLICATE: Why = { reason: 'A second result for one call: the client sends it as text.', rule: 'anthropic/tool-result-duplicate' };
const STRAY: Why = { reason: 'No call of this id stands before the result: the client sends it as text.', rule: 'anthropic/tool-result-orphan' };
const APART: Why = { reason: 'The result does not follow its call directly: the client sends it as text.', rule: SPLIT };

function orphanBlocks(result: ToolResultMessage, why: Why = result.called ? APART : STRAY): readonly DraftBlock[] {
  const texts = result.parts.filter((part): part is TextPart => part.type === 'text');
  const ids = [...(result.subject === undefined ? [] : [result.subject]), ...(result.made?.ids ?? []), ...texts.flatMap((part) => part.ids)];
  const mark: Mark = { op: 'converted', why };
  const media = result.parts.map((part) => part.type === 'text' ? undefined : inputBlock(part)).filter((block): block is DraftBlock => block !== undefined);
  return [draftBlock({ type: 'text', text: orphanText(result) }, { ids, marks: [mark, ...texts.flatMap((part) => part.marks)] }), ...media.map((block) => ({ ...block, marks: [...block.marks, mark] }))];
}

function orphanText(result: ToolResultMessage): RefNode {
  const label = result.toolName === '' ? result.callId : `${result.toolName} (${result.callId})`;
  const head = literal(`[tool_result without adjacent tool_use: ${label}]\n`);
  const texts = result.parts.filter((part): part is TextPart => part.type === 'text').map((part) => part.text);
  if (result.made !== undefined) return joinRef([head, derivedRef([result.made.at], literal('[opencodex text]'), ([item]) => literal(searchResult(item).text))]);
  return joinRef([head, joinRef(texts)]);
}

function inserted(reason: string): Mark {
  return { op: 'converted', why: { reason } };
}
