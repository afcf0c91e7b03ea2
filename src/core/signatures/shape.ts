import type { Json } from '../model/json.ts';
import type { SignatureKind } from '../model/signature.ts';

/**
 * What an opaque value looks like, decoded offline. It proves form only, never authenticity. `wellFormed` is about the form
 * of `kind`: null where that kind has none that is known.
 */
export interface Shape {
  readonly kind: SignatureKind;
  readonly wellFormed: boolean | null;
  /** Small and safe to show; never the value, never text a person wrote. */
  readonly facts: Readonly<Record<string, Json>>;
}
