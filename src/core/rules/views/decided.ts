import type { Decision } from '../../model/decision.ts';
import type { Id } from '../../model/source.ts';
import type { Hit, Judged } from '../rule.ts';
import { lineOf } from './bound-thinking.ts';

const indexes = new WeakMap<Judged, ReadonlyMap<string, readonly Decision[]>>();

/** The decisions that were made by a rule, in record order. Gathered once per replay: many rules ask. */
export function decisionsBy(judged: Judged, rule: string): readonly Decision[] {
  let index = indexes.get(judged);
  if (index === undefined) {
    const found = new Map<string, Decision[]>();
    for (const decision of judged.replay.decisions.values()) {
      if (decision.rule === undefined) continue;
      const list = found.get(decision.rule);
      if (list === undefined) found.set(decision.rule, [decision]); else list.push(decision);
    }
    indexes.set(judged, index = found);
  }
  return index.get(rule) ?? [];
}

/** The places where a client's serializer decided by a rule: it knows best what it did, so the rule reports its decisions. */
export function* decidedBy(judged: Judged, rule: string): Generator<Hit> {
  for (const decision of decisionsBy(judged, rule)) {
    const [wirePath] = decision.wirePaths;
    yield { blocks: [decision.block], message: `${whatOf(judged, decision.block)} (${lineOf(judged, decision.block)}): ${decision.reason}`, ...(wirePath === undefined ? {} : { wirePath }) };
  }
}

/** What a rule left out has no place on the wire: one hit per turn that lost something, with all that it lost. */
export function* omittedByTurn(judged: Judged, rule: string): Generator<Hit> {
  const groups = new Map<Id, Decision[]>();
  for (const decision of decisionsBy(judged, rule)) {
    if (decision.op !== 'omitted') continue;
    const place = judged.turnOf(decision.block)?.id ?? decision.block;
    const group = groups.get(place);
    if (group === undefined) groups.set(place, [decision]); else group.push(decision);
  }
  for (const group of groups.values()) {
    const [first] = group;
    const reasons = [...new Set(group.map((decision) => decision.reason))];
    yield { blocks: group.map((decision) => decision.block), message: `${counted(judged, group)} (${lineOf(judged, first!.block)}): ${reasons.join(' ')}` };
  }
}

/** What a request loses throughout: one hit per reason, at the first block, with how many there are. */
export function* omittedThroughout(judged: Judged, rule: string): Generator<Hit> {
  yield* byReason(judged, decisionsBy(judged, rule).filter((decision) => decision.op === 'omitted'));
}

/** What a client does throughout: one hit per reason, at the first block and its place on the wire, with how many there are. */
export function* decidedThroughout(judged: Judged, rule: string): Generator<Hit> {
  yield* byReason(judged, decisionsBy(judged, rule));
}

function* byReason(judged: Judged, decisions: readonly Decision[]): Generator<Hit> {
  const groups = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const group = groups.get(decision.reason);
    if (group === undefined) groups.set(decision.reason, [decision]); else group.push(decision);
  }
  for (const [reason, group] of groups) {
    const { block: first, wirePaths: [wirePath] } = group[0]!;
    const message = group.length === 1 ? `${whatOf(judged, first)} (${lineOf(judged, first)}): ${reason}` : `${group.length} blocks, the first at ${lineOf(judged, first)}: ${reason}`;
    yield { blocks: [first], message, ...(wirePath === undefined ? {} : { wirePath }) };
  }
}

function whatOf(judged: Judged, id: Id): string {
  return judged.block(id)?.nativeType ?? 'the turn';
}

function counted(judged: Judged, group: readonly Decision[]): string {
  return group.length === 1 ? whatOf(judged, group[0]!.block) : `${group.length} blocks`;
}
