import { judge } from '../../../src/core/judge/judge.ts';
import type { Replay } from '../../../src/core/replay/replay.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../../src/core/replay/serializer.ts';
import { requestString } from '../../../src/core/replay/write-request.ts';
import { readBytes } from '../../support/sessions.ts';

export interface WireBlock { readonly type: string; readonly text?: string; readonly thinking?: string; readonly content?: unknown; readonly id?: string; readonly tool_use_id?: string; readonly name?: string; readonly input?: unknown; readonly is_error?: boolean; readonly data?: string; readonly signature?: string; readonly source?: unknown; readonly cache_control?: unknown }
export interface Body { readonly model: string; readonly messages: readonly { readonly role: string; readonly content: string | readonly WireBlock[] }[]; readonly system?: readonly WireBlock[]; readonly tools?: readonly unknown[]; readonly max_tokens: number; readonly thinking?: unknown; readonly tool_choice?: unknown; readonly stream: boolean; readonly [key: string]: unknown }

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/** A value that looks like an Anthropic signature to the client. */
export const sign = (name: string): string => base64(`mock-signature:${name}`);

/** Reasoning as the proxy carries it through Codex: `envelope` is put into its `ocxr1:` form. */
export function reasoning(text: string, envelope?: object): object {
  return { type: 'reasoning', id: `rs_${text}`, summary: text === '' ? [] : [{ type: 'summary_text', text }], content: null, ...(envelope === undefined ? {} : { encrypted_content: `ocxr1:${base64(JSON.stringify(envelope))}` }) };
}
export const signed = (name: string): object => reasoning(name, { sig: sign(name) });
export const user = (text: string): object => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
export const says = (text: string): object => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] });
export const system = (text: string): object => ({ type: 'message', role: 'system', content: [{ type: 'input_text', text }] });
export const agent = (...texts: string[]): object => ({ type: 'agent_message', id: 'amsg_1', author: '/root/helper', recipient: '/root', content: texts.map((text) => ({ type: 'input_text', text })) });
export const call = (id: string, args = '{}'): object => ({ type: 'function_call', call_id: id, name: 'exec', arguments: args });
export const output = (id: string, value: unknown = 'done'): object => ({ type: 'function_call_output', call_id: id, output: value });

/** A replay of a Responses body with these items (or of any other body), with the request it would send. */
export async function replayOf(input: readonly object[] | object, options: Partial<ReplayOptions> = {}): Promise<{ readonly replay: Replay; readonly body: Body; readonly messages: Body['messages'] }> {
  const body = Array.isArray(input) ? { model: 'gpt-5.2', stream: true, input, store: false } : input;
  const session = await readBytes(JSON.stringify(body));
  const replay = judge(session.conversation(), 'opencodex/anthropic', { ...DEFAULT_OPTIONS, model: 'claude-sonnet-4-5', ...options });
  const request = replay.template === null ? { model: '', messages: [], max_tokens: 0, stream: false } : JSON.parse(await requestString(replay.template, session.loader)) as Body;
  return { replay, body: request, messages: request.messages };
}

/** A request's messages in short: `U`, `A[A,text,call]`, `T` for a user message of results. */
export function outline(messages: Body['messages']): string {
  return messages.map(({ role, content }) => {
    if (typeof content === 'string') return 'U';
    if (role === 'assistant') return `A[${content.map((b) => b.type === 'thinking' ? b.thinking : b.type === 'redacted_thinking' ? 'redacted' : b.type === 'tool_use' ? b.id : b.text).join(',')}]`;
    return content.some((b) => b.type === 'tool_result') ? 'T' : 'U';
  }).join(' ');
}

/** The decision on the block of an item of a Responses body: items are records from 1 on. */
export function decisionOf(replay: Replay, id: string): { readonly op: string; readonly rule: string | undefined; readonly wirePaths: readonly string[]; readonly also: readonly string[]; readonly reason: string } {
  const decision = replay.decisions.get(id);
  if (decision === undefined) throw new Error(`no decision on ${id}; there are ${[...replay.decisions.keys()].join(' ')}`);
  return { op: decision.op, rule: decision.rule, wirePaths: decision.wirePaths, also: decision.also, reason: decision.reason };
}
