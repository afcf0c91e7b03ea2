import type { Api } from '../../model/block.ts';
import { MODEL_PLACEHOLDER, type ReplayOptions } from '../../replay/serializer.ts';
import type { Conversation } from '../../turns/conversation.ts';

/** The model a request is for: the one asked for, else the last recorded one of that API, else the placeholder. */
export function requestModel(conversation: Conversation, options: ReplayOptions, api: Api): string {
  const { recorded } = conversation;
  return options.model ?? (recorded.api === api ? recorded.model : undefined) ?? MODEL_PLACEHOLDER;
}
