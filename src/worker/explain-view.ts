import { errorClues } from '../core/explain/error-clues.ts';
import { explain, type ExplainMatch } from '../core/explain/explain.ts';
import type { Session } from '../core/turns/session.ts';
import type { ExplainView } from '../protocol/view-model.ts';
import type { Frame } from './frame.ts';
import { head } from './names.ts';
import { rangeOf } from './place.ts';

const MATCHES = 20;
const TEXT = 20_000;

/** What a provider's error text means in this session, best first: for the chosen target with its options, and for all plausible ones. */
export async function explainView(frame: Frame, session: Session, error: string): Promise<ExplainView> {
  const { index, chosen } = frame;
  const text = head(error, TEXT);
  const own = chosen.choice.target === 'auto' || chosen.replay.outcome === 'not-applicable' ? [] : explain(index.conversation, text, { target: chosen.serializer.id, replay: chosen.options });
  const all = deduplicated([...own, ...explain(index.conversation, text)].sort((a, b) => b.confidence - a.confidence));
  const spelled = errorClues(text).paths[0]?.spelled;
  const at = spelled === undefined ? -1 : text.indexOf(spelled);
  const matches: ExplainView['matches'] = [];
  for (const match of all.slice(0, MATCHES)) matches.push(await matchView(match, frame, session));
  return { error: text, matches, ...(at < 0 || spelled === undefined ? {} : { underlined: [at, at + spelled.length] as [number, number] }) };
}

function deduplicated(matches: readonly ExplainMatch[]): readonly ExplainMatch[] {
  const seen = new Set<string>();
  return matches.filter((m) => { const key = `${m.target}\n${m.block ?? ''}\n${m.wirePath ?? ''}`; const fresh = !seen.has(key); seen.add(key); return fresh; });
}

async function matchView(match: ExplainMatch, { index }: Frame, session: Session): Promise<ExplainView['matches'][number]> {
  const { target, wirePath, block, source, rule, confidence, reason } = match;
  const range = source === undefined ? undefined : await rangeOf(session, source);
  const turn = block === undefined ? undefined : index.turnOf(block);
  return {
    target, line: range === undefined ? 0 : range.line + 1, column: range === undefined ? 0 : range.column + 1, reason: head(reason, 2000),
    label: turn === undefined || block === undefined ? 'no block' : [`turn ${turn.index}`, index.label(block)].join(', '),
    confidence: confidence >= 0.95 ? 'exact match' : confidence >= 0.6 ? 'likely' : confidence > 0.1 ? 'possible' : 'no match',
    ...(wirePath === undefined ? {} : { wirePath }), ...(block === undefined ? {} : { block }), ...(rule === undefined ? {} : { rule }),
  };
}
