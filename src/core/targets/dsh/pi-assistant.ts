import type { Why } from '../../model/decision.ts';
import { asString } from '../../model/json.ts';
import { tableOf } from '../../model/table.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import { jsonRef, textRef, type Wire, type WireObject } from '../../replay/wire.ts';
import { replayDetail, type DshBlock, type DshMessage } from './history.ts';

const NO_USAGE: WireObject = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };

/** Fields of pi-ai's blocks that hold a signature, by dsh's block type. */
const SIGNATURE_KEYS = tableOf<string>({ text: 'textSignature', reasoning: 'thinkingSignature', 'tool-call': 'thoughtSignature' });

/**
 * An assistant message of the pi-ai context. With a valid replay state of the pi-ai adapter it is native again; without one it is "foreign" and its
 * thinking is unsigned. In the variants of a pi-ai line the cross-model rule of that line is applied to what pi-ai takes for foreign.
 */
export function piAssistant(message: DshMessage, options: ReplayOptions, writer: RequestWriter, names: Map<string, string>): WireObject {
  const replay = replayDetail(message.entry);
  const native = replay !== undefined && replay.kind === 'pi-ai' && replay.piTrouble === undefined;
  const foreign = !native || options.model !== undefined && options.model !== replay.model;
  const line = foreign && (options.variant === '0.8x' || options.variant === '1.x') ? options.variant : undefined;
  const content: Wire[] = [];
  let calls = 0;
  for (const b of message.blocks) {
    const node = blockOf(b, native, foreign, line, writer, names);
    if (node === undefined) continue;
    if (b.type === 'tool-call') calls++;
    content.push(node);
  }
  const from = message.entry.detail ?? {};
  const head: WireObject = native
    ? { api: replay.api ?? '', provider: replay.provider ?? '', model: replay.model ?? '', ...(replay.responseModel === undefined ? {} : { responseModel: replay.responseModel }), ...(replay.responseId === undefined ? {} : { responseId: replay.responseId }) } as WireObject
    : { api: 'dsh-foreign', provider: message.entry.response?.provider ?? asString(from.provider) ?? 'dsh-foreign', model: message.entry.response?.model ?? asString(from.model) ?? 'dsh-foreign' };
  const stopReason = native ? asString(replay.stopReason) ?? 'stop' : calls > 0 ? 'toolUse' : 'stop';
  return writer.frame({ role: 'assistant', content, ...head, usage: NO_USAGE, stopReason, timestamp: 0 });
}

function blockOf({ type, block }: DshBlock, native: boolean, foreign: boolean, line: string | undefined, writer: RequestWriter, names: Map<string, string>): WireObject | undefined {
  const signature = native && block.signature?.carrier === 'dsh-replay-state' ? { [SIGNATURE_KEYS[type] ?? 'signature']: textRef(block.signature.value) } : {};
  if (type === 'text') return writer.place({ type: 'text', text: textRef(block.text), ...signature }, [block.id]);
  if (type === 'tool-call') {
    if (block.callId !== undefined) names.set(block.callId, block.name ?? '');
    const object = block.args === 'object';
    const why: Why = object ? { reason: 'The raw arguments are the object they spell.' } : { rule: 'dsh/arguments-replaced', reason: 'The arguments are no JSON object: an empty object is sent.' };
    return writer.place({ type: 'toolCall', id: block.callId ?? '', name: block.name ?? '', arguments: object ? jsonRef(block.text) : {}, ...signature }, [block.id], 'converted', why);
  }
  if (type === 'reasoning') {
    if (line === '1.x') { writer.omit(block.id, { rule: 'dsh/foreign-reasoning', reason: 'Reasoning of another model, provider or API: pi-ai 1.x drops it.' }); return undefined; }
    if (line === '0.8x') {
      if (block.kind === 'redacted-thinking' || block.text.state !== 'text') { writer.omit(block.id, { rule: 'dsh/foreign-reasoning', reason: 'Redacted or blank reasoning of another model, provider or API: pi-ai 0.8x drops it.' }); return undefined; }
      return writer.place({ type: 'text', text: textRef(block.text) }, [block.id], 'converted', { rule: 'dsh/foreign-reasoning', reason: 'Reasoning of another model, provider or API: pi-ai 0.8x sends it as visible text.' });
    }
    const redacted = block.kind === 'redacted-thinking' ? { redacted: true } : {};
    const why: Why = foreign ? { rule: 'dsh/foreign-reasoning', reason: 'Reasoning of another model, provider or API in pi-ai\'s eyes: pi-ai 0.8x makes it visible text, 1.x drops it.' } : { reason: 'Restored with what its replay state holds.' };
    return writer.place({ type: 'thinking', thinking: textRef(block.text), ...signature, ...redacted }, [block.id], 'kept', why);
  }
  // An image was refused before; anything else a plugin added has no place in pi-ai.
  writer.omit(block.id, { rule: 'dsh/assistant-unknown-block', reason: `pi-ai has no block for ${type} in an assistant message.` });
  return undefined;
}
