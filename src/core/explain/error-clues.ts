import type { Api } from '../model/block.ts';
import { familyOf, RULES } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';

/** A path into the request as the provider spelled it, taken apart. */
export interface PathClue {
  readonly root: 'messages' | 'input' | 'contents' | 'system' | 'tools';
  readonly steps: readonly string[];
  readonly spelled: string;
  readonly brackets: boolean;
}

/** What an error text says about where it is meant. */
export interface Clues {
  /** The text without escapes and line breaks. */
  readonly text: string;
  readonly paths: readonly PathClue[];
  /** Words that can be ids: compared with the ids of the request, so that no list of prefixes is needed to find one. */
  readonly words: ReadonlySet<string>;
  /** Words that certainly are ids, by their prefix or because a rule's text has an id there. */
  readonly ids: readonly string[];
  readonly rules: readonly Rule[];
  /** The APIs whose spelling this is; empty where nothing tells. */
  readonly apis: ReadonlySet<Api>;
}

/** Texts are messages of a provider, not files: what is longer is cut. */
const LIMIT = 20_000;
/** A JSON string inside a JSON string inside a log line is as deep as gateways go. */
const LAYERS = 4;

/** Ids as providers and clients make them. */
const ID = /\b(?:toolu|srvtoolu|tooluse|call|fc|fco|rs|msg|amsg|ctc|ctco|ws|tsc|lsh|cmp)_[A-Za-z0-9_-]+/g;
const PATH = /(?<![A-Za-z0-9_])(messages|input|contents|system|tools)((?:\.?\[\s?['"]?\w+['"]?\s?\]|\.\w+)+)/g;
const STEP = /\[\s?['"]?(\w+)['"]?\s?\]|\.(\w+)/g;

/** Of several rules with one text, the one that says it most generally stands for it. */
const GENERAL: readonly string[] = ['anthropic/prefill-unsupported', 'anthropic/thinking-signature-invalid', 'anthropic/tool-result-missing', 'anthropic/thinking-modified-latest'];

const FAMILY_APIS: Readonly<Record<string, Api>> = {
  anthropic: 'anthropic-messages', bedrock: 'bedrock-converse', deepseek: 'openai-chat', gemini: 'gemini', groq: 'openai-chat', kimi: 'openai-chat', minimax: 'openai-chat', mistral: 'mistral-chat',
  'openai-chat': 'openai-chat', 'openai-responses': 'openai-responses', qwen: 'openai-chat', xai: 'openai-chat',
};

/**
 * Reads a provider's error text: bare, inside JSON (escaped more than once), in a gateway's prose, or broken over lines. A text
 * that was broken inside a word is tried joined, too.
 */
export function errorClues(errorText: string): Clues {
  const plain = unescaped(errorText.slice(0, LIMIT));
  const text = plain.replace(/\s+/g, ' ');
  const joined = plain.replace(/\s*[\r\n]\s*/g, '');
  const paths = pathsIn(text);
  // The joined text can only add to a path that the break cut off.
  for (const longer of pathsIn(joined)) {
    const cut = paths.findIndex((p) => longer.spelled !== p.spelled && longer.spelled.startsWith(p.spelled));
    if (cut >= 0) paths[cut] = longer;
    else if (paths.length === 0) paths.push(longer);
  }
  const rules = RULES.filter((rule) => rule.errorText !== undefined && (rule.errorText.test(text) || rule.errorText.test(joined))).sort((a, b) => rankOf(a) - rankOf(b));
  const ids = new Set([...text.matchAll(ID)].map((found) => found[0].replace(/-+$/, '')));
  for (const rule of rules) for (const id of idsOf(rule, text)) ids.add(id);
  const words = new Set(text.match(/[A-Za-z0-9_|.:-]{4,}/g)?.map((word) => word.replace(/[.:]+$/, '')) ?? []);
  for (const word of joined.match(ID) ?? []) words.add(word);
  for (const id of ids) words.add(id);
  return { text, paths, words, ids: [...ids], rules, apis: apisOf(text, paths, rules, [...ids]) };
}

function rankOf(rule: Rule): number {
  const at = GENERAL.indexOf(rule.id);
  return at < 0 ? GENERAL.length : at;
}

/** The ids that a rule's own text names. */
function idsOf(rule: Rule, text: string): readonly string[] {
  const groups = rule.errorText?.exec(text)?.groups;
  return [groups?.id, groups?.reasoning, ...groups?.ids?.split(/,\s*/) ?? []].filter((id): id is string => id !== undefined && id !== '').map((id) => id.replace(/[.'"`]+$/, ''));
}

function unescaped(text: string): string {
  let plain = text;
  for (let layer = 0; layer < LAYERS && /\\["\\/nrtu]/.test(plain); layer++) {
    plain = plain.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, char: string | undefined) =>
      code !== undefined ? String.fromCharCode(Number.parseInt(code, 16)) : char === 'n' || char === 'r' ? '\n' : char === 't' ? ' ' : char ?? '');
  }
  return plain.replace(/&quot;/g, '"').replace(/&#(?:39|x27);/gi, "'").replace(/&#(?:96|x60);/gi, '`').replace(/&amp;/g, '&');
}

function pathsIn(text: string): PathClue[] {
  const found = new Map<string, PathClue>();
  for (const match of text.matchAll(PATH)) {
    const steps = [...match[2]!.matchAll(STEP)].map((step) => step[1] ?? step[2] ?? '');
    if (!/^\d+$/.test(steps[0] ?? '')) continue;
    const clue = { root: match[1] as PathClue['root'], steps, spelled: match[0], brackets: match[2]!.includes('[') };
    if (!found.has(clue.spelled)) found.set(clue.spelled, clue);
  }
  return [...found.values()];
}

function apisOf(text: string, paths: readonly PathClue[], rules: readonly Rule[], ids: readonly string[]): ReadonlySet<Api> {
  const apis = new Set<Api>();
  for (const rule of rules) { const api = FAMILY_APIS[familyOf(rule)]; if (api !== undefined) apis.add(api); }
  if (apis.size > 0) return apis;
  for (const { root, brackets, steps } of paths) {
    if (root === 'contents') apis.add('gemini');
    else if (root === 'input') apis.add('openai-responses');
    else if (root === 'messages') {
      apis.add(brackets || steps.includes('tool_calls') ? 'openai-chat' : 'anthropic-messages');
      // Some gateways write one provider's path in the other's spelling; the words decide.
      if (/tool_use|tool_result|thinking/.test(text)) apis.add('anthropic-messages');
    }
  }
  if (ids.some((id) => /^(?:srv)?toolu_/.test(id))) apis.add('anthropic-messages');
  if (ids.some((id) => /^(?:fc|rs|msg|amsg|ctc|ws)_/.test(id))) apis.add('openai-responses');
  if (apis.size === 0 && ids.some((id) => id.startsWith('call_'))) { apis.add('openai-chat'); apis.add('openai-responses'); apis.add('anthropic-messages'); }
  return apis;
}
