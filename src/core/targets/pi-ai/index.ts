import type { Serializer } from '../../replay/serializer.ts';
import { piAnthropicMessages } from './anthropic-messages.ts';
import { piBedrockConverseStream } from './bedrock-converse-stream.ts';
import { piGoogleGenerativeAi } from './google-generative-ai.ts';
import { piMistralConversations } from './mistral-conversations.ts';
import { piOpenaiCodexResponses } from './openai-codex-responses.ts';
import { piOpenaiCompletions } from './openai-completions.ts';
import { piOpenaiResponses } from './openai-responses.ts';

/** pi-ai's APIs, sorted by id. */
export const PI_AI_TARGETS: readonly Serializer[] = [
  piAnthropicMessages,
  piBedrockConverseStream,
  piGoogleGenerativeAi,
  piMistralConversations,
  piOpenaiCodexResponses,
  piOpenaiCompletions,
  piOpenaiResponses,
];
