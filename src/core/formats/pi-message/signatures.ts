import type { Block, BlockKind } from '../../model/block.ts';
import { detached } from '../../model/facts.ts';
import { asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Signature, SignatureKind } from '../../model/signature.ts';
import type { Source } from '../../model/source.ts';
import { signatureOf, UNSIGNED } from '../../signatures/classify.ts';
import { isReasoningDetails, isUsableEncryptedDetail } from './reasoning-details.ts';

type Step = (key: string) => Source;
type Detail = { [key: string]: Json };
type Signed = Pick<Block, 'kind'> & Partial<Pick<Block, 'signature' | 'detail'>>;

/** APIs of pi-ai whose thinking signature is a whole reasoning item. */
export function isResponsesApi(api: string | undefined): boolean {
  return api === 'openai-responses' || api === 'openai-codex-responses' || api === 'azure-openai-responses';
}

function isGoogle(api: string | undefined): boolean {
  return api === 'google-generative-ai' || api === 'google-vertex' || api === 'google-gemini-cli';
}

/**
 * A thinking block's kind and signature. What the value is depends on the message's `api` (pi-ai 1.6.0 and 0.73.1): Anthropic's own value or payload, the JSON
 * text of a reasoning item, the name of the field that the reasoning came in or its `reasoning_details`, Google's thought signature.
 */
export function signedThinking(object: JsonObject, step: Step, api: string | undefined): Signed {
  const value = asString(object.thinkingSignature);
  const redacted = Boolean(object.redacted);
  const claude = api === 'anthropic-messages' || api === 'bedrock-converse-stream';
  const kind: BlockKind = redacted && claude ? 'redacted-thinking' : 'thinking';
  const detail: Detail = { ...(redacted ? { redacted: true } : {}) };
  if (value === undefined) {
    const odd = object.thinkingSignature;
    return { kind, signature: { ...UNSIGNED, carrier: 'pi-block' }, ...(redacted || odd !== undefined && odd !== null ? { detail: { ...detail, ...(odd === undefined || odd === null ? {} : { oddSignature: true }) } } : {}) };
  }
  const found = (as: SignatureKind, state?: Signature['state']): Signature => signatureOf({ value, carrier: 'pi-block', kind: as, source: step('thinkingSignature'), ...(state === undefined || value === '' ? {} : { state }) });
  const seal = (signature: Signature): Signed => ({ kind, signature, ...(Object.keys(detail).length === 0 ? {} : { detail }) });
  if (claude) return seal(found(redacted ? 'anthropic-redacted' : 'anthropic-thinking'));
  if (isGoogle(api)) return seal(found('gemini-thought'));
  if (isResponsesApi(api)) {
    const item = itemOf(value, detail);
    return seal(found('item-json', typeof item?.encrypted_content === 'string' ? 'encrypted' : 'unsigned'));
  }
  if (api === 'openai-completions') {
    const parsed = value.startsWith('[') ? parsedOf(value) : undefined;
    if (isReasoningDetails(parsed)) { detail.reasoningDetails = true; return seal(found('item-json', 'signed')); }
    return seal(found('field-name', 'unsigned'));
  }
  return seal(found('unknown'));
}

/** A text block's signature where it is one (Google); for the Responses APIs it names the message item, elsewhere nothing. */
export function signedText(object: JsonObject, step: Step, api: string | undefined): Partial<Pick<Block, 'signature' | 'detail' | 'itemId'>> {
  const value = asString(object.textSignature);
  if (value === undefined || value === '') return {};
  if (isGoogle(api)) return { signature: signatureOf({ value, carrier: 'pi-block', kind: 'gemini-thought', source: step('textSignature') }) };
  if (!isResponsesApi(api)) return { detail: { textSignature: true } };
  const parsed = value.startsWith('{') ? asObject(parsedOf(value) ?? null) : undefined;
  // Version 1 is an object with the id and a phase; what was there before is the bare id, and so is anything else.
  if (parsed?.v !== 1 || typeof parsed.id !== 'string') return { itemId: detached(value) };
  const phase = parsed.phase === 'commentary' || parsed.phase === 'final_answer' ? parsed.phase : undefined;
  return { itemId: parsed.id, ...(phase === undefined ? {} : { detail: { phase } }) };
}

/** A call's signature: Google's on the call itself, or an encrypted reasoning detail that stands for it (completions). */
export function signedCall(object: JsonObject, step: Step, api: string | undefined, detail: Detail): Partial<Pick<Block, 'signature' | 'detail'>> {
  const value = asString(object.thoughtSignature);
  const told = Object.keys(detail).length === 0 ? {} : { detail };
  if (value === undefined || value === '') return told;
  if (isGoogle(api)) return { ...told, signature: signatureOf({ value, carrier: 'pi-block', kind: 'gemini-thought', source: step('thoughtSignature') }) };
  if (api !== 'openai-completions') return { detail: { ...detail, thoughtSignature: true } };
  const parsed = parsedOf(value);
  return {
    detail: { ...detail, thoughtJson: parsed === undefined ? 'invalid' : Boolean(parsed) ? 'value' : 'nothing', ...(isUsableEncryptedDetail(parsed) ? { encryptedDetail: true } : {}) },
    // It stands for reasoning that came with the call; nothing of the call itself is bound by it.
    signature: signatureOf({ value, carrier: 'pi-block', kind: 'item-json', source: step('thoughtSignature'), state: 'unsigned' }),
  };
}

/** Reads the item in a signature; `detail.item` says what it is, `detail.itemError` how the client's parser answers where it is no JSON. */
function itemOf(value: string, detail: Detail): JsonObject | undefined {
  if (value === '') return undefined;
  try {
    const parsed = JSON.parse(value) as Json;
    const item = asObject(parsed);
    detail.item = item === undefined ? 'other' : 'object';
    if (asString(item?.id) !== undefined && asString(item?.type) !== undefined) detail.itemType = String(item!.type).slice(0, 64);
    return item;
  } catch (error) {
    detail.item = 'invalid';
    detail.itemError = (error instanceof Error ? error.message : String(error)).slice(0, 256);
    return undefined;
  }
}

function parsedOf(value: string): Json | undefined {
  try { return JSON.parse(value) as Json; } catch { return undefined; }
}
