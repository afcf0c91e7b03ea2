import { isRef, member } from '../../replay/wire.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { blockPath, converseMessages, wireIds } from '../views/converse-view.ts';

/** Arguments are an object. */
export const toolInputNotObject: Rule = {
  id: 'bedrock/tool-input-not-object',
  severity: 'error',
  summary: 'The `input` of a `toolUse` block is an object. Arguments that other APIs recorded as text and that spell none (cut off, doubly encoded, a list) cannot be sent as they are.',
  fix: 'Send the object that the text spells, else an empty one.',
  sources: [{ text: 'types of `@aws-sdk/client-bedrock-runtime`, ToolUseBlock.input', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    for (const message of converseMessages(judged) ?? []) for (const call of message.calls) {
      // An object that was made of what is recorded is no reference to it.
      if (!isRef(member(member(call.node, 'toolUse'), 'input'))) continue;
      const blocks = wireIds(judged, message, [call]);
      const block = blocks[0] === undefined ? undefined : judged.block(blocks[0]);
      if (block === undefined || block.nativeType === 'custom_tool_call' || block.args !== 'other' && block.args !== 'invalid') continue;
      yield { wirePath: blockPath(message, call), blocks, message: 'The input of this call is no object.' };
    }
  },
};
