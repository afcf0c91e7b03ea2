import type { Wire } from '../../replay/wire.ts';
import { flag } from './model.ts';
import type { ResponsesInput } from './responses-input.ts';
import type { PiRequest } from './target.ts';
import { currentTools, listed, requestTools, type SpellTool } from './tools.ts';

/** A definition in the Responses form; `strict` is left out where the backend does not know it. */
export function spellResponsesTool(strict: boolean | null | undefined): SpellTool {
  return (tool) => ({
    type: 'function', name: tool.name as Wire, ...(tool.description === undefined ? {} : { description: tool.description as Wire }), parameters: tool.parameters as Wire,
    ...(strict === undefined ? {} : { strict }),
  });
}

/** The request's own list of tools: those that the input does not declare. */
export function responsesTools(request: PiRequest, { support, folded, transcript }: ResponsesInput, spell: SpellTool): Wire | undefined {
  const { old, context, messages, conversation, options, writer } = request;
  if (support === 'changes') return undefined;
  const inHistory = flag(request.call.model, 'supportsMidConvoSystemMessages', false);
  const current = old ? listed(context.tools) : support === 'none' || !inHistory ? currentTools(messages) : currentTools(transcript.filter((m) => m.role === 'system').slice(0, folded));
  return requestTools(current, conversation, options, spell, writer);
}
