import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import type { Turn } from '../../model/turn.ts';
import { nativeRef, textRef, type Wire, type WireObject } from '../../replay/wire.ts';
import { callInput } from '../reference/call-input.ts';
import { converseResultShape, converseShape } from '../reference/converse-shape.ts';
import { meaningOf, sendsInput } from '../reference/input-policy.ts';
import { hasBytes, NOT_IN_FILE, notInFile } from '../reference/media.ts';
import { converted, type DraftMark, type DraftNode, type DraftPart } from '../reference/message-draft.ts';
import { needsWellFormed, repairedText } from '../reference/repaired-text.ts';
import { messagesThinking, STRIPPED } from '../reference/thinking-carrier.ts';
import { flatName } from '../reference/tool-definitions.ts';
import type { Making, TurnForm } from '../reference/turn-drafts.ts';

const API = 'bedrock-converse';
const NAME = 'Bedrock Converse';
/** Formats that the API has for documents (SDK types, 2026-11), by media type. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf', 'text/csv': 'csv', 'text/html': 'html', 'text/plain': 'txt', 'text/markdown': 'md', 'application/msword': 'doc', 'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};
const IMAGES = new Set(['png', 'jpeg', 'gif', 'webp']);

/** How Converse's messages are written: keyed blocks, Claude's thinking as on its own API. */
export const converseForm: TurnForm = {
  api: API,
  nothing: { reason: 'Nothing of the turn is left to send; the API refuses an empty message.', rule: 'bedrock/content-empty' },
  resultsFirst: { reason: 'It stood between a call and its result; the results come first, so it is sent behind them.', rule: 'bedrock/tool-result-missing' },
  text: (text) => ({ text }),
  textPart,
  systemPart: (block) => ({ type: 'other', node: verbatim(block), ids: [block.id], block, marks: [] }),
  assistant: (turn, making) => turn.blocks.flatMap((block) => { const part = assistantPart(block, turn, making); return part === undefined ? [] : [part]; }),
  user: (turn, making) => turn.blocks.filter((block) => sendsInput(block, 'user', API, NAME, making.options, making.writer)).flatMap((block) => inputPart(block, turn, making)),
  result: (turn, making) => ({ part: resultPart(turn, making), behind: [] }),
};

/** A block as its record spells it. */
function verbatim(block: Block): DraftNode {
  return nativeRef(block.native!.at, converseShape(block));
}

function isOwn(block: Block): boolean {
  return block.native?.api === API;
}

function textPart(block: Block, { options }: Making): DraftPart {
  if (isOwn(block) && !needsWellFormed(block, options)) return { type: 'text', node: verbatim(block), ids: [block.id], block, marks: [] };
  const { text, marks } = repairedText(block, options);
  return { type: 'text', node: { text }, ids: [block.id], block, marks };
}

function assistantPart(block: Block, turn: Turn, making: Making): DraftPart | undefined {
  const { options, writer, model } = making;
  const omit = (why: Why): undefined => { writer.omit(block.id, why); return undefined; };
  const part = (type: DraftPart['type'], node: DraftNode, marks: readonly DraftMark[] = []): DraftPart => ({ type, node, ids: [block.id], block, turn, marks, ...(block.callId === undefined ? {} : { callId: block.callId }), ...(block.name === undefined ? {} : { name: block.name }) });
  switch (block.kind) {
    case 'text': return { ...textPart(block, making), turn };
    case 'thinking': case 'redacted-thinking': {
      if (options.thinking === 'strip') return omit(STRIPPED);
      // Unsigned reasoning of other models (gpt-oss) leaked into the answer when it was sent back (AI SDK 4.0.186 leaves it out).
      const sends = messagesThinking(block, model);
      if (sends !== true) return omit(sends);
      if (needsWellFormed(block, options)) return omit({ reason: 'The thinking holds an unpaired surrogate; it cannot be sent unchanged, so it is not sent.', rule: 'json/lone-surrogate' });
      return part('thinking', isOwn(block) ? verbatim(block) : thinkingNode(block));
    }
    case 'tool-call': {
      if (isOwn(block) && (options.mode === 'strict' || block.args === 'object' && !block.text.loneSurrogate)) return part('call', verbatim(block));
      const { input, marks } = callInput(block, options, 'bedrock/tool-input-not-object');
      return part('call', { toolUse: { toolUseId: block.callId ?? '', name: flatName(block.name ?? block.nativeType, block.namespace), input } }, marks);
    }
    case 'refusal': return part('text', { text: textRef(block.text) }, [converted('The API has no refusal block; its words are sent as text.')]);
    case 'image': case 'document': case 'server-tool-use': case 'server-tool-result': case 'compaction': case 'opaque': return isOwn(block) ? part('other', verbatim(block)) : omit(meaningOf(block));
  }
}

function thinkingNode(block: Block): WireObject {
  const value = textRef(block.signature!.value);
  return { reasoningContent: block.kind === 'thinking' ? { reasoningText: { text: textRef(block.text), signature: value } } : { redactedContent: value } };
}

function inputPart(block: Block, turn: Turn, making: Making): readonly DraftPart[] {
  if (block.kind === 'text') return [{ ...textPart(block, making), turn }];
  const part = (type: DraftPart['type'], node: DraftNode, ...marks: DraftMark[]): DraftPart => ({ type, node, ids: [block.id], block, turn, marks });
  if (isOwn(block)) return [part('other', verbatim(block))];
  if (!hasBytes(block)) return [part('text', { text: notInFile(block) }, { op: 'converted', why: NOT_IN_FILE })];
  const node = mediaNode(block);
  if (node !== undefined) return [part('other', node, converted('The image or document is written in the form of the API.'))];
  making.writer.omit(block.id, { reason: 'The API takes bytes of its own formats only, no address and no other type.', rule: 'reference/content-not-representable' });
  return [];
}

function mediaNode({ media, text, kind }: Block): WireObject | undefined {
  if (media === undefined) return { text: textRef(text) };
  if (media.where !== 'data') return undefined;
  const bytes = textRef(media.value);
  if (kind === 'image') {
    const format = (media.mediaType ?? 'image/png').replace(/^image\//, '').replace('jpg', 'jpeg');
    return IMAGES.has(format) ? { image: { format, source: { bytes } } } : undefined;
  }
  const format = DOCUMENTS[media.mediaType ?? 'application/pdf'];
  return format === undefined ? undefined : { document: { format, name: documentName(media.detail?.filename), source: { bytes } } };
}

/** Letters, digits, spaces, hyphens and brackets only (API reference, 2026-11). */
function documentName(name: unknown): string {
  const cleaned = typeof name === 'string' ? name.replace(/\.[a-z0-9]+$/i, '').replace(/[^A-Za-z0-9()[\] -]+/g, '-').replace(/ +/g, ' ').slice(0, 200) : '';
  return cleaned === '' ? 'document' : cleaned;
}

/** A tool result. Emptied of all that may not stand in it, it stays, with `content: []`: without it the call has no answer. */
function resultPart(turn: Turn, making: Making): DraftPart {
  const { options, writer } = making;
  const entry = turn.entries[0];
  const sent = turn.blocks.filter((block) => sendsInput(block, 'tool-result', API, NAME, options, writer));
  const parts = sent.flatMap((block) => inputPart(block, turn, making));
  const children = parts.map((part) => ({ node: part.node, ids: part.ids, marks: part.marks }));
  const content: Wire = children.map((child) => child.node);
  const around = { type: 'result' as const, ids: [], turn, marks: [], children, ...(turn.callId === undefined ? {} : { callId: turn.callId }), ...(turn.toolName === undefined ? {} : { name: turn.toolName }) };
  if (entry?.native?.api === API && parts.length === turn.blocks.length && !turn.blocks.some((block) => needsWellFormed(block, options))) {
    const shape = converseResultShape(entry).toolResult as WireObject;
    // The content of a malformed result is a value of its own, not a list.
    const list = turn.blocks.every((block) => block.native !== undefined);
    return { ...around, node: nativeRef(entry.source, { toolResult: { ...shape, ...(list ? { content } : children[0] === undefined ? {} : { content: children[0].node }) } }) };
  }
  const status = turn.isError === undefined ? {} : { status: turn.isError ? 'error' : 'success' };
  return { ...around, node: { toolResult: { toolUseId: turn.callId ?? '', content, ...status } } };
}
