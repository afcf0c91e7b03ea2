import type { Conversation } from '../turns/conversation.ts';

/** The reference target for the API of the session's last model; body files are judged as they were recorded. dsh's own API speaks Messages. */
export function autoTarget(conversation: Conversation): string {
  if (conversation.recorded.body?.kind === 'request') return 'as-recorded';
  switch (conversation.recorded.api) {
    case 'bedrock-converse': case 'gemini': case 'mistral-chat': case 'openai-chat': case 'openai-responses': return conversation.recorded.api;
    default: return 'anthropic-messages';
  }
}
