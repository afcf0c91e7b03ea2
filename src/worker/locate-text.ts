import type { Block } from '../core/model/block.ts';
import type { Id, Source } from '../core/model/source.ts';
import type { Turn } from '../core/model/turn.ts';
import { CHUNK, readRange, type ByteSource } from '../core/records/byte-source.ts';
import { decodeUtf8 } from '../core/records/decode.ts';
import { pointerAt } from '../core/records/pointer-at.ts';
import type { Conversation } from '../core/turns/conversation.ts';

/** A record of the opened file with what stands in it. */
interface Held { readonly source: Source; readonly turns: Turn[]; readonly blocks: { readonly block: Block; readonly turn: Turn }[] }

/** What stands at a place of the text: the block whose pointer leads there, else the turn of the record. */
export interface AtText { readonly id: Id; readonly turn: Turn; readonly block: Block | undefined; readonly others: readonly Id[] }

/** Answers "what is at this line and byte" for one conversation, without a table of all lines. */
export class TextMap {
  private readonly records: readonly Held[];

  constructor(conversation: Conversation) {
    const by = new Map<number, Held>();
    const hold = (source: Source): Held | undefined => {
      if (source.file !== 0) return undefined;
      let held = by.get(source.start);
      if (held === undefined) by.set(source.start, held = { source: { ...source, pointer: '' }, turns: [], blocks: [] });
      return held;
    };
    for (const turn of conversation.turns) {
      for (const entry of turn.entries) { const held = hold(entry.source); if (held !== undefined && !held.turns.includes(turn)) held.turns.push(turn); }
      for (const block of turn.blocks) hold(block.source)?.blocks.push({ block, turn });
    }
    this.records = [...by.values()].sort((a, b) => a.source.start - b.source.start);
  }

  /** `line` 0-based, `bytes` UTF-8 bytes before the place on its line. */
  async at(line: number, bytes: number, file: ByteSource): Promise<AtText | undefined> {
    const offset = await this.offsetOf(line, bytes, file);
    const held = offset === undefined ? undefined : this.recordAt(offset, line);
    if (held === undefined || offset === undefined) return undefined;
    const inside = Math.max(0, Math.min(offset, held.source.end) - held.source.start);
    const raw = await readRange(file, held.source.start, held.source.end);
    const steps = pointerAt(decodeUtf8(raw).text, decodeUtf8(raw.subarray(0, inside)).text.length);
    const at = `${steps}/`;
    const found = held.blocks.filter(({ block }) => at.startsWith(`${block.source.pointer}/`)).sort((a, b) => b.block.source.pointer.length - a.block.source.pointer.length)[0] ?? (held.blocks.length === 1 ? held.blocks[0] : undefined);
    const turn = found?.turn ?? held.turns.find((t) => at.startsWith(`${t.entries[0]?.source.pointer ?? ''}/`)) ?? held.turns[0] ?? held.blocks[0]?.turn;
    if (turn === undefined) return undefined;
    return { id: found?.block.id ?? turn.id, turn, block: found?.block, others: held.blocks.filter((b) => b !== found).map((b) => b.block.id) };
  }

  private recordAt(offset: number, line: number): Held | undefined {
    let low = 0;
    let high = this.records.length;
    while (low < high) { const mid = (low + high) >> 1; if (this.records[mid]!.source.start <= offset) low = mid + 1; else high = mid; }
    const held = this.records[low - 1];
    if (held !== undefined && offset <= held.source.end) return held;
    const next = this.records[low];
    return next !== undefined && next.source.line === line + 1 && next.source.start >= offset ? next : undefined;
  }

  /** Counts line breaks from the nearest record above. */
  private async offsetOf(line: number, bytes: number, file: ByteSource): Promise<number | undefined> {
    let low = 0;
    let high = this.records.length;
    while (low < high) { const mid = (low + high) >> 1; if (this.records[mid]!.source.line <= line + 1) low = mid + 1; else high = mid; }
    const near = this.records[low - 1]?.source;
    let left = near === undefined ? line : line + 1 - near.line;
    const start = near === undefined ? 0 : near.start;
    if (left === 0) return near === undefined ? withMark(bytes, file) : await lineStart(start, file) + bytes;
    for (let at = start; ; ) {
      const chunk = await file.read(at, CHUNK);
      if (chunk.length === 0) return undefined;
      for (let n = chunk.indexOf(0x0a); n >= 0; n = chunk.indexOf(0x0a, n + 1)) if (--left === 0) return at + n + 1 + bytes;
      at += chunk.length;
    }
  }
}

/** The text of a document does not show its byte order mark. */
async function withMark(bytes: number, file: ByteSource): Promise<number> {
  const head = await file.read(0, 3);
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? bytes + 3 : bytes;
}

async function lineStart(offset: number, file: ByteSource): Promise<number> {
  for (let at = offset; at > 0;) {
    const from = Math.max(0, at - (1 << 16));
    const newline = (await file.read(from, at - from)).lastIndexOf(0x0a);
    if (newline >= 0) return from + newline + 1;
    at = from;
  }
  return await withMark(0, file);
}
