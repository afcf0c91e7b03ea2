/** A stretch of a text that is a secret. Offsets in UTF-16 units, end exclusive; `kind` is a kebab-case word. */
export interface SecretHit { readonly start: number; readonly end: number; readonly kind: string }

/** Finds secrets in a text. Given by the host's side, where the library of rules can run. A rejection stops the export. */
export type SecretDetector = (text: string) => Promise<readonly SecretHit[]>;
