import type { Block } from '../../model/block.ts';
import type { Entry } from '../../model/turn.ts';
import { jsonRef, textRef, type RefNode, type WireObject } from '../../replay/wire.ts';
import { messagesShape } from './messages-shape.ts';

/** What rules see of a recorded Chat message around its content: role, pairing, and other members as they are. */
export function chatMessageShape(entry: Entry): WireObject {
  const { role, extra } = entry.detail ?? {};
  return {
    ...(typeof role === 'string' ? { role } : {}), ...(entry.detail?.content === 'null' ? { content: null } : entry.detail?.content === 'array' ? { content: [] } : {}), ...(entry.role === 'toolResult' && role === 'tool' && entry.callId !== undefined ? { tool_call_id: entry.callId } : {}),
    ...extra as WireObject | undefined,
  };
}

/** What rules see of one recorded block of a Chat message, wherever in the message it stands. */
export function chatShape(block: Block): WireObject | RefNode {
  const { kind, nativeType, text, signature } = block;
  switch (kind) {
    case 'thinking': case 'redacted-thinking': {
      if (block.native?.api === 'anthropic-messages') return messagesShape(block);
      if (block.native === undefined) return block.source.pointer.endsWith('/reasoning_opaque') ? textRef(signature!.value) : textRef(text);
      const key = nativeType === 'reasoning.summary' ? 'summary' : 'text';
      const words = text.at.length === 0 || nativeType === 'thinking' ? {} : { [key]: textRef(text) };
      return { type: nativeType, ...words, ...(signature === undefined || signature.value.at.length === 0 ? {} : { [nativeType === 'reasoning.encrypted' ? 'data' : 'signature']: textRef(signature.value) }) };
    }
    case 'tool-call': return callShape(block);
    case 'text': return block.native === undefined ? textRef(text) : { type: nativeType, text: textRef(text) };
    case 'refusal': return block.native === undefined ? textRef(text) : { type: nativeType, refusal: textRef(text) };
    default: return block.native === undefined ? {} : { type: nativeType };
  }
}

function callShape({ callId, name, text, nativeType, detail }: Block): WireObject {
  const id = detail?.madeId === true || callId === undefined ? {} : { id: callId };
  const named = name === undefined ? {} : { name };
  if (nativeType === 'function_call') return { ...named, arguments: textRef(text) };
  if (nativeType === 'custom_tool_call') return { ...id, type: 'custom', custom: { ...named, input: textRef(text) } };
  return { ...id, type: nativeType, function: { ...named, ...(text.at.length === 0 ? {} : { arguments: detail?.spelled === true ? jsonRef(text) : textRef(text) }) } };
}
