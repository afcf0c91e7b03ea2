import type { Block } from '../model/block.ts';
import type { Finding } from '../model/finding.ts';
import type { Id, Source } from '../model/source.ts';
import type { Turn } from '../model/turn.ts';
import { judge, resolveTarget } from '../judge/judge.ts';
import type { Replay } from '../replay/replay.ts';
import { DEFAULT_OPTIONS, type ReplayOptions, type Serializer } from '../replay/serializer.ts';
import type { Rule } from '../rules/rule.ts';
import { blocksOf, type Conversation } from '../turns/conversation.ts';
import { type Clues, errorClues, type PathClue } from './error-clues.ts';
import { plausibleTargets } from './plausible-targets.ts';
import { idPlaces, idsAt, wirePlace, type WirePlace } from './wire-place.ts';

/** One answer: what the provider meant, and how sure that is (0 to 1). Without a block where the text leads to none. */
export interface ExplainMatch {
  readonly target: string;
  readonly wirePath: string | undefined;
  readonly block: Id | undefined;
  readonly source: Source | undefined;
  readonly rule?: string;
  readonly confidence: number;
  readonly reason: string;
}

export interface ExplainOptions { readonly target?: string; readonly replay?: ReplayOptions }

/** Answers given at most: more is no answer. */
const MOST = 25;

/**
 * From a provider's error text to the blocks it means, best first. Indices are those of the array that the target would send.
 * Without a target every plausible one is tried. A text that leads nowhere gets a low answer that says so, as long as it names
 * a place or an id; a text without either gets none.
 */
export function explain(conversation: Conversation, errorText: string, { target, replay: options = DEFAULT_OPTIONS }: ExplainOptions = {}): readonly ExplainMatch[] {
  const clues = errorClues(errorText);
  if (clues.paths.length === 0 && clues.rules.length === 0 && clues.ids.length === 0 && clues.words.size === 0) return [];
  const blocks = new Lookup(conversation);
  const targets = target === undefined ? plausibleTargets(conversation, clues) : [{ target, weight: 1 }];
  const found: ExplainMatch[] = [];
  for (const { target: id, weight } of targets) {
    const serializer = resolveTarget(conversation, id);
    const replay = judge(conversation, id, options);
    found.push(...new Explainer(clues, serializer, replay, weight, blocks).matches());
  }
  const best = deduplicated(found);
  const sure = best.filter((match) => match.confidence > LOW);
  return (sure.length > 0 ? sure : best).slice(0, MOST);
}

/** At and below this an answer only says why there is none. */
const LOW = 0.1;

/** Blocks and turns by id, with their sources. */
class Lookup {
  private readonly blocks: ReadonlyMap<Id, Block>;
  private readonly turnOf = new Map<Id, Turn>();
  constructor(private readonly conversation: Conversation) {
    this.blocks = blocksOf(conversation);
    for (const turn of conversation.turns) { this.turnOf.set(turn.id, turn); for (const block of turn.blocks) this.turnOf.set(block.id, turn); }
  }

  source(id: Id | undefined): Source | undefined {
    return id === undefined ? undefined : this.blocks.get(id)?.source ?? this.turnOf.get(id)?.entries[0]?.source;
  }

  /** The call that a block makes or answers. */
  callId(id: Id): string | undefined {
    return this.blocks.get(id)?.callId ?? this.turnOf.get(id)?.callId;
  }

  /** Blocks (or turns without blocks) with one of these ids, calls and items before results. */
  *named(words: ReadonlySet<string>): Generator<{ readonly id: string; readonly subject: Id; readonly result: boolean }> {
    for (const turn of this.conversation.turns) {
      if (turn.role === 'toolResult' && turn.callId !== undefined && words.has(turn.callId)) yield { id: turn.callId, subject: turn.blocks[0]?.id ?? turn.id, result: true };
      for (const { id: subject, callId, itemId } of turn.blocks) {
        const id = callId !== undefined && words.has(callId) ? callId : itemId !== undefined && words.has(itemId) ? itemId : undefined;
        if (id !== undefined) yield { id, subject, result: false };
      }
    }
  }
}

/** Looks one error text up in one target's replay. */
class Explainer {
  constructor(private readonly clues: Clues, private readonly serializer: Serializer, private readonly replay: Replay, private readonly weight: number, private readonly lookup: Lookup) {}

  matches(): readonly ExplainMatch[] {
    const { replay } = this;
    if (replay.outcome === 'not-applicable') return [];
    if (replay.template === null) return [...this.rejected(), ...this.unsent(new Set())];
    const byRule = this.byFindings();
    const named = this.byIds();
    const byPath = this.clues.paths.flatMap((path) => this.byPath(path, [...byRule, ...named]));
    const all = [...byRule, ...byPath, ...named];
    return [...all, ...this.unsent(new Set(all.map((match) => match.block)))];
  }

  private match(wirePath: string | undefined, block: Id | undefined, confidence: number, reason: string, rule?: string): ExplainMatch {
    return { target: this.replay.target, wirePath, block, source: this.lookup.source(block), confidence: Math.round(confidence * this.weight * 100) / 100, reason, ...(rule === undefined ? {} : { rule }) };
  }

  /** Findings whose provider text this is. */
  private byFindings(): readonly ExplainMatch[] {
    const { clues } = this;
    const found: ExplainMatch[] = [];
    for (const finding of this.replay.findings) {
      if (finding.providerError === undefined || !clues.rules.some((rule) => rule.id === finding.rule)) continue;
      const spelled = bare(clues.text).includes(bare(finding.providerError).replace(/\.$/, ''));
      const samePath = clues.paths.some((path) => [finding.wirePath, finding.providerPath?.replace(/\[(\d+)\]/g, '.$1')].some((own) => own !== undefined && `${dotted(path)}.`.startsWith(`${own}.`)));
      const sameId = clues.ids.some((id) => finding.providerError?.includes(id));
      const certainty = spelled && (samePath || sameId) ? 0.98 : samePath ? 0.9 : clues.paths.length === 0 && sameId ? 0.9 : clues.paths.length === 0 && clues.ids.length === 0 ? 0.75 : 0;
      if (certainty === 0) continue;
      found.push(this.match(finding.wirePath, blockOf(finding, clues, this.lookup), certainty - (finding.severity === 'info' ? 0.1 : 0), finding.message, finding.rule));
    }
    return found;
  }

  private byPath(path: PathClue, known: readonly ExplainMatch[]): readonly ExplainMatch[] {
    const template = this.replay.template;
    const place = template === null ? undefined : wirePlace(template, path);
    if (place === undefined) return [];
    if (place.beyond !== undefined) return [this.beyond(path, place, place.beyond)];
    // A finding or an id inside the place is the better answer for it.
    if (known.some((match) => match.wirePath === place.wirePath || match.wirePath?.startsWith(`${place.wirePath}.`) === true)) return [];
    const ids = path.root === 'tools' ? [] : idsAt(this.replay, place.wirePath);
    const rule = this.clues.rules.find((r) => fits(r, place));
    const fitting = place.mismatch === undefined && (rule !== undefined || this.clues.rules.length === 0);
    const where = `${place.wirePath} of the request for ${this.replay.target}`;
    if (ids.length === 0) {
      const inserted = this.replay.inserted.find((i) => place.wirePath === i.wirePath || place.wirePath.startsWith(`${i.wirePath}.`));
      return [this.match(place.wirePath, undefined, 0.3, inserted === undefined ? `${where} stands in no block of the session.` : `${where} was put in and stands in no block: ${inserted.reason}`, rule?.id)];
    }
    const reason = fitting ? `This is ${where}.${rule === undefined ? '' : ` ${rule.summary}`}` : `This is ${where}, but it is of type ${place.type === '' ? 'unknown' : place.type}, which the text does not fit.`;
    return [this.match(place.wirePath, ids[0], fitting ? 0.8 : 0.3, reason, fitting ? rule?.id : undefined)];
  }

  private beyond(path: PathClue, place: WirePlace, { path: list, length }: NonNullable<WirePlace['beyond']>): ExplainMatch {
    const ids = idsAt(this.replay, place.wirePath);
    return this.match(undefined, ids[ids.length - 1], 0.08, `${dotted(path)} is beyond the end: ${list} of the request for ${this.replay.target} has ${length} element${length === 1 ? '' : 's'}. The refused request was another one; this is the nearest block.`);
  }

  /** Nodes of the request that have an id of the text. */
  private byIds(): readonly ExplainMatch[] {
    const { clues, replay } = this;
    if (replay.template === null) return [];
    const wantsResult = clues.rules.length === 0 ? undefined : clues.rules.some((rule) => /orphan|result-duplicate/.test(rule.id));
    const inPath = (wirePath: string): boolean => clues.paths.length === 0 || clues.paths.some((path) => wirePath === dotted(path) || `${dotted(path)}.`.startsWith(`${wirePath}.`) || wirePath.startsWith(`${dotted(path)}.`));
    const found: ExplainMatch[] = [];
    for (const { id, wirePath, result } of idPlaces(replay.template, this.serializer.array, clues.words)) {
      const rightHalf = wantsResult === undefined || wantsResult === result;
      const certain = clues.ids.includes(id);
      const rule = clues.rules[0];
      const confidence = (rightHalf ? 0.85 : 0.45) * (inPath(wirePath) ? 1 : 0.5) * (certain ? 1 : 0.7);
      found.push(this.match(wirePath, idsAt(replay, wirePath)[0], confidence, `${id} is the id of ${wirePath} in the request for ${replay.target}.${rule === undefined || !rightHalf ? '' : ` ${rule.summary}`}`, rightHalf ? rule?.id : undefined));
    }
    return found;
  }

  /** Ids that the session has and the request does not show. */
  private unsent(known: ReadonlySet<Id | undefined>): readonly ExplainMatch[] {
    const found: ExplainMatch[] = [];
    const seen = new Set<string>();
    for (const { id, subject } of this.lookup.named(this.clues.words)) {
      seen.add(id);
      if (known.has(subject) || !this.clues.ids.includes(id)) continue;
      const decision = this.replay.decisions.get(subject);
      const [wirePath] = decision?.wirePaths ?? [];
      if (wirePath === undefined) found.push(this.match(undefined, subject, 0.25, `${id} is not sent to ${this.replay.target}: ${decision?.reason ?? 'it is not in the context.'}`, decision?.rule));
      else found.push(this.match(wirePath, subject, 0.5, `${id} belongs to this block; the request for ${this.replay.target} sends it at ${wirePath} without that id.`));
    }
    for (const id of this.clues.ids) if (!seen.has(id)) found.push(this.match(undefined, undefined, 0.05, `${id} is the id of no block of this session.`));
    return found;
  }

  private rejected(): readonly ExplainMatch[] {
    const { rejection } = this.replay;
    if (rejection === undefined || !bare(this.clues.text).includes(bare(rejection.message))) return [];
    return [this.match(undefined, rejection.block, 0.95, `${this.replay.target} itself refuses this block: ${rejection.message}`)];
  }
}

/** The block of a finding that the text names: by its id where it names one, else the finding's first. */
function blockOf(finding: Finding, clues: Clues, lookup: Lookup): Id | undefined {
  return finding.blocks.find((id) => { const callId = lookup.callId(id); return callId !== undefined && clues.ids.includes(callId); }) ?? finding.blocks[0];
}

/** Whether a place can be what a rule is about. */
function fits(rule: Rule, { type }: WirePlace): boolean {
  const name = rule.id.slice(rule.id.indexOf('/') + 1);
  if (name === 'thinking-missing-in-tool-loop') return type !== 'thinking' && type !== 'redacted_thinking';
  if (/^(?:redacted-)?thinking/.test(name)) return type === 'thinking' || type === 'redacted_thinking';
  if (name === 'tool-result-orphan' || name === 'tool-result-duplicate') return type === 'tool_result';
  if (name.startsWith('tool-use')) return type === 'tool_use';
  if (name === 'tool-result-missing' || name === 'tool-result-not-first') return type === 'assistant' || type === 'user';
  if (name.startsWith('system-role')) return type === 'system' || type === 'developer';
  return true;
}

function dotted(path: PathClue): string {
  return [path.root, ...path.steps].join('.');
}

/** Without the marks that gateways and logs drop or change. */
function bare(text: string): string {
  return text.replace(/[`'"\s]+/g, ' ').trim();
}

function deduplicated(matches: readonly ExplainMatch[]): readonly ExplainMatch[] {
  const best = new Map<string, ExplainMatch>();
  for (const match of [...matches].sort((a, b) => b.confidence - a.confidence)) {
    const key = `${match.target}\n${match.wirePath ?? ''}\n${match.block ?? ''}`;
    if (!best.has(key)) best.set(key, match);
  }
  return [...best.values()];
}
