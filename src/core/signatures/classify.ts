import { factsOfOpaque, NO_TEXT } from '../model/facts.ts';
import type { Json } from '../model/json.ts';
import type { Signature, SignatureCarrier, SignatureKind } from '../model/signature.ts';
import type { Source } from '../model/source.ts';
import { anthropicShape } from './anthropic.ts';
import { isStandardBase64 } from './base64-view.ts';
import { geminiThoughtShape, isGeminiForm } from './gemini-thought.ts';
import { notASignature } from './not-a-signature.ts';
import { ocxEnvelopeShape } from './ocx-envelope.ts';
import { openaiEncryptedShape } from './openai-encrypted.ts';
import type { Shape } from './shape.ts';

/** No signature at all. */
export const UNSIGNED: Signature = { kind: 'none', shape: 'none', carrier: 'none', state: 'unsigned', wellFormed: null, facts: {}, value: NO_TEXT };

/**
 * What an opaque value looks like. Recognises form, verifies nothing, throws on nothing; the strictest kinds are tried first
 * (Gemini's values start like Claude's). `unknown` is what no kind claims: other providers' values, documentation samples.
 */
export function classify(value: string): Shape {
  return ocxEnvelopeShape(value) ?? notASignature(value) ?? openaiEncryptedShape(value) ?? anthropicShape(value) ?? geminiThoughtShape(value)
    ?? { kind: 'unknown', wellFormed: null, facts: {} };
}

/** A value found where its carrier keeps one. */
export interface Found {
  readonly value: string;
  readonly carrier: SignatureCarrier;
  /** What the carrier says the value is; it decides how the block is treated. */
  readonly kind: SignatureKind;
  /** Where the value stands: it can be loaded again from there. */
  readonly source: Source;
  readonly state?: Signature['state'];
  readonly boundModel?: string;
  /** Facts known from the carrier; they stand beside the decoded ones. */
  readonly facts?: Readonly<Record<string, Json>>;
}

/**
 * The signature of a block. `kind` and (unless given) `state` follow the carrier, `shape` and `facts` are what the value
 * looks like, `wellFormed` is about the form that `kind` has. An empty value is `unsigned` whatever the carrier says.
 */
export function signatureOf({ value, carrier, kind, source, state, boundModel, facts }: Found): Signature {
  const shape = classify(value);
  return {
    kind, carrier, shape: shape.kind, state: state ?? (value === '' ? 'unsigned' : stateOf(kind)), wellFormed: wellFormedAs(kind, value, shape),
    facts: facts === undefined ? shape.facts : { ...shape.facts, ...facts }, value: factsOfOpaque(value, source),
    ...(boundModel === undefined ? {} : { boundModel }),
  };
}

function stateOf(kind: SignatureKind): Signature['state'] {
  switch (kind) {
    case 'anthropic-thinking': case 'gemini-thought': case 'unknown': return 'signed';
    case 'anthropic-redacted': return 'redacted';
    case 'openai-encrypted': case 'envelope': case 'item-json': return 'encrypted';
    case 'field-name': case 'none': return 'unsigned';
  }
}

/** Whether a value has the outer form of a kind: what the provider checks before it looks inside. */
function wellFormedAs(kind: SignatureKind, value: string, shape: Shape): boolean | null {
  switch (kind) {
    case 'anthropic-thinking': case 'anthropic-redacted': return isStandardBase64(value);
    case 'gemini-thought': return isGeminiForm(value);
    case 'openai-encrypted': case 'envelope': return shape.kind === kind ? shape.wellFormed : null;
    case 'field-name': case 'item-json': case 'unknown': case 'none': return null;
  }
}
