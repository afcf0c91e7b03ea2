import type { Block } from '../model/block.ts';
import { isBound } from '../model/signature.ts';
import type { Id } from '../model/source.ts';
import type { Replay } from '../replay/replay.ts';
import type { SecretDetector, SecretHit } from './secret-hit.ts';
import { findSecrets } from './secret-patterns.ts';
import { pathOf, type Place, WireTokens, type WireToken } from './wire-tokens.ts';

/** What was replaced at one place of the request: never the secret itself. */
export interface Replacement {
  readonly kind: string;
  readonly wirePath: string;
  readonly blocks: readonly Id[];
  readonly count: number;
  /** The place is bound by a signature: the provider refuses what stands there now. */
  readonly signed: boolean;
}

/** What a redaction did. An export in which signed content was touched cannot be sent. */
export interface Redaction { readonly replaced: readonly Replacement[]; readonly sendable: boolean }

/** Keys whose values are opaque payloads where their block is bound, encrypted or media. They look random: never searched, never touched. */
const PAYLOADS = new Set(['signature', 'data', 'encrypted_content', 'thoughtSignature', 'thought_signature', 'thinkingSignature', 'textSignature', 'url', 'image_url', 'bytes', 'file_data']);
/** Strings are searched together until this much has come; most batches hold no secret and cost one search. */
const BATCH = 64 << 10;

/**
 * THE one redaction: every way out of an export passes here, over the text that leaves (design.md section 8). It fails closed:
 * when a rule or the request cannot be read, it throws and nothing further is written.
 * Equal secrets get equal placeholders, `[redacted KIND 1]`.
 */
export class Redactor {
  private readonly replacements = new Map<string, Replacement>();
  private readonly numbers = new Map<string, number>();
  /** Keys that were secrets themselves: no path that is told may spell them. */
  private readonly renamed = new Map<string | number, string>();
  private readonly tokens = new WireTokens();

  constructor(private readonly replay: Pick<Replay, 'origins'>, private readonly blocks: ReadonlyMap<Id, Block>, private readonly detector: SecretDetector) {}

  get result(): Redaction {
    const replaced = [...this.replacements.values()];
    return { replaced, sendable: replaced.every((r) => !r.signed) };
  }

  /** The request text with every secret replaced; what is not touched stays byte for byte. */
  async *pass(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    let batch: WireToken[] = [];
    let held = 0;
    for await (const piece of pieces) {
      for (const token of this.tokens.feed(piece)) {
        batch.push(token);
        held += token.raw.length;
      }
      // A key stays together with its value.
      if (held < BATCH || held < 2 * BATCH && batch.findLast((token) => token.string !== undefined)?.string?.key === true) continue;
      yield await this.checked(batch);
      batch = [];
      held = 0;
    }
    yield await this.checked(batch);
  }

  private async checked(batch: readonly WireToken[]): Promise<string> {
    const out = batch.map((token) => token.raw);
    const open = batch.map((token, at) => ({ token, at })).filter(({ token }) => token.string !== undefined && !this.isPayload(token.string));
    if ((await findSecrets(open.map(({ token }) => line(token)).join(''), this.detector)).length === 0) return out.join('');
    // Something is there: search member by member, so that no rule reaches from one text into another.
    for (let k = 0; k < open.length; k++) {
      const group = open[k]!.token.string!.key && open[k + 1]?.token.string?.key === false ? [open[k]!, open[++k]!] : [open[k]!];
      const hits = await findSecrets(group.map(({ token }) => line(token)).join(''), this.detector);
      let from = 0;
      for (const { token, at } of group) {
        const { text, key, place } = token.string!;
        const own = hits.map((hit) => ({ ...hit, start: Math.max(0, hit.start - from), end: Math.min(text.length, hit.end - from) })).filter((hit) => hit.start < hit.end);
        if (own.length > 0) out[at] = JSON.stringify(this.replaced(text, own, place, key));
        from += line(token).length;
      }
    }
    return out.join('');
  }

  private replaced(text: string, hits: readonly SecretHit[], place: Place, key: boolean): string {
    let out = '';
    let from = 0;
    for (const { start, end, kind } of hits) {
      const secret = text.slice(start, end);
      const number = this.numbers.get(secret) ?? this.numbers.size + 1;
      this.numbers.set(secret, number);
      out += `${text.slice(from, start)}[redacted ${kind} ${number}]`;
      from = end;
    }
    out += text.slice(from);
    if (key) this.renamed.set(text, out);
    for (const { kind } of hits) this.report(kind, place);
    return out;
  }

  private report(kind: string, place: Place): void {
    const wirePath = pathOf(place, (step) => this.renamed.get(step) ?? step);
    const blocks = this.origin(pathOf(place));
    const signed = blocks.some((id) => untouchable(this.blocks.get(id)));
    const at = `${kind}\n${wirePath}`;
    this.replacements.set(at, { kind, wirePath, blocks, count: (this.replacements.get(at)?.count ?? 0) + 1, signed });
  }

  private isPayload({ text, key, place }: NonNullable<WireToken['string']>): boolean {
    if (key || typeof place.step !== 'string' || !PAYLOADS.has(place.step)) return false;
    const blocks = this.origin(pathOf(place)).map((id) => this.blocks.get(id));
    if (blocks.some((block) => block?.media?.where === 'data')) return !/^(?!data:)[a-z]+:/i.test(text);
    return /url|bytes|file/.test(place.step) ? false : blocks.some(untouchable);
  }

  /** The blocks of the nearest node above a path that has any. */
  private origin(wirePath: string): readonly Id[] {
    for (let path = wirePath; path !== ''; path = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '') {
      const ids = this.replay.origins.get(path);
      if (ids !== undefined) return ids;
    }
    return [];
  }
}

/** Signed, redacted or encrypted: what stands there is replayed as it is or not at all. */
function untouchable(block: Block | undefined): boolean {
  return block !== undefined && (isBound(block.signature) || block.meaning === 'encrypted');
}

/** A string as the rules see it: a key stands before its value, as rules for assignments expect it. */
function line(token: WireToken): string {
  const { text, key } = token.string!;
  return key ? `${text}: ` : `${text}\n`;
}
