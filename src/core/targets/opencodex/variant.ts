/**
 * How versions of the client's parser differ where it changes what is sent. Facts: opencodex 2.63.0 run on recorded inputs,
 * source snapshot 2.31.0 of 2026-08-22, and pull request 93 of 2026-07-11.
 */
export interface Variant {
  readonly id: string;
  /** Before pull request 93 an agent_message item had no branch: it was skipped and separated nothing. */
  readonly agentMessage: 'boundary' | 'ignored';
  /** Signed or redacted reasoning that waits when a boundary or the end comes gets an assistant message of its own; else it is dropped. */
  readonly keepsBoundReasoning: boolean;
  /** Reasoning with a signature or redacted payload but without text is kept. */
  readonly keepsTextlessReasoning: boolean;
  /** Documents with inline data are sent as documents; else only their names are, as text. */
  readonly documents: boolean;
  /** Thinking of a Messages request survives its conversion to items. */
  readonly messagesThinking: boolean;
}

const CURRENT: Variant = { id: '2.63.0', agentMessage: 'boundary', keepsBoundReasoning: true, keepsTextlessReasoning: true, documents: true, messagesThinking: true };

/** The variants that can be asked for; the first is the default. `pre-93` is the recorded case: today's parser without the branch. */
export const VARIANTS: readonly Variant[] = [
  CURRENT,
  { id: '2.31.0', agentMessage: 'boundary', keepsBoundReasoning: false, keepsTextlessReasoning: false, documents: false, messagesThinking: false },
  { ...CURRENT, id: 'pre-93', agentMessage: 'ignored' },
];

/** The variant of an id; an unknown id gives the default. */
export function variantOf(id: string | undefined): Variant {
  return VARIANTS.find((variant) => variant.id === id) ?? CURRENT;
}
