import type { Block } from '../../model/block.ts';
import type { Entry } from '../../model/turn.ts';
import { jsonRef, textRef, type RefNode, type WireObject } from '../../replay/wire.ts';

/** What rules see of a recorded part: its text, call and signature; an empty object for what is none of these. */
export function geminiShape(block: Block): WireObject | RefNode {
  const { kind, text, signature, nativeType } = block;
  const sealed = signature === undefined || signature.value.at.length === 0 ? {} : { thoughtSignature: textRef(signature.value) };
  switch (kind) {
    case 'text': return insideResponse(block) ? block.detail?.json === true ? jsonRef(text) : textRef(text) : { text: textRef(text), ...sealed };
    case 'thinking': return { text: textRef(text), thought: true, ...sealed };
    case 'tool-call': return { functionCall: { ...(block.detail?.madeId === true || block.callId === undefined ? {} : { id: block.callId }), ...(block.name === undefined ? {} : { name: block.name }), ...(text.at.length === 0 ? {} : { args: jsonRef(text) }) }, ...sealed };
    case 'image': case 'document': return { [nativeType]: { ...(block.media?.mediaType === undefined ? {} : { mimeType: block.media.mediaType }) }, ...sealed };
    default: return block.native === undefined ? {} : { ...(nativeType === 'part' ? {} : { [nativeType]: {} }), ...sealed };
  }
}

/** The text of a function's response, or a text given in a part's place, which stand in no part of their own. */
function insideResponse(block: Block): boolean {
  return block.native === undefined;
}

/** What rules see of a recorded `functionResponse` part around its content. */
export function responseShape(entry: Entry): WireObject {
  const key = entry.detail?.key === 'function_response' ? 'function_response' : 'functionResponse';
  return { [key]: { ...(entry.detail?.madeId === true || entry.callId === undefined ? {} : { id: entry.callId }), ...(entry.toolName === undefined ? {} : { name: entry.toolName }), ...(entry.detail?.form === 'empty' ? { response: {} } : {}) } };
}
