import type { Facts } from './facts.ts';
import type { Json } from './json.ts';

/** What kind of opaque value binds a block. Named by its carrier where the carrier says it, else by its shape. */
export type SignatureKind =
  | 'anthropic-thinking' | 'anthropic-redacted' | 'openai-encrypted' | 'gemini-thought'
  | 'envelope' | 'field-name' | 'item-json' | 'unknown' | 'none';

/** Where the value was found: an Anthropic block, an `ocxr1:` envelope, an OpenAI reasoning item, a dsh replay state … */
export type SignatureCarrier =
  | 'anthropic-block' | 'ocxr1' | 'openai-item' | 'dsh-replay-state' | 'pi-block' | 'gemini-part' | 'none';

/**
 * The opaque value that binds a block. Never "verified": only the provider can do that. `kind` is what the carrier says the
 * value is; `shape` what the value looks like when decoded offline; where they differ a rule tells.
 */
export interface Signature {
  readonly kind: SignatureKind;
  readonly shape: SignatureKind;
  readonly carrier: SignatureCarrier;
  /** signed: binds visible thinking; redacted/encrypted: the payload is the content; unsigned: there is no value. */
  readonly state: 'signed' | 'redacted' | 'encrypted' | 'unsigned';
  /** Whether the value has the outer form of its kind (base64 alphabet and length, token structure); null when it has no known form. */
  readonly wellFormed: boolean | null;
  /** Decoded facts, small and safe to show: lengths, envelope, model name, issue time. Never the value itself. */
  readonly facts: Readonly<Record<string, Json>>;
  readonly value: Facts;
  /** For a dsh replay state: the model it is valid for. Its signature is only restored for that model. */
  readonly boundModel?: string;
}

/** True where the block must be replayed untouched: it is signed, redacted or encrypted. */
export function isBound(signature: Signature | undefined): signature is Signature {
  return signature !== undefined && signature.state !== 'unsigned';
}
