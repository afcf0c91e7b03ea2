import type { Id } from '../core/model/source.ts';
import type { Frame, Reading } from './frame.ts';
import { sourceOf } from './place.ts';

/** What a copy command puts on the clipboard for an id; undefined where there is nothing of that kind. */
export async function copyOf(frame: Frame, id: Id, what: 'text' | 'raw' | 'wirePath' | 'pointer', reading: Reading): Promise<string | undefined> {
  const placed = frame.index.block(id);
  switch (what) {
    case 'text': return placed === undefined ? textOfTurn(frame, id, reading) : await reading.loader.text(placed.block.text);
    case 'raw': { const source = sourceOf(frame, id); return source === undefined ? undefined : await reading.loader.slice(source); }
    case 'wirePath': return frame.replay.findings.find((f) => f.blocks[0] === id)?.providerPath ?? frame.replay.decisions.get(id)?.wirePaths[0] ?? (id.startsWith('i:') ? id.slice(2) : undefined);
    case 'pointer': { const source = sourceOf(frame, id); return source === undefined ? undefined : source.pointer; }
  }
}

async function textOfTurn(frame: Frame, id: Id, reading: Reading): Promise<string | undefined> {
  const turn = frame.index.turn(id);
  if (turn === undefined) return undefined;
  const texts: string[] = [];
  for (const block of turn.blocks) if (block.text.length > 0) texts.push(await reading.loader.text(block.text));
  return texts.join('\n\n');
}
