import type { Severity } from '../../model/problem.ts';
import { claudeName, isClaude } from '../../replay/model-gates.ts';
import type { Hit, Judged } from '../rule.ts';
import { alterationOf, thinkingOf, type WireThinking } from './bound-thinking.ts';
import type { MessagesView } from './messages-view.ts';

/**
 * What is wrong with the signature of a thinking block, as far as can be told offline; the first that holds, so that a block
 * gets one finding. Form proves nothing about authenticity: a value that looks right may still be refused.
 */
export type SignatureTrouble = 'missing' | 'empty' | 'altered' | 'malformed' | 'foreign-value' | 'truncated' | 'foreign-model' | 'other-claude';

/** Shapes that are certainly not a Claude signature. */
const FOREIGN_SHAPES: ReadonlySet<string> = new Set(['openai-encrypted', 'gemini-thought', 'envelope', 'field-name', 'item-json']);

/** The trouble with a wire thinking block's signature, or undefined where none shows. */
export function signatureTrouble(view: MessagesView, thinking: WireThinking): SignatureTrouble | undefined {
  const { block, value } = thinking;
  // Redacted thinking sent as thinking is `anthropic/redacted-thinking-altered`, whatever its signature.
  if (thinking.wire.type !== 'thinking' || block?.kind === 'redacted-thinking') return undefined;
  if (value === undefined) return 'missing';
  if (value.state === 'empty') return 'empty';
  if (alterationOf(thinking) === 'value') return 'altered';
  const signature = block?.signature;
  if (signature === undefined) return undefined;
  if (FOREIGN_SHAPES.has(signature.shape)) return 'foreign-value';
  const maker = thinking.response === undefined ? undefined : view.judged.conversation.responses.get(thinking.response)?.model;
  const model = maker ?? (typeof signature.facts.model === 'string' ? signature.facts.model : undefined);
  // A gateway that keeps Claude's signatures in an envelope names the model its client asked for, not the one that answered.
  if (maker !== undefined && !isClaude(maker) && signature.carrier !== 'ocxr1') return 'foreign-model';
  if (signature.wellFormed === false) return 'malformed';
  if (signature.facts.truncated === true) return 'truncated';
  const [from, to] = [model === undefined ? undefined : claudeName(model), view.judged.model === undefined ? undefined : claudeName(view.judged.model)];
  return from !== undefined && to !== undefined && from !== to ? 'other-claude' : undefined;
}

/** Every thinking block of the request with one of these troubles, as a hit. */
export function* signatureHits(view: MessagesView, troubles: Readonly<Partial<Record<SignatureTrouble, { readonly severity: Severity; readonly message: string }>>>, errorOf: (path: string) => string, field = ''): Generator<Hit> {
  for (const run of view.runs) {
    if (run.role !== 'assistant') continue;
    for (const thinking of thinkingOf(view, run)) {
      const trouble = signatureTrouble(view, thinking);
      const found = trouble === undefined ? undefined : troubles[trouble];
      if (found === undefined) continue;
      const path = view.path(thinking.wire);
      yield {
        wirePath: path, providerPath: `${path}${field}`, blocks: thinking.ids, severity: found.severity === 'error' && !takenByClaude(view.judged) ? 'warning' : found.severity,
        message: found.message, providerError: errorOf(`${path}${field}`),
      };
    }
  }
}

/** False where the request is for another maker's model behind a Messages-compatible endpoint: those keep other rules for signatures. */
function takenByClaude(judged: Judged): boolean {
  return judged.model === undefined || isClaude(judged.model);
}
