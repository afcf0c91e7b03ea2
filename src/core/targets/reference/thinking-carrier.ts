import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import type { Signature } from '../../model/signature.ts';
import { isClaude } from '../../replay/model-gates.ts';

const UNSIGNED: Why = { reason: 'Unsigned thinking is not sent, and never turned into text: the API refuses it.', rule: 'reference/thinking-unsigned' };
export const STRIPPED: Why = { reason: 'Thinking was asked to be left out.', rule: 'reference/thinking-stripped' };

/**
 * Whether thinking goes to the Messages API, judged by its carrier and never by decoding alone. Signed and redacted blocks
 * do, another Claude model's too; a value of no known kind does as well and rules tell. Unsigned thinking and another
 * provider's do not: the API answers 400 to both (2026). A value that its carrier binds to one model is only good for it.
 */
export function messagesThinking(block: Block, model: string): true | Why {
  const { signature } = block;
  if (signature === undefined || signature.state === 'unsigned') return UNSIGNED;
  if (foreignTo(signature, model)) return foreign(`of ${signature.boundModel}`);
  switch (signature.kind) {
    case 'anthropic-thinking': case 'anthropic-redacted': case 'unknown': return true;
    case 'openai-encrypted': return foreign('encrypted by OpenAI');
    case 'gemini-thought': return foreign('signed by Gemini');
    case 'envelope': return { reason: 'The envelope around the signature cannot be opened; its thinking is not sent.', rule: 'reference/thinking-foreign' };
    case 'item-json': case 'field-name': case 'none': return { reason: 'The value in the place of a signature is none; the thinking is not sent.', rule: 'reference/thinking-foreign' };
  }
}

function foreign(what: string): Why {
  return { reason: `Thinking ${what} is not sent to another provider, and never turned into text.`, rule: 'reference/thinking-foreign' };
}

/** Bound to a model that is not the target's, unless both are Claude models. */
function foreignTo({ boundModel }: Signature, model: string): boolean {
  if (boundModel === undefined || boundModel === model) return false;
  return !isClaude(boundModel) && isClaude(model);
}

/** Whether reasoning goes to the Responses API: only as OpenAI's own encrypted item. */
export function responsesReasoning(block: Block): true | Why {
  const { signature } = block;
  if (signature?.kind === 'openai-encrypted' && signature.state === 'encrypted' && signature.value.length > 0) return true;
  return signature === undefined || signature.state === 'unsigned'
    ? { reason: 'Reasoning without encrypted content is not sent, and never turned into text.', rule: 'reference/thinking-unsigned' }
    : foreign('of another provider');
}
