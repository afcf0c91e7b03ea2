import type { Block } from '../../model/block.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { joinRef, literal, textRef, type Wire, type WireObject } from '../../replay/wire.ts';
import { callOf } from './call.ts';
import { inputContent, isString, outputContent, outputOf } from './content.ts';
import { INSTRUCTIONS, type Item } from './item.ts';
import { addressOf, fileName } from './media-wire.ts';
import type { InputPart, TextPart } from './message.ts';
import { converted, omitAll, place } from './place.ts';
import type { Variant } from './variant.ts';

const REMOVED = 'opencodex/signature-removed';

/** The input of a Responses request that a Messages request becomes, and the texts of its instructions. */
export function passedMessages(items: readonly Item[], variant: Variant, writer: RequestWriter): { readonly input: readonly Wire[]; readonly system: readonly TextPart[] } {
  const input: Wire[] = [];
  const system: TextPart[] = [];
  for (const item of items) {
    const ids = [...item.blocks.map((block) => block.id), ...(item.subject === undefined ? [] : [item.subject])];
    if (item.refused !== undefined && ids[0] !== undefined) writer.reject(ids[0], 'invalid_request_error', item.refused);
    if (item.left !== undefined) { omitAll(ids, item.left, writer); continue; }
    if (item.type === INSTRUCTIONS) { system.push(...instructions(item, variant, writer)); continue; }
    const made = itemOf(item, variant, writer);
    if (made !== undefined) input.push(made);
  }
  return { input, system };
}

function instructions(item: Item, variant: Variant, writer: RequestWriter): readonly TextPart[] {
  const { parts, vanished } = inputContent(item, variant, item.hoisted === true ? [converted('A system message of a Messages request becomes part of the instructions.')] : []);
  for (const [id, why] of vanished) writer.omit(id, why);
  const texts = parts.filter((part): part is TextPart => part.type === 'text');
  omitAll(parts.filter((part) => part.type !== 'text').flatMap((part) => part.ids), { reason: 'Only the text of a system message is used.', rule: 'opencodex/item-ignored' }, writer);
  const said = texts.filter((part) => part.state !== 'empty');
  omitAll([...texts.filter((part) => part.state === 'empty').flatMap((part) => part.ids), ...(item.subject === undefined ? [] : [item.subject])], { reason: 'Empty system text is left out.' }, writer);
  return said;
}

function itemOf(item: Item, variant: Variant, writer: RequestWriter): Wire | undefined {
  const [block] = item.blocks;
  if (item.type === 'function_call_output') return outputItem(item, variant, writer);
  if (block === undefined) return undefined;
  if (item.type === 'reasoning') return reasoningItem(block, writer);
  if (item.type === 'function_call') {
    const call = callOf(item, block);
    return call === undefined ? undefined : place({ type: 'function_call', call_id: call.callId, name: call.name, arguments: call.spelled }, call.ids, [...call.marks, converted('A tool_use becomes a function_call item.')], writer);
  }
  const { parts, vanished } = item.role === 'assistant' ? outputContent(item) : inputContent(item, variant, []);
  for (const [id, why] of vanished) writer.omit(id, why);
  if (parts.length === 0) return undefined;
  const type = item.role === 'assistant' ? 'output_text' : 'input_text';
  return writer.frame({ type: 'message', role: item.role, content: parts.map((part) => place(partOf(part, type), part.ids, part.marks, writer)) });
}

/** The signature travels in the client's envelope, which is removed again before the request is sent. */
function reasoningItem(block: Block, writer: RequestWriter): Wire {
  if (block.kind === 'redacted-thinking') { writer.omit(block.id, { reason: 'The redacted payload travels in the client\'s own envelope, which it removes again.', rule: 'opencodex/thinking-left-out' }); return writer.frame({ type: 'reasoning', summary: [], content: [] }); }
  const summary = block.text.state === 'empty' ? [] : [{ type: 'summary_text', text: textRef(block.text) }];
  return place({ type: 'reasoning', summary, content: [] }, [block.id], [converted('Thinking becomes the summary of a reasoning item, without its signature.', REMOVED)], writer);
}

function partOf(part: InputPart, type: string): WireObject {
  if (part.type === 'text') return { type, text: part.text };
  const { media } = part.block;
  if (media === undefined) return { type, text: literal('') };
  if (part.type === 'image') return { type: 'input_image', image_url: addressOf(media, 'image/png') };
  const name = fileName(part.block);
  return { type: 'input_file', ...(name === undefined ? {} : { filename: name }), file_data: addressOf(media, 'application/pdf') };
}

/** A string stays a string; a list becomes a list of parts; a failed result says so in its text. */
function outputItem(item: Item, variant: Variant, writer: RequestWriter): Wire {
  const [only] = item.blocks;
  const string = only !== undefined && item.blocks.length === 1 && only.kind === 'text' && isString(only);
  const head = { type: 'function_call_output', call_id: item.callId ?? '' };
  const failed = item.failed === true;
  if (string) {
    const text = failed ? joinRef([literal('[tool error] '), textRef(only.text)]) : textRef(only.text);
    return place({ ...head, output: text }, [only.id], failed ? [{ op: 'converted', why: FAILED }] : [], writer);
  }
  const parts: InputPart[] = [];
  for (const block of item.blocks) {
    const made = outputOf({ ...item, blocks: [block] }, variant);
    parts.push(...made.parts);
    for (const [id, why] of made.vanished) writer.omit(id, why);
  }
  const nodes: Wire[] = parts.map((part) => place(partOf(part, 'input_text'), part.ids, part.marks, writer));
  if (failed) nodes.unshift(writer.insert({ type: 'input_text', text: '[tool error]' }, FAILED));
  const node = { ...head, output: nodes.length === 0 ? '' : nodes };
  return item.subject === undefined ? writer.frame(node) : place(node, [item.subject], [], writer);
}

const FAILED = { reason: 'A failed result of a Messages request is marked in its text: items have no error flag.' };
