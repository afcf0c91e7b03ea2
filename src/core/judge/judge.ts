import type { Block } from '../model/block.ts';
import type { Finding } from '../model/finding.ts';
import type { Severity } from '../model/problem.ts';
import type { Id, Source } from '../model/source.ts';
import type { Turn } from '../model/turn.ts';
import { assistantRuns } from '../replay/boundaries.ts';
import { originOf, writeReplay, type Replay } from '../replay/replay.ts';
import { DEFAULT_OPTIONS, MODEL_PLACEHOLDER, type ReplayOptions, type Serializer } from '../replay/serializer.ts';
import { member, type Wire } from '../replay/wire.ts';
import { familyOf, RULES } from '../rules/index.ts';
import type { Hit, Judged, Rule } from '../rules/rule.ts';
import { autoTarget } from '../targets/auto.ts';
import { targetById } from '../targets/index.ts';
import type { Conversation } from '../turns/conversation.ts';
import { blocksOf } from '../turns/conversation.ts';

/** A target id that is none of ours. */
export class UnknownTarget extends Error {}

/** The serializer behind a target id; `auto` is resolved for the conversation. */
export function resolveTarget(conversation: Conversation, target: string): Serializer {
  const id = target === 'auto' ? autoTarget(conversation) : target;
  const serializer = targetById(id);
  if (serializer === undefined) throw new UnknownTarget(`unknown target "${id}"`);
  return serializer.forConversation?.(conversation) ?? serializer;
}

/** Replays a conversation for a target and judges the request by the target's rules. The one `Replay` everything reads. */
export function judge(conversation: Conversation, target: string, options: ReplayOptions = DEFAULT_OPTIONS): Replay {
  const serializer = resolveTarget(conversation, target);
  const replay = writeReplay(conversation, serializer, options);
  if (replay.outcome !== 'ok' || replay.template === null) return replay;
  const judged = judgedOf(conversation, serializer, options, replay, replay.template);
  const findings: Finding[] = [];
  for (const rule of RULES) {
    if (!serializer.ruleFamilies.includes(familyOf(rule))) continue;
    for (const hit of rule.check(judged)) findings.push(findingOf(rule, hit, judged));
  }
  return { ...replay, findings: findings.sort(byPlace) };
}

function judgedOf(conversation: Conversation, serializer: Serializer, options: ReplayOptions, replay: Replay, request: Wire): Judged {
  let blocks: ReadonlyMap<Id, Block> | undefined;
  let turns: Map<Id, Turn> | undefined;
  const model = member(request, 'model') ?? member(request, 'modelId') ?? options.model ?? conversation.recorded.model;
  return {
    conversation, serializer, options, replay, request,
    model: typeof model === 'string' && model !== MODEL_PLACEHOLDER ? model.toLowerCase() : undefined,
    runs: assistantRuns(request, replay.origins, serializer),
    block: (id) => (blocks ??= blocksOf(conversation)).get(id),
    turnOf: (id) => {
      if (turns === undefined) {
        turns = new Map();
        for (const turn of conversation.turns) { turns.set(turn.id, turn); for (const block of turn.blocks) turns.set(block.id, turn); }
      }
      return turns.get(id);
    },
    origin: (path) => originOf(replay, path),
  };
}

function findingOf(rule: Rule, hit: Hit, judged: Judged): Finding {
  const blocks = hit.blocks ?? (hit.wirePath === undefined ? [] : judged.origin(hit.wirePath));
  const sources = blocks.map((id) => judged.block(id)?.source ?? judged.turnOf(id)?.entries[0]?.source).filter((s): s is Source => s !== undefined);
  const { wirePath, providerPath = wirePath, providerError } = hit;
  return {
    rule: rule.id, severity: hit.severity ?? rule.severity, blocks, sources, confidence: hit.confidence ?? 'exact', message: hit.message, fix: rule.fix,
    ...(wirePath === undefined ? {} : { wirePath }), ...(providerPath === undefined ? {} : { providerPath }), ...(providerError === undefined ? {} : { providerError }),
  };
}

const SEVERITY: readonly Severity[] = ['error', 'warning', 'info'];

function byPlace(a: Finding, b: Finding): number {
  return SEVERITY.indexOf(a.severity) - SEVERITY.indexOf(b.severity) || (a.sources[0]?.record ?? 0) - (b.sources[0]?.record ?? 0);
}
