import type { Block } from '../../../model/block.ts';
import type { Op, Why } from '../../../model/decision.ts';
import type { Facts } from '../../../model/facts.ts';
import type { Id } from '../../../model/source.ts';
import type { Entry, Turn } from '../../../model/turn.ts';
import type { RequestWriter } from '../../../replay/request-writer.ts';
import { MODEL_PLACEHOLDER } from '../../../replay/serializer.ts';
import type { Step } from './steps.ts';
import type { Version } from './version.ts';

export interface Mark { readonly op: Exclude<Op, 'omitted' | 'rejected'>; readonly why: Why }

/** One content block on its way to the wire. */
export type Piece =
  | {
    readonly type: 'text';
    readonly block: Block | undefined;
    /** What is sent of the block; a text of the client's own stands in no block. */
    readonly text: Facts | string;
    readonly note: boolean;
    /** A reminder goes into the tool result beside it, unless it is one that stands beside it. */
    readonly reminder: 'folds' | 'beside' | undefined;
    /** The client ends a text with a line break when another record's text follows in the same message. */
    newline: boolean;
    readonly marks: Mark[];
    readonly inserted?: Why;
  }
  /** A reminder whose words are not recorded: it has its effect on the texts around it and is not sent. */
  | { readonly type: 'unknown'; readonly reminder: 'folds' | 'beside'; newline: boolean }
  | { readonly type: 'block'; readonly block: Block; readonly marks: Mark[] }
  | { readonly type: 'result'; readonly entry: Entry; readonly turn: Turn; readonly folded: Piece[] }
  | { readonly type: 'missing-result'; readonly callId: string };

export interface Draft { readonly role: 'user' | 'assistant'; readonly pieces: Piece[]; /** A text that was a string in its record and is alone. */ string: boolean }

export interface Making { readonly model: string; readonly version: Version; readonly writer: RequestWriter }

const LEFT_OUT = 'client/thinking-left-out';
const CHANGED = 'client/changed-on-wire';
const NOT_RECORDED: Why = { reason: 'A reminder was made of this; its words are not recorded by this version.', rule: 'client/not-recorded' };
const NOTHING_TO_SEE: Why = { reason: 'A message with nothing to see in it (thinking, blank text) is left out whole.', rule: LEFT_OUT };
const OTHER_MODEL: Why = { reason: 'Thinking of another model than the request\'s is left out; it is sent again when that model is back.', rule: LEFT_OUT };
const STRIPPED: Why = { reason: 'A provider refused thinking of this session; from then on none of what came before is sent.', rule: LEFT_OUT };
const EMPTY: Why = { reason: 'Empty text is left out.', rule: CHANGED };
const UNANSWERED: Why = { reason: 'A call without a result is left out (2.1.197).', rule: CHANGED };
const STORED: Mark = { op: 'kept', why: { reason: 'Sent as stored: the client fills defaults into the arguments of Edit and reorders them, so these are not the model\'s own bytes.', rule: CHANGED } };

/** The messages of the steps: adjacent user records become one message, each text a block of its own. */
export function draftMessages(steps: readonly Step[], making: Making): readonly Draft[] {
  const drafts: Draft[] = [];
  const answered = new Set<string>();
  for (const step of steps) if (step.type === 'result' && step.entry.callId !== undefined) answered.add(step.entry.callId);
  let pending: string[] = [];
  const user = (): Draft | undefined => drafts[drafts.length - 1]?.role === 'user' ? drafts[drafts.length - 1] : undefined;
  const settle = (): void => {
    // 2.1.332 writes a result for each call that was cut off before it goes on.
    for (const callId of pending) open(user(), drafts).pieces.push({ type: 'missing-result', callId });
    pending = [];
  };
  for (const step of steps) {
    if (step.type !== 'result') settle();
    switch (step.type) {
      case 'assistant': {
        const pieces = assistantPieces(step.entries, answered, making, pending);
        if (pieces.length > 0) drafts.push({ role: 'assistant', pieces, string: false });
        break;
      }
      case 'result': open(user(), drafts).pieces.push({ type: 'result', entry: step.entry, turn: step.turn, folded: [] }); break;
      case 'reminder': addReminder(step.entry, user(), drafts, making); break;
      case 'user': addUser(userPieces(step.entry, step.turn, making), step.entry.detail?.content !== 'array', user(), drafts); break;
      case 'own': {
        const piece: Piece = { type: 'text', block: undefined, text: step.text, note: false, reminder: undefined, newline: false, marks: [], inserted: { reason: step.reason, rule: 'client/added-on-wire' } };
        if (step.role === 'user') addUser([piece], false, user(), drafts); else drafts.push({ role: 'assistant', pieces: [piece], string: false });
        break;
      }
    }
  }
  settle();
  // 2.1.197 puts a reminder with date and memory files in front of the first user message; its words are in no file.
  if (making.version === '2.1.197' && drafts[0]?.role === 'user') drafts[0].string = false;
  return drafts.filter((draft) => draft.role === 'assistant' || fold(draft));
}

function open(user: Draft | undefined, drafts: Draft[]): Draft {
  if (user !== undefined) { user.string = false; return user; }
  const made: Draft = { role: 'user', pieces: [], string: false };
  drafts.push(made);
  return made;
}

/** A user record behind another one: the text before it ends with a line break. */
function addUser(pieces: readonly Piece[], string: boolean, user: Draft | undefined, drafts: Draft[]): void {
  if (pieces.length === 0) return;
  if (user === undefined) { drafts.push({ role: 'user', pieces: [...pieces], string: string && pieces.length === 1 }); return; }
  const before = user.pieces[user.pieces.length - 1];
  const first = pieces[0]!;
  if ((before?.type === 'text' || before?.type === 'unknown') && first.type === 'text') before.newline = true;
  user.pieces.push(...pieces);
  user.string = false;
}

/** An attachment behind a message of the model gives a message for each of its texts; behind user content all of them join it. */
function addReminder(entry: Entry | undefined, user: Draft | undefined, drafts: Draft[], { writer }: Making): void {
  const reminder = entry?.detail?.beside === true ? 'beside' : 'folds';
  const pieces: Piece[] = [];
  for (const block of entry?.blocks ?? []) {
    if (block.kind === 'text') pieces.push({ type: 'text', block, text: block.text, note: false, reminder, newline: false, marks: [] });
    else { pieces.push({ type: 'unknown', reminder, newline: false }); writer.omit(block.id, NOT_RECORDED); }
  }
  if (entry === undefined) pieces.push({ type: 'unknown', reminder, newline: false });
  if (user !== undefined) { user.pieces.push(...pieces); user.string = false; return; }
  for (const piece of pieces) drafts.push({ role: 'user', pieces: [piece], string: true });
}

function userPieces(entry: Entry, turn: Turn, { writer, version }: Making): readonly Piece[] {
  if (turn.blocks.length === 0) writer.omit(turn.id, { reason: 'A user record without content.' });
  const wrap = version === '2.1.332' ? entry.detail?.wrap : undefined;
  return entry.blocks.map((block): Piece => {
    if (block.kind !== 'text') return { type: 'block', block, marks: [] };
    const framed = wrap !== undefined && block.sent === undefined;
    const marks: Mark[] = wrap === undefined ? [] : [{ op: 'converted', why: framed && wrap === 'notification' ? { reason: 'Claude Code frames a task notification; its words around it are not recorded here.', rule: 'client/not-recorded' } : { reason: 'Claude Code frames its own notes as a reminder when it sends them.', rule: CHANGED } }];
    return { type: 'text', block, text: block.sent ?? block.text, note: framed, reminder: undefined, newline: false, marks };
  });
}

/** The content of one message of the model, in order; what is left out is decided. `pending` gets the calls that need a result. */
function assistantPieces(entries: readonly Entry[], answered: ReadonlySet<string>, { model, version, writer }: Making, pending: string[]): Piece[] {
  const pieces: Piece[] = [];
  const calls: string[] = [];
  for (const entry of entries) for (const block of entry.blocks) {
    const why = leftOut(block, entry, model, version, answered);
    if (why !== undefined) { writer.omit(block.id, why); continue; }
    if (block.kind === 'tool-call' && block.callId !== undefined && !answered.has(block.callId)) calls.push(block.callId);
    pieces.push({ type: 'block', block, marks: block.kind === 'tool-call' && block.name === 'Edit' ? [STORED] : [] });
  }
  if (pieces.some((piece) => piece.type === 'block' && isVisible(piece.block))) { pending.push(...calls); return pieces; }
  for (const piece of pieces) if (piece.type === 'block') writer.omit(piece.block.id, NOTHING_TO_SEE);
  return [];
}

function leftOut(block: Block, entry: Entry, model: string, version: Version, answered: ReadonlySet<Id>): Why | undefined {
  if (block.kind === 'thinking' || block.kind === 'redacted-thinking') {
    if (entry.detail?.stripped === true) return STRIPPED;
    const made = entry.response?.model;
    return made !== undefined && model !== MODEL_PLACEHOLDER && made !== model ? OTHER_MODEL : undefined;
  }
  if (block.kind === 'text' && block.text.state === 'empty' && version === '2.1.332') return EMPTY;
  return block.kind === 'tool-call' && version === '2.1.197' && (block.callId === undefined || !answered.has(block.callId)) ? UNANSWERED : undefined;
}

function isVisible(block: Block): boolean {
  return block.kind === 'text' ? block.text.state === 'text' : block.kind !== 'thinking' && block.kind !== 'redacted-thinking';
}

/** Tool results come first, reminders go into the last of them; false where nothing is left to send. */
function fold(draft: Draft): boolean {
  const { pieces } = draft;
  const results = pieces.filter((piece) => piece.type === 'result' || piece.type === 'missing-result');
  const last = results.findLast((piece) => piece.type === 'result');
  const into = last !== undefined && !last.turn.blocks.some((block) => block.nativeType === 'tool_reference') ? last : undefined;
  const rest: Piece[] = [];
  for (const piece of pieces) {
    if (piece.type === 'result' || piece.type === 'missing-result') continue;
    if (into !== undefined && (piece.type === 'text' || piece.type === 'unknown') && piece.reminder === 'folds') into.folded.push(piece);
    else if (piece.type !== 'unknown') rest.push(piece);
  }
  const loaded: Piece[] = results.some((piece) => piece.type === 'result' && piece.turn.blocks.some((block) => block.nativeType === 'tool_reference'))
    ? [{ type: 'text', block: undefined, text: 'Tool loaded.', note: false, reminder: undefined, newline: false, marks: [], inserted: { reason: 'Claude Code says so behind a result that loads tools.', rule: 'client/added-on-wire' } }] : [];
  pieces.length = 0;
  pieces.push(...results, ...loaded, ...rest);
  return pieces.length > 0;
}
