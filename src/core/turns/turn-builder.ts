import type { Block } from '../model/block.ts';
import type { Id } from '../model/source.ts';
import { turnIdOf } from '../model/source.ts';
import type { Entry, Path, Response, Turn } from '../model/turn.ts';

/** A turn that grows in place: joining an entry costs its own blocks only, also in a response of 100,000 items. */
interface Draft { readonly entries: Entry[]; readonly blocks: Block[] }

/**
 * Builds turns from entries, incrementally: entries that were added since the last call cost their own number only.
 * Assistant entries of one response (exact or derived) are one turn even where another record stands between them in the
 * file; of an inferred response only while they touch. Every other entry is a turn of its own.
 */
export class TurnBuilder {
  private turns: Turn[] = [];
  private drafts: Draft[] = [];
  private byResponse = new Map<string, number>();
  private names = new Map<string, string>();
  private ids = new Set<Id>();
  private done = 0;
  private first: Entry | undefined;
  private last: Entry | undefined;
  private revision = -1;
  readonly responses = new Map<string, Response>();

  /** The turns of a path. `revision` as of the format's reader: another one means earlier entries changed. */
  build(path: Path, revision: number): readonly Turn[] {
    const { entries } = path;
    if (revision !== this.revision || entries.length < this.done || entries[0] !== this.first || entries[this.done - 1] !== this.last) this.reset();
    this.revision = revision;
    for (; this.done < entries.length; this.done++) this.take(entries[this.done]!);
    this.first = entries[0];
    this.last = entries[this.done - 1];
    return this.turns;
  }

  private reset(): void {
    this.turns = []; this.drafts = []; this.byResponse.clear(); this.names.clear(); this.ids.clear(); this.responses.clear();
    this.done = 0; this.first = undefined; this.last = undefined;
  }

  private take(entry: Entry): void {
    for (const block of entry.blocks) if (block.kind === 'tool-call' && block.callId !== undefined && block.name !== undefined) this.names.set(block.callId, block.name);
    if (entry.response !== undefined && !this.responses.has(entry.response.key)) this.responses.set(entry.response.key, entry.response);
    const into = this.joins(entry);
    if (into !== undefined) {
      const draft = this.drafts[into]!;
      draft.entries.push(entry);
      for (const block of entry.blocks) draft.blocks.push(block);
      return;
    }
    const draft: Draft = { entries: [entry], blocks: [...entry.blocks] };
    const turn: Turn = {
      id: this.freshId(entry), index: this.turns.length, role: entry.role, visibility: entry.visibility, blocks: draft.blocks, entries: draft.entries,
      ...pick(entry, ['kind', 'author', 'recipient', 'shadowedBy', 'response', 'callId', 'isError']),
      ...nameOf(entry.toolName ?? (entry.callId === undefined ? undefined : this.names.get(entry.callId))),
    };
    if (entry.role === 'assistant' && entry.response !== undefined) this.byResponse.set(entry.response.key, this.turns.length);
    this.drafts.push(draft);
    this.turns.push(turn);
  }

  private joins(entry: Entry): number | undefined {
    if (entry.role !== 'assistant' || entry.response === undefined) return undefined;
    const at = this.byResponse.get(entry.response.key);
    if (at === undefined || this.turns[at]!.visibility !== entry.visibility) return undefined;
    return entry.response.confidence !== 'inferred' || at === this.turns.length - 1 ? at : undefined;
  }

  private freshId(entry: Entry): Id {
    const id = turnIdOf(entry.source);
    // Several turns can come from one record (a compaction's replacement history): the pointer tells them apart.
    const own = this.ids.has(id) ? `${id}:${entry.source.pointer}` : id;
    let free = own;
    for (let n = 2; this.ids.has(free); n++) free = `${own}~${n}`;
    this.ids.add(free);
    return free;
  }
}

function pick<K extends keyof Entry>(entry: Entry, keys: readonly K[]): Partial<Pick<Entry, K>> {
  const out: Partial<Pick<Entry, K>> = {};
  for (const key of keys) if (entry[key] !== undefined) out[key] = entry[key];
  return out;
}

function nameOf(toolName: string | undefined): { toolName?: string } {
  return toolName === undefined ? {} : { toolName };
}
