import type { Block } from '../../model/block.ts';
import type { Entry } from '../../model/turn.ts';
import { jsonRef, textRef, type RefNode, type WireObject } from '../../replay/wire.ts';

/** What rules see of a recorded Converse block: its texts, ids and opaque values; its one member for anything else. */
export function converseShape(block: Block): WireObject | RefNode {
  const { kind, text, signature, nativeType } = block;
  switch (kind) {
    case 'text': return nativeType === 'json' ? { json: jsonRef(text) } : { text: textRef(text) };
    case 'thinking': return { reasoningContent: { reasoningText: { ...(text.at.length === 0 ? {} : { text: textRef(text) }), ...(signature === undefined || signature.value.at.length === 0 ? {} : { signature: textRef(signature.value) }) } } };
    case 'redacted-thinking': return { reasoningContent: signature === undefined || signature.value.at.length === 0 ? {} : { redactedContent: textRef(signature.value) } };
    case 'tool-call': return { toolUse: { ...(block.callId === undefined ? {} : { toolUseId: block.callId }), ...(block.name === undefined ? {} : { name: block.name }), ...(text.at.length === 0 ? {} : { input: block.detail?.input === 'string' ? textRef(text) : jsonRef(text) }) } };
    default: return block.native === undefined || nativeType === 'block' ? {} : { [nativeType]: {} };
  }
}

/** What rules see of a recorded `toolResult` around its content. */
export function converseResultShape(entry: Entry): WireObject {
  const { status } = entry.detail ?? {};
  return { toolResult: { ...(entry.callId === undefined ? {} : { toolUseId: entry.callId }), ...(entry.blocks.length === 0 ? { content: [] } : {}), ...(typeof status === 'string' ? { status } : {}) } };
}
