import type { Why } from '../../model/decision.ts';
import { asObject } from '../../model/json.ts';
import type { Conversation } from '../../turns/conversation.ts';
import type { Draft, Piece } from './draft.ts';
import { isBoundThinking } from './drafts.ts';
import type { Edits } from './edits.ts';
import { recordedParams } from './parameters.ts';

const MODIFIED: Why = { reason: 'Signed thinking of the stretch cannot be sent as it was, so none of its thinking is.', rule: 'anthropic/thinking-modified-latest' };
const INVALID: Why = { reason: 'An empty signature cannot be valid.', rule: 'anthropic/thinking-signature-invalid' };
const MALFORMED: Why = { reason: 'The signature does not have the outer form of one: it was cut or changed.', rule: 'anthropic/thinking-signature-malformed' };
const FOREIGN: Why = { reason: 'What stands in the place of the signature is another provider\'s value.', rule: 'anthropic/thinking-foreign-signature' };
const SURROGATE: Why = { reason: 'The signed thinking holds an unpaired surrogate; it cannot be sent unchanged, so it is not sent.', rule: 'json/lone-surrogate' };
const NOT_FIRST: Why = { reason: 'The open tool loop does not begin with thinking; its thinking is left out and thinking switched off.', rule: 'anthropic/thinking-missing-in-tool-loop' };
const DISABLED: Why = { reason: 'The request does not turn thinking on; the last turn\'s may not be sent then.', rule: 'anthropic/thinking-disabled-final-thinking' };

/** A stretch of assistant messages that the API reads as one. */
interface Run { readonly drafts: readonly Draft[]; readonly open: boolean }

/**
 * Takes out thinking that the API would refuse. A bad block goes alone in an old run; in the open tool loop (everything
 * behind the last real user message) all thinking of the loop goes with it: the API refuses a loop with some of its thinking
 * (reports and live probes 2025-12 to 2026-09).
 */
export function repairThinking(drafts: readonly Draft[], conversation: Conversation, { edits, prefix }: { readonly edits: Edits; readonly prefix: boolean }): void {
  const start = loopStart(drafts);
  const loop = drafts.slice(start);
  drafts.forEach((draft, index) => {
    for (const piece of draft.pieces) {
      const why = badness(piece);
      if (why === undefined || !draft.pieces.includes(piece)) continue;
      edits.drop(draft, piece, why);
      if (prefix) dropAll(drafts.slice(index), why, edits);
      else if (index >= start) dropAll(loop, MODIFIED, edits);
    }
  });
  const runs = runsOf(drafts, start);
  for (const run of runs) {
    // The last run counts as the latest assistant message even behind a closing user message.
    const latest = run.open || run === runs[runs.length - 1];
    if (touching(run) || latest && lostThinking(run)) dropAll(run.open ? loop : run.drafts, MODIFIED, edits);
  }
  const params = recordedParams(conversation);
  const setting = asObject(params?.thinking)?.type;
  if (params !== undefined && setting !== 'enabled' && setting !== 'adaptive') dropAll(loop, DISABLED, edits);
}

function dropAll(from: readonly Draft[], why: Why, edits: Edits): void {
  for (const draft of from) for (const piece of draft.pieces) if (piece.type === 'thinking') edits.drop(draft, piece, why);
}

/**
 * True where the request must not ask for thinking by a budget: the open tool loop does not begin with any, and the API
 * refuses that. The loop then goes without thinking.
 */
export function loopWithoutThinking(drafts: readonly Draft[], edits: Edits): boolean {
  if (!loopLacksThinking(drafts)) return false;
  dropAll(drafts.slice(loopStart(drafts)), NOT_FIRST, edits);
  return true;
}

/** The request ends in an open tool loop whose first assistant message does not begin with thinking. */
export function loopLacksThinking(drafts: readonly Draft[]): boolean {
  const loop = drafts.slice(loopStart(drafts));
  const first = loop.find((draft) => draft.role === 'assistant');
  const inLoop = loop.some((draft) => draft.pieces.some((piece) => piece.type === 'result')) || loop.some((draft) => draft.pieces.some((piece) => piece.type === 'call'));
  return first !== undefined && inLoop && first.pieces[0]?.type !== 'thinking';
}

/** Index behind the last real user message: one that holds anything but tool results. */
function loopStart(drafts: readonly Draft[]): number {
  return drafts.findLastIndex((draft) => draft.role === 'user' && draft.pieces.some((piece) => piece.type !== 'result')) + 1;
}

function badness(piece: Piece): Why | undefined {
  const signature = piece.type === 'thinking' ? piece.block?.signature : undefined;
  if (signature === undefined) return undefined;
  if (piece.block?.text.loneSurrogate === true || signature.value.loneSurrogate) return SURROGATE;
  if (signature.value.state !== 'text') return INVALID;
  const { shape } = signature;
  const foreign = shape === 'openai-encrypted' || shape === 'gemini-thought' || shape === 'field-name' || shape === 'item-json' || shape === 'envelope';
  return foreign ? FOREIGN : signature.wellFormed === false ? MALFORMED : undefined;
}

function runsOf(drafts: readonly Draft[], start: number): readonly Run[] {
  const runs: { drafts: Draft[]; open: boolean; last: number }[] = [];
  drafts.forEach((draft, index) => {
    if (draft.role !== 'assistant') return;
    const run = runs[runs.length - 1];
    if (run !== undefined && run.last === index - 1) { run.drafts.push(draft); run.last = index; } else runs.push({ drafts: [draft], open: index >= start, last: index });
  });
  return runs;
}

/**
 * Signed blocks side by side that were not so when they were made: of two responses, or of one whose block between them is
 * not sent any more.
 */
function touching(run: Run): boolean {
  const pieces = run.drafts.flatMap((draft) => draft.pieces);
  return pieces.some((piece, index) => {
    const next = pieces[index + 1];
    if (next === undefined || !isBoundThinking(piece) || !isBoundThinking(next)) return false;
    if (piece.block?.response !== next.block?.response) return true;
    const blocks = piece.turn?.blocks ?? [];
    return blocks.findIndex((block) => block.id === next.block?.id) - blocks.findIndex((block) => block.id === piece.block?.id) > 1;
  });
}

/** A response whose thinking is sent in part: what is left was modified. */
function lostThinking(run: Run): boolean {
  return run.drafts.some((draft) => {
    const sent = new Set(draft.pieces.filter((piece) => piece.type === 'thinking').map((piece) => piece.block?.id));
    const made = draft.pieces[0]?.turn?.blocks.filter((block) => block.kind === 'thinking' || block.kind === 'redacted-thinking') ?? [];
    return sent.size > 0 && made.some((block) => !sent.has(block.id));
  });
}
