import type { Shape } from './shape.ts';
import { base64View, isAnyBase64 } from './base64-view.ts';

/** Version byte, 8 bytes of time, 16 of initialisation vector, 32 of code, and at least one cipher block. */
const LEAST = 73;
/** Seconds of the years 2015 to 2100: anything else is no issue time. */
const TIMES = [1_420_070_400, 4_102_444_800] as const;

/**
 * Recognises OpenAI's encrypted reasoning: a Fernet token (base64url, `gAAAA…`; version byte 0x80, big-endian issue time,
 * cipher text in blocks of 16). Checked on public samples, 2026; OpenAI documents it as opaque. It cannot be decrypted and
 * is bound to organisation, account and model.
 */
export function openaiEncryptedShape(value: string): Shape | undefined {
  if (!value.startsWith('gAAAA')) return undefined;
  const view = base64View(value);
  if (view === undefined || view.at(0) !== 0x80) return { kind: 'openai-encrypted', wellFormed: false, facts: { token: 'fernet' } };
  let seconds = 0;
  for (let i = 1; i <= 8; i++) seconds = seconds * 256 + Math.max(0, view.at(i));
  const timed = seconds >= TIMES[0] && seconds < TIMES[1];
  const sized = view.length >= LEAST && (view.length - LEAST) % 16 === 0;
  return {
    kind: 'openai-encrypted',
    wellFormed: timed && sized && isAnyBase64(value),
    facts: { token: 'fernet', ...(timed ? { issuedAt: new Date(seconds * 1000).toISOString() } : {}), ...(sized ? { cipherBytes: view.length - 57 } : {}) },
  };
}
