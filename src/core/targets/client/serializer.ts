import type { Serializer } from '../../replay/serializer.ts';
import type { Conversation } from '../../turns/conversation.ts';
import { CLIENTS } from './clients.ts';
import type { ClientEmulation } from './emulation.ts';

/**
 * What the client that wrote the file would send if it went on now, with `--prompt` as its next prompt. What it adds on the
 * wire only is inserted; what the file cannot give is not made up: it is listed as not recorded.
 */
export const clientTarget: Serializer = {
  id: 'client',
  label: 'Its own client',
  ...CLIENTS[0]!.facts,
  ruleFamilies: [...new Set(CLIENTS.flatMap((client) => client.facts.ruleFamilies))],
  kind: 'emulation',
  description: `What the client that wrote the file would send if it went on now: ${CLIENTS.map((client) => client.label).join('; ')}.`,
  options: CLIENTS.flatMap((client) => client.options).filter((option, at, all) => all.findIndex((other) => other.name === option.name) === at),
  forConversation(conversation) {
    const client = clientOf(conversation);
    return client === undefined ? clientTarget : { ...clientTarget, ...client.facts, options: client.options };
  },
  accepts(conversation) {
    return clientOf(conversation)?.accepts(conversation) ?? 'The client that wrote this file is not known, or it is not known what it would send next.';
  },
  write(conversation, options, writer) {
    return clientOf(conversation)!.write(conversation, options, writer);
  },
};

function clientOf(conversation: Conversation): ClientEmulation | undefined {
  return CLIENTS.find((client) => client.format === conversation.format);
}
