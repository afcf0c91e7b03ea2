import { sha256Hex } from './sha256.ts';

/** Anthropic takes no longer tool ids (the client's bound; opencodex 2.63.0). */
const LONGEST = 64;

/** The request's tool ids: raw id → the id on the wire, the same for a call and its result, never one for two. */
export interface ToolIds {
  /** The id of a call; undefined for an empty one, which cannot be sent. */
  of(raw: string): string | undefined;
  /** The id that a call got; undefined where no call has this raw id. */
  known(raw: string): string | undefined;
}

/**
 * Maps tool ids as the client does: ids of `[A-Za-z0-9_-]{1,64}` stay (and are taken first, wherever they stand), any other gets its
 * bad characters replaced by `_`, and `_` with eight hex digits of its SHA-256 behind it, a number where that is taken.
 */
export function toolIds(all: Iterable<string>): ToolIds {
  const wire = new Map<string, string>();
  const taken = new Set<string>();
  for (const raw of all) if (/^[A-Za-z0-9_-]{1,64}$/.test(raw)) { wire.set(raw, raw); taken.add(raw); }
  return {
    known: (raw) => wire.get(raw),
    of(raw) {
      const known = wire.get(raw);
      if (known !== undefined || raw === '') return known;
      const clean = raw.replace(/[^A-Za-z0-9_-]/g, '_');
      const hash = sha256Hex(raw).slice(0, 8);
      let id = fit(clean, `_${hash}`);
      for (let n = 2; taken.has(id); n++) id = fit(clean, `_${hash}_${n}`);
      wire.set(raw, id);
      taken.add(id);
      return id;
    },
  };
}

function fit(clean: string, tail: string): string {
  return clean.slice(0, Math.max(1, LONGEST - tail.length)) + tail;
}
