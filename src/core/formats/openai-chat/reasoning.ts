import type { Block } from '../../model/block.ts';
import { factsOf, NO_TEXT } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Signature, SignatureCarrier, SignatureKind } from '../../model/signature.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import { signatureOf, UNSIGNED } from '../../signatures/classify.ts';
import { anthropicBlock } from '../anthropic-block.ts';
import { misplacedValue } from '../body.ts';

/**
 * The reasoning of an assistant message, from the members that services other than OpenAI keep it in (2026-11):
 * `reasoning_content` (DeepSeek, Qwen, Kimi, GLM), `reasoning` and `reasoning_details` (OpenRouter, Groq, vLLM),
 * `reasoning_text` and `reasoning_opaque` (Copilot), `thinking_blocks` (LiteLLM). Where one member only repeats another it is
 * no block of its own; the block that says it first names it in `detail.same`.
 */
export function reasoningBlocks(message: JsonObject, source: Source, response: string | undefined): readonly Block[] {
  const step = (key: string): Source => at(source, `${source.pointer}/${key}`);
  const structured = [
    ...(asArray(message.thinking_blocks) ?? []).map((value, index) => thinkingOnly(value, step(`thinking_blocks/${index}`), response)),
    ...(asArray(message.reasoning_details) ?? []).map((value, index) => detailBlock(value, step(`reasoning_details/${index}`), response)),
  ];
  const said = structuredText(message);
  const same: string[] = [];
  const plain: Block[] = [];
  let first: string | undefined;
  for (const field of ['reasoning_content', 'reasoning', 'reasoning_text']) {
    const text = message[field];
    if (typeof text !== 'string') continue;
    if (text === first || text === said) { same.push(field); continue; }
    first ??= text;
    plain.push(plainBlock(text, field, message, step, response));
  }
  const alone = typeof message.reasoning_opaque === 'string' && typeof message.reasoning_text !== 'string'
    ? [{ ...plainBlock('', 'reasoning_text', message, step, response), id: idOf(step('reasoning_opaque')), source: step('reasoning_opaque'), text: NO_TEXT }] : [];
  const blocks = [...plain, ...alone, ...structured];
  const [head, ...rest] = blocks;
  return head === undefined || same.length === 0 ? blocks : [{ ...head, detail: { ...head.detail, same } }, ...rest];
}

/** LiteLLM keeps Claude's thinking in a list of its own; nothing else has a meaning there. */
function thinkingOnly(value: Json, source: Source, response: string | undefined): Block {
  const block = anthropicBlock(value, source, response);
  const known = block.kind === 'thinking' || block.kind === 'redacted-thinking' ? block : misplacedValue(value, source, response);
  return { ...known, detail: { ...known.detail, field: 'thinking_blocks' } };
}

function plainBlock(text: string, field: string, message: JsonObject, step: (key: string) => Source, response: string | undefined): Block {
  const source = step(field);
  const opaque = field === 'reasoning_text' ? message.reasoning_opaque : undefined;
  const signature = typeof opaque !== 'string' ? UNSIGNED : signatureOf({ value: opaque, carrier: 'none', kind: 'envelope', source: step('reasoning_opaque') });
  return { id: idOf(source), kind: 'thinking', nativeType: field, text: factsOf(text, [source]), source, signature, detail: { field }, ...(response === undefined ? {} : { response }) };
}

/** The plain words of structured reasoning, as services repeat them in a member of text. */
function structuredText(message: JsonObject): string | undefined {
  const words = [...(asArray(message.thinking_blocks) ?? []), ...(asArray(message.reasoning_details) ?? [])]
    .map((value) => { const object = asObject(value); return asString(object?.thinking) ?? asString(object?.text) ?? asString(object?.summary); }).filter((text) => text !== undefined);
  return words.length === 0 ? undefined : words.join('');
}

/** One element of OpenRouter's `reasoning_details`. Its `format` says whose value it carries. */
function detailBlock(value: Json, source: Source, response: string | undefined): Block {
  const detail = asObject(value);
  const type = (detail === undefined ? undefined : asString(detail.type)) ?? 'reasoning_detail';
  const step = (key: string): Source => at(source, `${source.pointer}/${key}`);
  const format = asString(detail?.format) ?? '';
  const common = { id: idOf(source), nativeType: type, source, native: { api: 'openai-chat' as const, at: source }, detail: { field: 'reasoning_details' }, ...(response === undefined ? {} : { response }) };
  const key = type === 'reasoning.summary' ? 'summary' : 'text';
  const words = detail?.[key];
  const text = typeof words === 'string' ? factsOf(words, [step(key)]) : NO_TEXT;
  if (type === 'reasoning.encrypted') {
    const redacted = format.startsWith('anthropic');
    return { ...common, kind: redacted ? 'redacted-thinking' : 'thinking', text, signature: sealed(detail?.data, redacted ? ['anthropic-redacted', 'anthropic-block'] : makerOf(format), step('data'), redacted ? 'redacted' : 'encrypted') };
  }
  return { ...common, kind: 'thinking', text, signature: sealed(detail?.signature, makerOf(format), step('signature'), 'signed') };
}

function makerOf(format: string): readonly [SignatureKind, SignatureCarrier] {
  if (format.startsWith('anthropic')) return ['anthropic-thinking', 'anthropic-block'];
  if (format.startsWith('google')) return ['gemini-thought', 'gemini-part'];
  if (format.startsWith('openai')) return ['openai-encrypted', 'openai-item'];
  // Of another maker (xAI), or not said: nobody but the service that gave it can use it.
  return ['envelope', 'none'];
}

function sealed(value: Json | undefined, [kind, carrier]: readonly [SignatureKind, SignatureCarrier], source: Source, state: Signature['state']): Signature {
  return typeof value !== 'string' || value === '' ? UNSIGNED : signatureOf({ value, kind, carrier, source, state });
}
