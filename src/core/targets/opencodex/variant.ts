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
  /** Developer messages of a Chat request stay where they are; else their text joins the leading system message. */
  readonly developerInPlace: boolean;
  /** A Google request that would end with the model gets a user message behind it. */
  readonly googleTail: boolean;
  /** A result without a call id, but with an id, a name and a namespace, is a task from outside: a user message. */
  readonly externalTasks: boolean;
  /** A readable agent message passes through as a user message; else as the item it is. */
  readonly rewritesAgentMessages: boolean;
  /** Thinking of a Messages request survives its conversion to items. */
  readonly messagesThinking: boolean;
}

const CURRENT: Variant = {
  id: '2.63.0', agentMessage: 'boundary', keepsBoundReasoning: true, keepsTextlessReasoning: true, documents: true,
  developerInPlace: true, googleTail: true, externalTasks: true, rewritesAgentMessages: true, messagesThinking: true,
};

/** The variants that can be asked for; the first is the default. `pre-93` is the recorded case: today's parser without the branch. */
export const VARIANTS: readonly Variant[] = [
  CURRENT,
  { id: '2.31.0', agentMessage: 'boundary', keepsBoundReasoning: false, keepsTextlessReasoning: false, documents: false, developerInPlace: false, googleTail: false, externalTasks: false, rewritesAgentMessages: false, messagesThinking: false },
  { ...CURRENT, id: 'pre-93', agentMessage: 'ignored' },
];

/** The variant of an id; an unknown id gives the default. */
export function variantOf(id: string | undefined): Variant {
  return VARIANTS.find((variant) => variant.id === id) ?? CURRENT;
}
