import type { Block } from '../../src/core/model/block.ts';
import type { Id } from '../../src/core/model/source.ts';
import type { Turn } from '../../src/core/model/turn.ts';
import { originOf, writeReplay } from '../../src/core/replay/replay.ts';
import type { RequestWriter } from '../../src/core/replay/request-writer.ts';
import { DEFAULT_OPTIONS, type Serializer } from '../../src/core/replay/serializer.ts';
import type { Wire } from '../../src/core/replay/wire.ts';
import type { Hit, Judged, Rule } from '../../src/core/rules/rule.ts';
import { blocksOf, type Conversation } from '../../src/core/turns/conversation.ts';

/** A Messages serializer made for one test: it writes what the test says, as a client of its own would. */
export function messagesClient(write: (conversation: Conversation, writer: RequestWriter) => Wire): Serializer {
  return {
    id: 'test/client', label: 'A client of the tests', api: 'anthropic-messages', kind: 'emulation', description: 'made for a test', ruleFamilies: ['anthropic', 'json'],
    array: 'messages', mergesAdjacent: true, options: [], accepts: () => true, write: (conversation, _options, writer) => write(conversation, writer),
  };
}

/** What a rule sees of a conversation sent through a serializer. */
export function judgedBy(conversation: Conversation, serializer: Serializer, model?: string): Judged {
  const replay = writeReplay(conversation, serializer, DEFAULT_OPTIONS);
  if (replay.template === null) throw new Error(`the request is ${replay.outcome}`);
  const blocks = blocksOf(conversation);
  const turns = new Map<Id, Turn>();
  for (const turn of conversation.turns) { turns.set(turn.id, turn); for (const block of turn.blocks) turns.set(block.id, turn); }
  return {
    conversation, serializer, options: DEFAULT_OPTIONS, replay, request: replay.template, model, runs: [],
    block: (id): Block | undefined => blocks.get(id), turnOf: (id) => turns.get(id), origin: (path) => originOf(replay, path),
  };
}

/** The hits of a rule, with its own severity where a hit has none. */
export function hitsOf(rule: Rule, judged: Judged): readonly (Hit & { readonly severity: string })[] {
  return [...rule.check(judged)].map((hit) => ({ ...hit, severity: hit.severity ?? rule.severity }));
}
