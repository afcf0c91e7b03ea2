import type { SecretHit } from './secret-hit.ts';

/** One kind of secret by its form. The named group `secret` is what is replaced; without it, the whole match. */
interface SecretPattern { readonly kind: string; readonly pattern: RegExp }

/**
 * Our own small set beside the library's rules: what stands in agent transcripts and what the library leaves out or only takes
 * in its exact current form (checked against secretlint 13.1.0, 2026-11-30). Each pattern is linear: no nested repetition.
 */
const PATTERNS: readonly SecretPattern[] = [
  { kind: 'anthropic-key', pattern: /(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{16,}/dg },
  { kind: 'openrouter-key', pattern: /(?<![A-Za-z0-9])sk-or-[A-Za-z0-9_-]{16,}/dg },
  { kind: 'api-key', pattern: /(?<![A-Za-z0-9_-])sk-(?!ant-|or-)(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,}/dg },
  // The name may stand in quotes, escaped or not, as in a header object or a curl command. Without a scheme a digit must tell a token from code.
  { kind: 'authorization-header', pattern: /(?<![A-Za-z])(?:proxy-)?authorization["'\\ \t]{0,6}[:=]["'\\ \t]{0,6}(?:bearer|basic|token|digest|apikey)[ \t]{1,8}(?<secret>[A-Za-z0-9._~+/=-]{8,})/dgi },
  { kind: 'authorization-header', pattern: /(?<![A-Za-z])(?:proxy-)?authorization["'\\ \t]{0,6}[:=]["'\\ \t]{0,6}(?<secret>(?=[A-Za-z._~+/=-]{0,200}[0-9])[A-Za-z0-9._~+/=-]{16,})/dgi },
  { kind: 'api-key-header', pattern: /(?<![A-Za-z])(?:x-api-key|api-key|x-goog-api-key|x-auth-token|private-token)["'\\ \t]{0,6}[:=]["'\\ \t]{0,6}(?<secret>(?=[A-Za-z._~+/=-]{0,200}[0-9])[A-Za-z0-9._~+/=-]{8,})/dgi },
  { kind: 'bearer-token', pattern: /(?<![A-Za-z])bearer[ \t]{1,8}(?<secret>(?=[A-Za-z._~+/=-]{0,200}[0-9])[A-Za-z0-9._~+/=-]{16,})/dgi },
  { kind: 'jwt', pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/dg },
  // A torn block ends at the first character that no PEM block has (a quote, a full stop).
  { kind: 'private-key', pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?<secret>[A-Za-z0-9+/=\s\\:,-]*?)(?=-----END [A-Z0-9 ]{0,40}PRIVATE KEY|[^A-Za-z0-9+/=\s\\:,-]|$)/dg },
  { kind: 'telegram-token', pattern: /(?<![0-9A-Za-z])[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/dg },
];

/** The secrets of our own set in a text, in no particular order. */
export function ownSecrets(text: string): readonly SecretHit[] {
  const hits: SecretHit[] = [];
  for (const { kind, pattern } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.groups?.['secret'] ?? match.indices?.[0] ?? [match.index, match.index + match[0].length];
      if (end > start) hits.push({ start, end, kind });
    }
  }
  return hits;
}

/** Longer texts are looked at in windows: a rule of any library sees at most this much at once. */
const WINDOW = 128 << 10;
/** Windows share this much, more than any secret is long. */
const OVERLAP = 16 << 10;

/** All secrets of a text by our set and the injected rules, sorted and without overlaps. Rejects when a rule fails. */
export async function findSecrets(text: string, detector: (text: string) => Promise<readonly SecretHit[]>): Promise<readonly SecretHit[]> {
  const hits: SecretHit[] = [...ownSecrets(text)];
  for (let from = 0; from === 0 || from + OVERLAP < text.length; from += WINDOW - OVERLAP) {
    const window = text.slice(from, from + WINDOW);
    for (const hit of await detector(window)) {
      if (!(hit.start >= 0 && hit.start < hit.end && hit.end <= window.length)) throw new Error(`the secret rule ${hit.kind} gave a place outside its text`);
      hits.push({ start: from + hit.start, end: from + hit.end, kind: hit.kind });
    }
  }
  return joined(hits);
}

/** Overlapping hits as one, named by the longest of them. */
function joined(hits: readonly SecretHit[]): readonly SecretHit[] {
  const out: (SecretHit & { readonly longest: number })[] = [];
  for (const hit of [...hits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const open = out[out.length - 1];
    const length = hit.end - hit.start;
    if (open === undefined || hit.start >= open.end) out.push({ ...hit, longest: length });
    else out[out.length - 1] = { start: open.start, end: Math.max(open.end, hit.end), kind: length > open.longest ? hit.kind : open.kind, longest: Math.max(open.longest, length) };
  }
  return out.map(({ start, end, kind }) => ({ start, end, kind }));
}
