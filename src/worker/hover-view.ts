import { isBound } from '../core/model/signature.ts';
import type { Session } from '../core/turns/session.ts';
import type { HoverView } from '../protocol/worker-messages.ts';
import type { Frame, Reading } from './frame.ts';
import type { AtText } from './locate-text.ts';
import { grouped, head, kindOf, worse } from './names.ts';
import type { Severity } from '../core/model/problem.ts';
import { rangeOf } from './place.ts';
import { blockPreview } from './row-view.ts';

const LINES = 3;
const LINE = 160;
const OTHERS = 8;

/** What a hover says of a place in the text: what it is, its first lines, what becomes of it, who its partners are. */
export async function hoverView(frame: Frame, session: Session, found: AtText, reading: Reading): Promise<HoverView> {
  const { index, replay, chosen } = frame;
  const { turn, block, id } = found;
  const decision = replay.decisions.get(id);
  const findings = frame.findings.get(id) ?? [];
  const severity = findings.reduce<Severity | undefined>((worst, f) => worse(worst, f.severity), undefined);
  const most = findings.filter((f) => f.severity === severity);
  const worst = most.find((f) => f.providerError !== undefined) ?? most[0];
  const response = index.responseLabel(id);
  const at = block === undefined ? undefined : index.block(block.id)?.at;
  const text = block === undefined ? '' : await blockPreview(block, reading.loader);
  const partner = index.partner(id);
  const partners = [...new Set([...(partner === undefined ? [] : [partner]), ...findings.flatMap((f) => f.blocks)])].filter((p) => p !== id).slice(0, OTHERS);
  const source = block?.source ?? turn.entries[0]?.source;
  const name = block?.name === undefined ? undefined : block.namespace === undefined ? block.name : `${block.namespace}.${block.name}`;
  return {
    id, range: source === undefined ? { line: 0, column: 0, endLine: 0, endColumn: 0 } : await rangeOf(session, source),
    title: block === undefined ? 'turn' : kindOf(block, turn),
    facts: [name, `turn ${turn.index}${at === undefined ? '' : `, block ${at}`}`, [turn.role, turn.kind].filter(Boolean).join(' '), response === undefined ? undefined : `${response}${turn.response?.model === undefined ? '' : ` ${turn.response.model}`} (${turn.response?.confidence ?? 'inferred'})`,
      turn.author === undefined ? undefined : `from ${turn.author}`, turn.toolName, turn.visibility === 'shadowed' ? 'not in the context' : undefined].filter(Boolean).map((part) => head(part!, 120)).join(' · '),
    text: text.split(/\r\n|[\n\r]/).slice(0, LINES).map((line) => head(line, LINE)),
    ...(decision === undefined ? {} : { decision: {
      op: decision.op, target: chosen.serializer.label, reason: worst?.message ?? decision.reason,
      ...(decision.wirePaths[0] === undefined ? {} : { path: decision.wirePaths[0] }), ...(worst?.rule ?? decision.rule) === undefined ? {} : { rule: worst?.rule ?? decision.rule },
      ...(severity === undefined ? {} : { severity }), ...(worst?.providerError === undefined ? {} : { error: head(worst.providerError, 400) }),
    } }),
    pinned: frame.pinned.map(({ replayed }) => ({ label: replayed.serializer.label, op: replayed.replay.decisions.get(id)?.op ?? 'not applicable' })),
    ...(block?.signature === undefined || !isBound(block.signature) ? {} : { signature: `${block.signature.kind}, ${block.signature.state}, ${grouped(block.signature.value.length)} characters; only the provider can verify it` }),
    partners: partners.map((p) => ({ line: index.lineOf(p), label: index.label(p) })),
    others: found.block === undefined ? found.others.slice(0, OTHERS).map((o) => index.label(o)) : [],
  };
}
