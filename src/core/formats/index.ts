import { anthropicMessagesFormat } from './anthropic-messages.ts';
import { bedrockConverseFormat } from './bedrock-converse/index.ts';
import { claudeCodeFormat } from './claude-code/index.ts';
import { dshSession } from './dsh-session/index.ts';
import { codexRolloutFormat } from './codex-rollout/index.ts';
import type { Detection, Head, SessionFormat } from './format.ts';
import { geminiFormat } from './gemini/index.ts';
import { genericFormat } from './generic.ts';
import { openaiChatFormat } from './openai-chat/index.ts';
import { openaiResponsesFormat } from './openai-responses.ts';
import { piAiContextFormat } from './pi-ai-context.ts';

export { genericFormat };

/** Every session format, sorted by id: the sole authority. */
export const FORMATS: readonly SessionFormat[] = [
  anthropicMessagesFormat,
  bedrockConverseFormat,
  claudeCodeFormat,
  codexRolloutFormat,
  dshSession,
  geminiFormat,
  openaiChatFormat,
  openaiResponsesFormat,
  piAiContextFormat,
];

export function formatById(id: string): SessionFormat | undefined {
  return id === genericFormat.id ? genericFormat : FORMATS.find((format) => format.id === id);
}

/** The format of a file, with the runners-up. Nothing is claimed below a confidence of 0.5. */
export interface Detected extends Detection {
  readonly format: SessionFormat;
  readonly others: readonly (Detection & { readonly format: SessionFormat })[];
}

/** Scores every format on the head of a file and takes the best; ties go to the earlier id. */
export function detect(head: Head): Detected {
  const scored = FORMATS
    .filter((format) => format.shape === head.shape)
    .map((format) => ({ format, detection: format.detect(head) }))
    .filter((s): s is { format: SessionFormat; detection: Detection } => s.detection !== null)
    .sort((a, b) => b.detection.confidence - a.detection.confidence)
    .map(({ format, detection }) => ({ format, ...detection }));
  const [best, ...others] = scored;
  if (best === undefined || best.confidence < 0.5) return { format: genericFormat, confidence: 0, reasons: noMatch(best), others: scored };
  return { ...best, others };
}

function noMatch(nearest: (Detection & { format: SessionFormat }) | undefined): readonly string[] {
  return nearest === undefined ? ['no session format matched'] : ['no session format matched', `nearest: ${nearest.format.label} (${nearest.reasons.join('; ')})`];
}
