import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Signature, SignatureKind } from '../../model/signature.ts';
import { at, type Source } from '../../model/source.ts';
import { signatureOf } from '../../signatures/classify.ts';

/**
 * What a model message's replay state is worth to the two adapters that write one (the Messages and the pi-ai adapter). A
 * trouble is the exact text the adapter logs when it gives the state up; the message then goes out without its signatures.
 */
export interface ReplayState {
  readonly kind: string | null;
  readonly model?: string;
  readonly api?: string;
  readonly provider?: string;
  readonly responseModel?: string;
  readonly responseId?: string;
  readonly stopReason?: string;
  readonly messagesTrouble?: string;
  readonly piTrouble?: string;
  /** The adapter that can use it, where one can. */
  readonly usable: 'messages' | 'pi-ai' | null;
}

/** Reads a replay state against the message that carries it. `content` are the message's blocks as recorded. */
export function replayStateOf(state: Json, content: readonly Json[], model: Json | undefined, provider: Json | undefined): ReplayState {
  const envelope = asObject(state);
  const response = asObject(envelope?.response);
  const messagesTrouble = checkMessages(state, content, model);
  const piTrouble = checkPi(state, content, model, provider);
  const texts: { [key: string]: string } = {};
  for (const key of ['model', 'api', 'provider', 'responseModel', 'responseId', 'stopReason']) {
    const text = asString(response?.[key]);
    if (text !== undefined && text.length <= 256) texts[key] = text;
  }
  return {
    kind: asString(response?.kind)?.slice(0, 64) ?? null, ...texts,
    ...(messagesTrouble === undefined ? {} : { messagesTrouble }), ...(piTrouble === undefined ? {} : { piTrouble }),
    usable: messagesTrouble === undefined ? 'messages' : piTrouble === undefined ? 'pi-ai' : null,
  };
}

const NO_OBJECT = 'DeepSeek Messages expected a JSON object';

/** The Messages adapter's reader, check by check (read in public forks of dsh, 2026-09). */
function checkMessages(state: Json, content: readonly Json[], model: Json | undefined): string | undefined {
  const fail = (what: string): string => `DeepSeek Messages replay: ${what}`;
  const envelope = asObject(state);
  const response = asObject(envelope?.response);
  if (envelope === undefined || response === undefined) return NO_OBJECT;
  if (response.kind !== 'deepseek-messages' || response.version !== 1) return fail('unsupported kind or version');
  if (response.model !== model) return fail('model does not match assistant source model');
  const blocks = asArray(envelope.blocks);
  if (blocks === undefined || blocks.length !== content.length) return fail('block count mismatch');
  for (const [index, value] of blocks.entries()) {
    const block = asObject(value);
    if (block === undefined) return NO_OBJECT;
    if (block.type !== asObject(content[index])?.type || !['text', 'reasoning', 'tool-call'].includes(String(block.type))) return fail('block type mismatch');
    if (block.signature !== undefined && (block.type !== 'reasoning' || typeof block.signature !== 'string')) return fail('invalid signature');
  }
  return undefined;
}

const STOP_REASONS: readonly Json[] = ['stop', 'length', 'toolUse', 'error', 'aborted'];

/** The pi-ai adapter's reader, check by check (read in public forks of dsh, 2026-09). */
function checkPi(state: Json, content: readonly Json[], model: Json | undefined, provider: Json | undefined): string | undefined {
  const fail = (what: string): string => `invalid pi-ai replay state: ${what}`;
  const envelope = asObject(state);
  if (envelope === undefined) return fail('expected a replay envelope');
  const response = asObject(envelope.response);
  if (response === undefined) return fail('expected a response object');
  if (response.kind !== 'pi-ai') return fail('unknown state kind');
  if (response.version !== 2) return fail(`unsupported version ${shown(response.version)}`);
  const blocks = asArray(envelope.blocks);
  if (blocks === undefined) return fail('blocks must be an array');
  for (const [index, block] of blocks.entries()) {
    const trouble = piBlockTrouble(block, index);
    if (trouble !== undefined) return fail(trouble);
  }
  for (const key of ['api', 'provider', 'model']) if (typeof response[key] !== 'string' || response[key] === '') return fail(`${key} must be a non-empty string`);
  if (!STOP_REASONS.includes(response.stopReason ?? null)) return fail('unknown stopReason');
  for (const key of ['responseModel', 'responseId']) if (response[key] !== undefined && typeof response[key] !== 'string') return fail(`${key} must be a string`);
  if (response.provider !== provider) return fail('provider does not match assistant source');
  if (response.model !== model) return fail('model does not match assistant source');
  if (blocks.length !== content.length) return fail('block count does not match assistant content');
  const other = blocks.findIndex((block, index) => asObject(block)?.type !== asObject(content[index])?.type);
  return other < 0 ? undefined : fail(`block ${other} does not match assistant content`);
}

function piBlockTrouble(value: Json, index: number): string | undefined {
  const block = asObject(value);
  if (block === undefined) return `block ${index} must be an object`;
  const key = block.type === 'text' ? 'textSignature' : block.type === 'reasoning' ? 'thinkingSignature' : block.type === 'tool-call' ? 'thoughtSignature' : undefined;
  if (key === undefined) return `block ${index} has an unknown type`;
  if (block[key] !== undefined && typeof block[key] !== 'string') return `block ${index} ${key} must be a string`;
  return block.type === 'reasoning' && block.redacted !== undefined && typeof block.redacted !== 'boolean' ? `block ${index} redacted must be boolean` : undefined;
}

function shown(value: Json | undefined): string {
  return typeof value === 'object' && value !== null ? 'object' : String(value).slice(0, 64);
}

/** What a usable state adds to block `index`: its signature, and whether its text only stands in for an encrypted payload. */
export function stateOfBlock(state: ReplayState, blocks: readonly Json[], index: number, source: Source, pointer: string): { readonly signature?: Signature; readonly redacted?: true } {
  const block = asObject(blocks[index]);
  if (block === undefined || state.usable === null) return {};
  const found = state.usable === 'messages' ? { key: 'signature', kind: 'anthropic-thinking' as const } : piSignature(block, state.api ?? '');
  const value = found === undefined ? undefined : asString(block[found.key]);
  if (found === undefined || value === undefined) return {};
  const redacted = state.usable === 'pi-ai' && block.redacted === true ? { redacted: true as const } : {};
  const bound = state.model === undefined ? {} : { boundModel: state.model };
  return { signature: signatureOf({ value, carrier: 'dsh-replay-state', kind: found.kind, source: at(source, `${pointer}/blocks/${index}/${found.key}`), ...bound }), ...redacted };
}

/** What pi-ai keeps in a block's signature string, by API (pi-ai 0.82.1 and 1.6.0). */
function piSignature(block: JsonObject, api: string): { readonly key: string; readonly kind: SignatureKind } | undefined {
  const json = (value: Json | undefined): boolean => typeof value === 'string' && /^\s*[[{]/.test(value);
  if (block.type === 'text') return { key: 'textSignature', kind: api.startsWith('google') ? 'gemini-thought' : 'none' };
  if (block.type === 'tool-call') return { key: 'thoughtSignature', kind: api.startsWith('google') ? 'gemini-thought' : json(block.thoughtSignature) ? 'item-json' : 'unknown' };
  if (block.type !== 'reasoning') return undefined;
  const key = 'thinkingSignature';
  if (api === 'anthropic-messages' || api.startsWith('bedrock')) return { key, kind: block.redacted === true ? 'anthropic-redacted' : 'anthropic-thinking' };
  if (api.startsWith('google')) return { key, kind: 'gemini-thought' };
  if (api.includes('responses')) return { key, kind: 'item-json' };
  return { key, kind: api === 'openai-completions' ? json(block.thinkingSignature) ? 'item-json' : 'field-name' : 'unknown' };
}
