import type { Id } from '../../model/source.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { decisionsBy } from '../views/decided.ts';

/** One info per record that took content out of the context, with how much it took. */
export const sessionShadowed: Rule = {
  id: 'session/shadowed',
  severity: 'info',
  summary: 'A later record took this content out of the model\'s context: a compaction replaced the history, a rollback dropped turns, a newer prompt superseded an older one. The file keeps it, no target sends it.',
  fix: 'Nothing to repair. Inspect an earlier branch or the record that replaced it to see what the model sees instead.',
  sources: [{ text: 'recorded Codex sessions (compacted records, thread rollbacks)', date: '2026-11-30' }, { text: 'dsh session log versions 0 to 4 (surface operations)', date: '2026-09-30' }],
  *check(judged: Judged): Generator<Hit> {
    const groups = new Map<string, { readonly first: Id; readonly line: number | undefined; count: number }>();
    for (const { block } of decisionsBy(judged, 'session/shadowed')) {
      const by = judged.turnOf(block)?.shadowedBy;
      const key = by === undefined ? '' : `${by.file}/${by.record}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { first: block, line: by?.line, count: 1 }); else group.count++;
    }
    for (const { first, line, count } of groups.values()) {
      const what = count === 1 ? 'This block is' : `This block and ${count - 1} more are`;
      yield { blocks: [first], message: `${what} not in the model's context any more${line === undefined ? '' : `: replaced at line ${line}`}.` };
    }
  },
};
