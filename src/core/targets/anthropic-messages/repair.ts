import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { asObject, type Json } from '../../model/json.ts';
import { spellsLone, wellFormedJson } from '../../model/surrogates.ts';
import { parse } from '../../records/line-reader.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { gate } from '../../replay/model-gates.ts';
import { derivedRef, isRef, shapeOf, textRef, type Wire, type WireObject } from '../../replay/wire.ts';
import type { Conversation } from '../../turns/conversation.ts';
import { ownText } from './blocks.ts';
import { withMember, type Child, type Draft, type Mark, type Node, type Piece } from './draft.ts';
import type { Drafted } from './drafts.ts';
import { Edits } from './edits.ts';
import type { Platform } from './platform.ts';
import { repairPairs } from './repair-pairs.ts';
import { asksByBudget } from './parameters.ts';
import { loopWithoutThinking, repairThinking } from './repair-thinking.ts';
import { placeSystemUpdates } from './system-updates.ts';

const EMPTY: Why = { reason: 'Empty text is refused by the API.', rule: 'anthropic/text-empty' };
const BLANK: Why = { reason: 'Text of white space only is refused by the API.', rule: 'anthropic/text-whitespace-only' };
const NO_CONTENT: Why = { reason: 'A message without content is refused by the API.', rule: 'anthropic/message-empty-content' };
const SURROGATE: Mark = { op: 'converted', why: { reason: 'Unpaired surrogates are replaced by U+FFFD: the API takes valid JSON only.', rule: 'json/lone-surrogate' } };
const CONTINUE: Why = { reason: 'The model does not take a request that ends on an assistant message.', rule: 'anthropic/prefill-unsupported' };

/**
 * Applies the fixes of the Anthropic rules to drafted messages, each as a decision of its own. Signed content is never
 * changed: where a fix would part or join signed blocks the thinking goes instead. `thinkingOff` asks for the parameter.
 */
export function repair(drafted: Drafted, conversation: Conversation, model: string, platform: Platform, writer: RequestWriter): Drafted & { readonly thinkingOff: boolean } {
  const edits = new Edits(writer);
  const { drafts } = drafted;
  const top: Draft = { role: 'system', pieces: [...drafted.system] };
  for (const draft of drafts) if (draft.pieces.some((piece) => piece.turn?.kind !== 'agent-message' && piece.marks.some((mark) => mark.op === 'moved'))) edits.touch(draft);
  for (const draft of [top, ...drafts]) { dropBlankText(draft, edits); replaceSurrogates(draft, edits); }
  removeEmpty(drafts, edits);
  // Which user messages there are decides where the open tool loop begins; placement is settled again when all else is.
  placeSystemUpdates(drafts, model, platform, writer);
  const prefix = gate('prefixCheck', model) === 'yes';
  repairThinking(drafts, conversation, { edits, prefix });
  removeEmpty(drafts, edits);
  repairPairs(drafts, edits);
  removeEmpty(drafts, edits);
  if (prefix) dropAfterEdits(drafts, edits);
  removeEmpty(drafts, edits);
  placeSystemUpdates(drafts, model, platform, writer);
  const thinkingOff = asksByBudget(conversation, model) && loopWithoutThinking(drafts, edits);
  removeEmpty(drafts, edits);
  if (drafts[drafts.length - 1]?.role === 'assistant' && gate('prefillRejected', model) !== 'no') {
    drafts.push({ role: 'user', pieces: [{ type: 'text', node: ownText('Continue.'), ids: [], marks: [], inserted: CONTINUE }] });
  }
  return { system: top.pieces, drafts, thinkingOff };
}

function dropBlankText(draft: Draft, edits: Edits): void {
  for (const piece of draft.pieces) {
    if (piece.children !== undefined) dropBlankParts(draft, piece, edits);
    if (piece.type !== 'text' || piece.block === undefined || piece.block.text.state === 'text') continue;
    edits.drop(draft, piece, piece.block.text.state === 'empty' ? EMPTY : BLANK);
  }
}

/** Blank texts in a result's list of parts go; a result without parts stays, and so does one that is a single string. */
function dropBlankParts(draft: Draft, piece: Piece, edits: Edits): void {
  const blank = (child: Child): boolean => child.block?.kind === 'text' && child.block.text.state !== 'text' && !isText(child.node);
  const children = piece.children ?? [];
  if (!children.some(blank)) return;
  for (const child of children) if (blank(child)) for (const id of child.ids) edits.omit(id, child.block?.text.state === 'empty' ? EMPTY : BLANK);
  const left = children.filter((child) => !blank(child));
  edits.replace(draft, piece, { ...piece, children: left, node: withMember(piece.node, 'content', left.map((child) => child.node)) });
}

function isText(node: Node): boolean {
  return isRef(node) && node.ref === 'text';
}

/** Texts are sent well-formed; signed ones are left to repairThinking. Inside a result its texts alone are looked at. */
function replaceSurrogates(draft: Draft, edits: Edits): void {
  for (const piece of draft.pieces) {
    if (piece.type === 'text' && piece.block?.text.loneSurrogate === true) {
      edits.replace(draft, piece, { ...piece, node: spelledOut(piece, 'text', textRef(piece.block.text, 'well-formed')), marks: [...piece.marks, SURROGATE] });
    } else if (piece.type === 'call' && piece.block !== undefined && holdsLone(piece.block)) {
      edits.replace(draft, piece, { ...piece, node: spelledOut(piece, 'input', derivedRef(piece.block.text.at.slice(0, 1), {}, ([value]) => wellFormed(value))), marks: [...piece.marks, SURROGATE] });
    } else if (piece.children?.some((child) => child.block?.text.loneSurrogate === true) === true) {
      const children = piece.children.map((child) => child.block?.kind === 'text' && child.block.text.loneSurrogate
        ? { ...child, node: { type: 'text', text: textRef(child.block.text, 'well-formed') }, marks: [...child.marks, SURROGATE] } : child);
      edits.replace(draft, piece, { ...piece, children, node: withMember(piece.node, 'content', children.map((child) => child.node)) });
    }
  }
}

/** A block with another member, spelled from its facts where they hold all of it: a copy of the record would hold the old member. */
function spelledOut(piece: Piece, key: string, value: Wire): Node {
  const shape = shapeOf(piece.node);
  const whole = typeof shape === 'object' && shape !== null && !Array.isArray(shape) && !isRef(shape) && Object.values(shape).every((member) => member !== null);
  return whole ? { ...shape as WireObject, [key]: value } : withMember(piece.node, key, value);
}

/** Arguments hold half a pair as a character or, where they are JSON in a string, spelled as an escape. */
function holdsLone(block: Block): boolean {
  return block.text.loneSurrogate || block.text.inline !== undefined && spellsLone(block.text.inline);
}

/** Arguments with every string in them well-formed; an empty object for what no tool was called with. */
function wellFormed(value: Json | undefined): Json {
  const once = typeof value === 'string' ? parse(value) : value;
  return asObject(wellFormedJson((typeof once === 'string' ? parse(once) : once) ?? {})) ?? {};
}

function removeEmpty(drafts: Draft[], edits: Edits): void {
  for (let index = drafts.length - 1; index >= 0; index--) {
    const draft = drafts[index]!;
    if (draft.pieces.length > 0 || draft.role === 'system' && draft.recorded?.extra?.output_config !== undefined) continue;
    if (draft.empty !== undefined) edits.omit(draft.empty, NO_CONTENT);
    drafts.splice(index, 1);
    const next = drafts[index] ?? drafts[index - 1];
    if (next !== undefined) edits.touch(next);
  }
}

/** On models that bind thinking to everything in front of it, thinking behind an edit is no longer valid. */
function dropAfterEdits(drafts: readonly Draft[], edits: Edits): void {
  const first = edits.first(drafts);
  drafts.forEach((draft, index) => {
    if (index < first) return;
    for (const piece of draft.pieces) if (piece.type === 'thinking') edits.drop(draft, piece, { reason: 'Something in front of it was repaired, and the model binds thinking to all that precedes it.', rule: 'anthropic/thinking-prefix-changed' });
  });
}
