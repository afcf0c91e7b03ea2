import type { Id } from '../../model/source.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { lineOf } from '../views/bound-thinking.ts';

/** The client sorts an assistant message: texts and thinking, then calls. */
export const blocksReordered: Rule = {
  id: 'opencodex/blocks-reordered',
  severity: 'info',
  summary: 'opencodex sends the text and thinking of an assistant message before all its calls, because text behind a call ends the tool turn for Anthropic. An interleaved response A, call, B, call goes out as A, B, call, call. Where signed thinking is among it, `opencodex/signed-content-altered` says so too.',
  fix: 'Keep the order of the response; with signed thinking in it anything else is a modification.',
  sources: [
    { text: 'opencodex issues 620 and 640', date: '2026-07-29' },
    { text: 'opencodex 2.63.0 run on hand-made inputs', date: '2026-11-30' },
  ],
  *check(judged: Judged): Generator<Hit> {
    const moved = new Map<string, { readonly path: string; readonly ids: Id[] }>();
    for (const decision of judged.replay.decisions.values()) {
      const path = decision.wirePaths[0];
      const reordered = decision.rule === 'opencodex/blocks-reordered' || decision.also.includes('moved');
      if (path === undefined || !reordered || judged.turnOf(decision.block)?.role !== 'assistant') continue;
      const message = path.split('.', 2).join('.');
      const known = moved.get(message);
      if (known === undefined) moved.set(message, { path, ids: [decision.block] });
      else known.ids.push(decision.block);
    }
    for (const { path, ids } of moved.values()) {
      const lines = [...new Set(ids.map((id) => lineOf(judged, id)))].join(', ');
      yield { wirePath: path, blocks: ids, message: `${ids.length === 1 ? 'A block' : `${ids.length} blocks`} (${lines}) of an assistant message ${ids.length === 1 ? 'is' : 'are'} sent before calls that stand before ${ids.length === 1 ? 'it' : 'them'} in the file.` };
    }
  },
};
