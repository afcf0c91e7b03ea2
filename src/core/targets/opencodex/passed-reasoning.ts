import { asObject, type JsonObject } from '../../model/json.ts';
import type { Block } from '../../model/block.ts';
import type { Entry } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { derivedRef, textRef, type Wire } from '../../replay/wire.ts';
import { without } from './passed-tools.ts';
import { converted, omitAll } from './place.ts';

const ENVELOPE = 'ocxr1:';
const REMOVED = 'opencodex/signature-removed';
const LEFT_OUT = 'opencodex/thinking-left-out';

/**
 * A reasoning item as it passes: the client's own envelope (an Anthropic signature that no Responses service could read) is
 * removed, raw content is blanked, a null content and the output-only status go. What OpenAI encrypted stays.
 */
export function passedReasoning(entry: Entry, dropId: boolean, writer: RequestWriter): Wire {
  const [first] = entry.blocks;
  const enveloped = entry.blocks.some((block) => block.signature?.carrier === 'ocxr1');
  const value = first?.signature?.value;
  const shape = {
    type: 'reasoning', ...(dropId || first?.itemId === undefined ? {} : { id: first.itemId }),
    ...(enveloped || value === undefined || value.at.length === 0 ? {} : { encrypted_content: textRef(value) }),
  };
  const node = derivedRef([entry.native?.at ?? entry.source], shape, ([item]) => passed(asObject(item) ?? {}, dropId));
  writer.frame(node);
  for (const block of entry.blocks) decide(block, entry, node, writer);
  return node;
}

function passed(item: JsonObject, dropId: boolean): JsonObject {
  const envelope = typeof item['encrypted_content'] === 'string' && item['encrypted_content'].startsWith(ENVELOPE);
  const { content } = item;
  const kept = [...(dropId ? ['id'] : []), 'status', ...(envelope ? ['encrypted_content'] : []), ...(content !== undefined && !Array.isArray(content) ? ['content'] : [])].reduce(without, item);
  const blanks = Array.isArray(content) && content.length > 0 || envelope && (content === undefined || Array.isArray(content));
  return blanks ? { ...kept, content: [] } : kept;
}

function decide(block: Block, entry: Entry, node: Wire & object, writer: RequestWriter): void {
  const { signature } = block;
  if (block.kind === 'redacted-thinking') { omitAll([block.id], { reason: 'The client removes its own envelope, and with it the redacted payload.', rule: LEFT_OUT }, writer); return; }
  const [text] = block.text.at;
  const enveloped = text?.via?.includes('ocxr1') === true;
  const raw = text?.pointer.startsWith(`${entry.source.pointer}/content`) === true;
  const sealed = signature?.carrier === 'openai-item' && signature.state === 'encrypted';
  if (!sealed && (enveloped || raw)) {
    omitAll([block.id], { reason: enveloped ? 'The text stands in the client\'s own envelope, which it removes.' : 'The client blanks raw reasoning text: services take it only as summaries.', rule: LEFT_OUT }, writer);
    return;
  }
  writer.place(node, [block.id]);
  const marks = [
    ...(raw ? [converted('The client blanks raw reasoning text; what OpenAI encrypted stays.')] : []),
    ...(signature?.carrier === 'ocxr1' ? [converted('The client removes its own envelope around the Anthropic signature; the text stays.', REMOVED)] : []),
  ];
  for (const mark of marks) writer.mark(block.id, mark.op, mark.why);
}
