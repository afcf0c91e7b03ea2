import type { Serializer } from '../replay/serializer.ts';
import { anthropicMessagesTarget } from './anthropic-messages/serializer.ts';
import { asRecordedTarget } from './as-recorded.ts';
import { clientTarget } from './client/serializer.ts';
import { bedrockConverseTarget } from './bedrock-converse/serializer.ts';
import { dshChat } from './dsh/chat.ts';
import { dshMessages } from './dsh/messages.ts';
import { dshPiAi } from './dsh/pi-ai.ts';
import { geminiTarget } from './gemini/serializer.ts';
import { mistralChatTarget } from './mistral-chat/serializer.ts';
import { openaiChatTarget } from './openai-chat/serializer.ts';
import { openaiResponsesTarget } from './openai-responses/serializer.ts';
import { opencodexAnthropic } from './opencodex/anthropic.ts';
import { opencodexChat } from './opencodex/chat.ts';
import { opencodexGoogle } from './opencodex/google.ts';
import { opencodexResponses } from './opencodex/responses.ts';
import { PI_AI_TARGETS } from './pi-ai/index.ts';

/** Every target that is a serializer, sorted by id: the sole authority. `auto` is resolved by resolve.ts. */
export const TARGETS: readonly Serializer[] = [
  anthropicMessagesTarget,
  asRecordedTarget,
  bedrockConverseTarget,
  clientTarget,
  dshChat,
  dshMessages,
  dshPiAi,
  geminiTarget,
  mistralChatTarget,
  openaiChatTarget,
  openaiResponsesTarget,
  opencodexAnthropic,
  opencodexGoogle,
  opencodexChat,
  opencodexResponses,
  ...PI_AI_TARGETS,
];

export function targetById(id: string): Serializer | undefined {
  return TARGETS.find((target) => target.id === id);
}
