import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import type { Turn } from '../../model/turn.ts';
import { takesResponseParts } from '../../replay/gemini-model.ts';
import { jsonRef, joinRef, nativeRef, textRef, type Wire, type WireObject } from '../../replay/wire.ts';
import { callInput } from '../reference/call-input.ts';
import { geminiShape, responseShape } from '../reference/gemini-shape.ts';
import { meaningOf, sendsInput } from '../reference/input-policy.ts';
import { hasBytes, NOT_IN_FILE, notInFile } from '../reference/media.ts';
import { converted, type DraftChild, type DraftMark, type DraftNode, type DraftPart } from '../reference/message-draft.ts';
import { needsWellFormed, repairedText } from '../reference/repaired-text.ts';
import { STRIPPED } from '../reference/thinking-carrier.ts';
import { flatName } from '../reference/tool-definitions.ts';
import type { Making, TurnForm } from '../reference/turn-drafts.ts';

const API = 'gemini';
const NAME = 'Gemini';
const BEHIND: DraftMark = { op: 'moved', why: { reason: 'The model takes no media inside a function\'s response: it is sent in a content of its own behind the batch.', rule: 'gemini/response-media' } };
const JOINED: DraftMark = { op: 'merged', why: { reason: 'A function\'s response has one text: the texts of the result are joined in it.' } };

/** How Gemini's contents are written: signatures stand on their own parts or nowhere. */
export const geminiForm: TurnForm = {
  api: API,
  nothing: { reason: 'Nothing of the turn is left to send; the API refuses a content without parts.', rule: 'gemini/empty-parts' },
  resultsFirst: { reason: 'It stood between a call and its result; the results come first, so it is sent behind them.', rule: 'gemini/function-response-count' },
  text: (text) => ({ text }),
  textPart,
  systemPart: (block) => ({ type: 'other', node: verbatim(block), ids: [block.id], block, marks: [] }),
  assistant: (turn, making) => turn.blocks.flatMap((block) => { const part = assistantPart(block, turn, making); return part === undefined ? [] : [part]; }),
  user: (turn, making) => turn.blocks.filter((block) => sendsInput(block, 'user', API, NAME, making.options, making.writer)).map((block) => inputPart(block, turn, making)),
  result: resultPart,
};

/** A part as its record spells it. */
function verbatim(block: Block): DraftNode {
  return nativeRef(block.native!.at, geminiShape(block));
}

function isOwn(block: Block): boolean {
  return block.native?.api === API;
}

/** What another carrier holds as Gemini's signature of this very part (a call read from a compatible API, a pi block). */
function signatureMember(block: Block): WireObject {
  const { signature } = block;
  return signature?.kind === 'gemini-thought' && signature.state !== 'unsigned' ? { thoughtSignature: textRef(signature.value) } : {};
}

function textPart(block: Block, { options }: Making): DraftPart {
  if (isOwn(block) && !needsWellFormed(block, options)) return { type: 'text', node: verbatim(block), ids: [block.id], block, marks: [] };
  const { text, marks } = repairedText(block, options);
  // Words that were changed are not the ones that were signed.
  return { type: 'text', node: { text, ...(needsWellFormed(block, options) ? {} : signatureMember(block)) }, ids: [block.id], block, marks };
}

function assistantPart(block: Block, turn: Turn, making: Making): DraftPart | undefined {
  const { options, writer } = making;
  const omit = (why: Why): undefined => { writer.omit(block.id, why); return undefined; };
  const part = (type: DraftPart['type'], node: DraftNode, marks: readonly DraftMark[] = []): DraftPart => ({ type, node, ids: [block.id], block, turn, marks, ...(block.callId === undefined ? {} : { callId: block.callId }), ...(block.name === undefined ? {} : { name: block.name }) });
  switch (block.kind) {
    case 'text': return { ...textPart(block, making), turn };
    case 'thinking': case 'redacted-thinking': {
      if (options.thinking === 'strip') return omit(STRIPPED);
      const sends = geminiThinking(block);
      if (sends !== true) return omit(sends);
      if (needsWellFormed(block, options)) return omit({ reason: 'The thinking holds an unpaired surrogate; it cannot be sent unchanged, so it is not sent.', rule: 'json/lone-surrogate' });
      return part('thinking', isOwn(block) ? verbatim(block) : { text: textRef(block.text), thought: true, ...signatureMember(block) });
    }
    case 'tool-call': {
      if (isOwn(block) && (options.mode === 'strict' || block.args === 'object' && !block.text.loneSurrogate)) return part('call', verbatim(block));
      const { input, marks } = callInput(block, options, 'gemini/args-not-object');
      const id = isOwn(block) && block.detail?.madeId === true || block.callId === undefined ? {} : { id: block.callId };
      return part('call', { functionCall: { ...id, name: flatName(block.name ?? block.nativeType, block.namespace), args: input }, ...signatureMember(block) }, marks);
    }
    case 'refusal': return part('text', { text: textRef(block.text) }, [converted('The API has no refusal part; its words are sent as text.')]);
    case 'image': case 'document': case 'server-tool-use': case 'server-tool-result': case 'compaction': case 'opaque': return isOwn(block) ? part('other', verbatim(block)) : omit(meaningOf(block));
  }
}

/** Whether thinking goes to Gemini: its own, signed or not, and what another carrier holds as a signed thought of it. */
function geminiThinking(block: Block): true | Why {
  const { signature } = block;
  if (isOwn(block)) return true;
  if (signature === undefined || signature.state === 'unsigned') return { reason: 'Unsigned thinking is not sent: the API ignores it, and it is never turned into text.', rule: 'reference/thinking-unsigned' };
  if (signature.kind !== 'gemini-thought') return { reason: 'Thinking of another provider is not sent, and never turned into text.', rule: 'reference/thinking-foreign' };
  // OpenRouter hands a call's signature over as reasoning of its own; its part is not known here.
  return block.nativeType === 'reasoning.encrypted' ? { reason: 'The signature belongs to a part that the record does not name; it goes on its own part or not at all.', rule: 'reference/thinking-foreign' } : true;
}

function inputPart(block: Block, turn: Turn, making: Making): DraftPart {
  if (block.kind === 'text') return { ...textPart(block, making), turn };
  const part = (type: DraftPart['type'], node: DraftNode, ...marks: DraftMark[]): DraftPart => ({ type, node, ids: [block.id], block, turn, marks });
  if (isOwn(block)) return part('other', verbatim(block));
  if (!hasBytes(block)) return part('text', { text: notInFile(block) }, { op: 'converted', why: NOT_IN_FILE });
  return part('other', mediaPart(block), converted('The image or document is written in the form of the API.'));
}

function mediaPart({ media, text, kind }: Block): WireObject {
  if (media === undefined) return { text: textRef(text) };
  const mimeType = media.mediaType ?? (kind === 'document' ? 'application/pdf' : 'image/png');
  return media.where === 'url' ? { fileData: { mimeType, fileUri: textRef(media.value) } } : { inlineData: { mimeType, data: textRef(media.value) } };
}

/** A function's response. Emptied of all that may not stand in it, it stays with an empty output: without it the call has no answer. */
function resultPart(turn: Turn, making: Making): { readonly part: DraftPart; readonly behind: readonly DraftPart[] } {
  const { options, writer, model } = making;
  const entry = turn.entries[0];
  const sent = turn.blocks.filter((block) => sendsInput(block, 'tool-result', API, NAME, options, writer));
  const around = { type: 'result' as const, ids: [], turn, ...(turn.callId === undefined ? {} : { callId: turn.callId }), ...(turn.toolName === undefined ? {} : { name: turn.toolName }) };
  if (entry?.native?.api === API && sent.length === turn.blocks.length && !turn.blocks.some((block) => needsWellFormed(block, options))) return { part: { ...around, ...recordedResult(turn) }, behind: [] };
  const key = turn.isError === true ? 'error' : 'output';
  const texts: { readonly ref: ReturnType<typeof textRef>; readonly block: Block; readonly marks: readonly DraftMark[] }[] = [];
  const media: DraftPart[] = [];
  for (const block of sent) {
    if (block.kind === 'text') { const made = repairedText(block, options); texts.push({ ref: made.text, block, marks: made.marks }); }
    else if (!hasBytes(block)) texts.push({ ref: notInFile(block), block, marks: [{ op: 'converted', why: NOT_IN_FILE }] });
    else media.push(inputPart(block, turn, making));
  }
  const inside = takesResponseParts(model);
  const response: DraftNode | undefined = texts.length === 1 && texts[0]!.block.detail?.json === true ? jsonRef(texts[0]!.block.text) : undefined;
  const said = texts.length === 1 ? texts[0]!.ref : joinRef(texts.map((t) => t.ref), '\n');
  const children: DraftChild[] = texts.length === 0 ? [] : [{ node: response ?? said, ids: texts.map((t) => t.block.id), marks: [...texts.length > 1 ? [JOINED] : [], ...texts.flatMap((t) => t.marks)] }];
  if (inside) children.push(...media.map((part) => ({ node: part.node, ids: part.ids, marks: part.marks })));
  const content: Wire = response ?? { [key]: texts.length === 0 ? '' : said };
  const id = turn.callId === undefined || entry?.native?.api === API && entry.detail?.madeId === true ? {} : { id: turn.callId };
  const node = { functionResponse: { ...id, name: turn.toolName ?? '', response: content, ...(inside && media.length > 0 ? { parts: media.map((part) => part.node) } : {}) } };
  const form = converted('The result is written as a function\'s response.');
  return { part: { ...around, node, marks: entry?.native?.api === API ? [] : [form], children }, behind: inside ? [] : media.map((part) => ({ ...part, marks: [...part.marks, BEHIND] })) };
}

/** A recorded response part itself; its blocks stand where they stood. */
function recordedResult(turn: Turn): Pick<DraftPart, 'node' | 'marks' | 'children'> {
  const entry = turn.entries[0]!;
  const shape = responseShape(entry);
  const [key] = Object.keys(shape);
  const inner: { [name: string]: Wire | undefined } = { ...shape[key!] as WireObject };
  const children: DraftChild[] = [];
  const media: Wire[] = [];
  for (const block of turn.blocks) {
    const node = geminiShape(block);
    children.push({ node, ids: [block.id], marks: [] });
    if (block.native !== undefined) media.push(node);
    else inner.response = block.source.pointer.endsWith('/response') ? node : { [block.nativeType]: node };
  }
  if (media.length > 0) inner.parts = media;
  return { node: nativeRef(entry.source, { [key!]: inner }), marks: [], children };
}
