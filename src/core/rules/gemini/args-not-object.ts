import { isRef, member } from '../../replay/wire.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { geminiContents, partIds, partPath } from '../views/gemini-view.ts';

/** Arguments are an object. */
export const argsNotObject: Rule = {
  id: 'gemini/args-not-object',
  severity: 'error',
  summary: 'The `args` of a function call are an object. Arguments that other APIs recorded as text and that spell none (cut off, doubly encoded, a list) cannot be sent as they are.',
  fix: 'Send the object that the text spells, else an empty one.',
  sources: [{ text: 'Gemini API reference and `@google/genai` types, FunctionCall.args', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    for (const content of geminiContents(judged) ?? []) for (const call of content.calls) {
      // An object that was made of what is recorded is no reference to it.
      if (!isRef(member(member(call.node, 'functionCall') ?? member(call.node, 'function_call'), 'args'))) continue;
      const blocks = partIds(judged, content, [call]);
      const block = blocks[0] === undefined ? undefined : judged.block(blocks[0]);
      if (block === undefined || block.nativeType === 'custom_tool_call' || block.args !== 'other' && block.args !== 'invalid') continue;
      yield { ...partPath(content, call), blocks, message: 'The arguments of this call are no object.' };
    }
  },
};
