import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { isBound } from '../../model/signature.ts';
import type { Id } from '../../model/source.ts';
import type { Entry } from '../../model/turn.ts';
import { activeEntries, type Conversation } from '../../turns/conversation.ts';
import { isString } from './content.ts';
import { INSTRUCTIONS, instructionItems, subjectsWithoutBlocks, type Item } from './item.ts';
import type { Variant } from './variant.ts';

type Draft = Omit<Item, 'order' | 'at'>;

const UNSIGNED: Why = { reason: 'Thinking without a signature is left out when the request is converted to items.', rule: 'anthropic/thinking-signature-missing' };
const IN_INPUT: Why = { reason: 'Thinking in a user message is ignored when the request is converted to items.', rule: 'opencodex/item-ignored' };
const NO_THINKING: Why = { reason: 'This version drops all thinking of a Messages request when it converts it to items.', rule: 'opencodex/reasoning-before-boundary-lost' };
const NO_ITEM: Why = { reason: 'The conversion to items knows no form for this block and leaves it out.', rule: 'opencodex/item-ignored' };
const NOTHING: Why = { reason: 'Empty content gives no item.', rule: 'anthropic/text-empty' };

/**
 * The items that the client makes of a Messages request before its parser reads it: runs of text and images become messages,
 * each tool_use a function_call, each tool_result a function_call_output, signed thinking a reasoning item with the signature
 * in the client's envelope (reference: seed-systems 2.4; source 2.31.0 of 2026-08-22).
 */
export function inboundItems(conversation: Conversation, variant: Variant): readonly Item[] {
  const subjects = subjectsWithoutBlocks(conversation.turns);
  const items: Item[] = [...instructionItems(conversation)];
  for (const entry of activeEntries(conversation)) {
    for (const draft of draftsOf(entry, variant, subjects.get(entry))) items.push({ ...draft, order: items.length, at: entry.source });
  }
  return items;
}

function draftsOf(entry: Entry, variant: Variant, subject: Id | undefined): readonly Draft[] {
  switch (entry.role) {
    case 'system': return [{ type: INSTRUCTIONS, role: 'system', blocks: entry.blocks, ...sub(subject), ...(entry.detail?.['message'] === undefined ? {} : { hoisted: true as const }) }];
    case 'developer': return [refused(entry, subject, 'unsupported message role: developer')];
    case 'toolResult': return [resultDraft(entry, subject)];
    case 'user': return entry.detail?.['role'] === null ? [refused(entry, subject, 'unsupported message role')] : userDrafts(entry.blocks, subject);
    case 'assistant': return assistantDrafts(entry.blocks, variant, subject);
  }
}

function refused(entry: Entry, subject: Id | undefined, message: string): Draft {
  return { type: 'message', role: entry.role, blocks: entry.blocks, ...sub(subject), refused: message, left: { reason: message } };
}

function resultDraft(entry: Entry, subject: Id | undefined): Draft {
  const { callId } = entry;
  return {
    type: 'function_call_output', role: 'toolResult', blocks: entry.blocks, failed: entry.isError === true, ...sub(subject),
    ...(callId === undefined || callId === '' ? { refused: 'tool_result requires tool_use_id' } : { callId }),
  };
}

function userDrafts(blocks: readonly Block[], subject: Id | undefined): readonly Draft[] {
  const drafts: Draft[] = [];
  const usable = blocks.filter((block) => {
    const why = inputLeft(block);
    if (why !== undefined) drafts.push({ type: 'message', role: 'user', blocks: [block], left: why });
    return why === undefined;
  });
  if (usable.length > 0) drafts.push({ type: 'message', role: 'user', blocks: usable });
  else if (subject !== undefined) drafts.push({ type: 'message', role: 'user', blocks: [], subject, left: NOTHING });
  return drafts;
}

/** Why a block of user input gives no part of an item. */
function inputLeft(block: Block): Why | undefined {
  switch (block.kind) {
    case 'text': return isString(block) && block.text.state === 'empty' ? NOTHING : undefined;
    case 'image': return block.media === undefined || block.media.where === 'absent' ? NO_ITEM : undefined;
    case 'document': return undefined;
    case 'thinking': case 'redacted-thinking': return IN_INPUT;
    default: return NO_ITEM;
  }
}

function assistantDrafts(blocks: readonly Block[], variant: Variant, subject: Id | undefined): readonly Draft[] {
  if (blocks.length === 0) return subject === undefined ? [] : [{ type: 'message', role: 'assistant', blocks, subject, left: NOTHING }];
  const drafts: Draft[] = [];
  let run: Block[] = [];
  const flush = (): void => {
    if (run.length > 0) drafts.push({ type: 'message', role: 'assistant', blocks: run });
    run = [];
  };
  for (const block of blocks) {
    const why = outputLeft(block, variant);
    if (why !== undefined) { drafts.push({ type: 'message', role: 'assistant', blocks: [block], left: why }); continue; }
    if (block.kind === 'text') { run.push(block); continue; }
    flush();
    drafts.push(block.kind === 'tool-call' ? callDraft(block) : { type: 'reasoning', role: 'assistant', blocks: [block] });
  }
  flush();
  return drafts;
}

function outputLeft(block: Block, variant: Variant): Why | undefined {
  switch (block.kind) {
    case 'text': return isString(block) && block.text.state === 'empty' ? NOTHING : undefined;
    case 'tool-call': return undefined;
    case 'thinking': case 'redacted-thinking': return !variant.messagesThinking ? NO_THINKING : isBound(block.signature) ? undefined : UNSIGNED;
    default: return NO_ITEM;
  }
}

function callDraft(block: Block): Draft {
  const { callId, name } = block;
  const usable = callId !== undefined && callId !== '' && name !== undefined && name !== '';
  return { type: 'function_call', role: 'assistant', blocks: [block], ...(callId === undefined ? {} : { callId }), ...(usable ? {} : { refused: 'tool_use requires id and name' }) };
}

function sub(subject: Id | undefined): { subject?: Id } {
  return subject === undefined ? {} : { subject };
}
