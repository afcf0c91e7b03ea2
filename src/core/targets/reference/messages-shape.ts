import type { Block } from '../../model/block.ts';
import { asObject } from '../../model/json.ts';
import type { Turn } from '../../model/turn.ts';
import { jsonRef, textRef, type Wire, type WireObject } from '../../replay/wire.ts';

/** The keys of a recorded block that facts do not hold, as they were (large values as null). */
function extraOf(block: Block): WireObject {
  return asObject(block.detail?.extra) ?? {};
}

/**
 * What rules see of a recorded Messages block: its type, ids and names as they are, its texts and opaque values as references.
 * A key that the record does not have is absent here too.
 */
export function messagesShape(block: Block): WireObject {
  const { kind, nativeType: type, text, signature } = block;
  const named = { ...(block.callId === undefined ? {} : { id: block.callId }), ...(block.name === undefined ? {} : { name: block.name }) };
  switch (kind) {
    case 'text': return { type, text: textRef(text), ...extraOf(block) };
    case 'thinking': return { type, ...(text.at.length === 0 ? {} : { thinking: textRef(text) }), ...sealed(signature, 'signature'), ...extraOf(block) };
    case 'redacted-thinking': return { type, ...sealed(signature, 'data'), ...extraOf(block) };
    case 'tool-call': case 'server-tool-use': return { type, ...named, ...inputOf(block), ...extraOf(block) };
    case 'server-tool-result': return { type, ...(block.callId === undefined ? {} : { tool_use_id: block.callId }) };
    case 'image': case 'document': return { type, ...mediaShape(block), ...extraOf(block) };
    case 'compaction': return { type, ...(text.at.length === 0 ? {} : { content: textRef(text) }), ...extraOf(block) };
    case 'refusal': case 'opaque': return block.native === undefined || NO_TYPE.has(type) ? {} : { type, ...extraOf(block) };
  }
}

/** Stand-ins for a missing type tag: the value is no typed object. */
const NO_TYPE = new Set(['untyped', 'null', 'array', 'string', 'number', 'boolean', 'object', 'undefined']);

function sealed(signature: Block['signature'], key: string): WireObject {
  return signature === undefined || signature.value.at.length === 0 ? {} : { [key]: textRef(signature.value) };
}

/** The arguments of a recorded call: an object or any other value as it is, a string as text; absent where there are none. */
function inputOf({ text, detail }: Block): WireObject {
  if (text.at.length === 0) return {};
  return { input: detail?.input === 'string' ? textRef(text) : jsonRef(text) };
}

function mediaShape({ media, text }: Block): WireObject {
  if (media === undefined) return text.at.length === 0 ? {} : { source: { type: 'text', data: textRef(text) } };
  const value = textRef(media.value);
  const mediaType = media.mediaType === undefined ? {} : { media_type: media.mediaType };
  switch (media.where) {
    case 'data': return { source: { type: 'base64', ...mediaType, data: value } };
    case 'url': return { source: { type: 'url', url: value } };
    case 'absent': return { source: { type: 'file', file_id: value } };
  }
}

/** What rules see of a recorded `tool_result`, around the given content. */
export function resultShape(turn: Turn, content: Wire | undefined): WireObject {
  return {
    type: 'tool_result', ...(turn.callId === undefined ? {} : { tool_use_id: turn.callId }), ...(content === undefined ? {} : { content }),
    ...(turn.isError === undefined ? {} : { is_error: turn.isError }), ...asObject(turn.entries[0]?.detail?.resultExtra) ?? {},
  };
}
