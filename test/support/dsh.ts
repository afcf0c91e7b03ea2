import xxhash from 'xxhash-wasm';

/** A message of a dsh session as tests write it; both generations are made from it. */
export type Said =
  | { readonly role: 'system' | 'developer' | 'user'; readonly content: readonly unknown[]; readonly source?: object }
  | { readonly role: 'assistant'; readonly content: readonly unknown[]; readonly source?: object }
  | { readonly role: 'tool'; readonly id: string; readonly content: readonly unknown[]; readonly isError?: boolean };

export const t = (text: string): object => ({ type: 'text', text });
export const r = (text = 'inherited reasoning'): object => ({ type: 'reasoning', text });
export const c = (id: string, args = '{}', name = 'Inspect'): object => ({ type: 'tool-call', id, name, arguments: args });
export const U = (...content: object[]): Said => ({ role: 'user', content });
export const A = (...content: object[]): Said => ({ role: 'assistant', content });
export const S = (...texts: string[]): Said => ({ role: 'system', content: texts.map(t) });
export const T = (id: string, content: readonly object[], isError?: boolean): Said => ({ role: 'tool', id, content, ...(isError === undefined ? {} : { isError }) });

export const MODEL_SOURCE = { kind: 'model', provider: 'deepseek', model: 'deepseek-test' };

/** The records of a v4 session: the system prompt and tool results are surface messages with roles of their own. */
export function v4(said: readonly Said[], more: readonly object[] = []): readonly object[] {
  const events: object[] = [];
  const push = (type: string, data: object, extra: object = {}): void => { events.push({ type, seq: events.length, time: 1000 + events.length, data, ...extra }); };
  push('turn/start', { turn: 0 });
  for (const m of said) {
    const message = { id: `m${events.length}`, role: m.role, content: m.content };
    const append = { surfaceOp: 'append' };
    if (m.role === 'user') push('user/message', { ...message, source: m.source ?? { kind: 'user' } }, append);
    else if (m.role === 'assistant') push('assistant/message', { turn: 0, step: 0, message: { ...message, source: m.source ?? MODEL_SOURCE }, stream: [] }, append);
    else if (m.role === 'tool') push('tool/result', { turn: 0, step: 0, message: { ...message, toolCallId: m.id, ...(m.isError === undefined ? {} : { isError: m.isError }), source: { kind: 'tool', callId: m.id } } }, append);
    else push(`${m.role}/message`, { turn: 0, step: 0, message: { ...message, source: { kind: 'system-prompt' } } }, append);
  }
  for (const event of more) events.push(event);
  push('turn/end', { turn: 0, reason: { kind: 'completed' } });
  return [{ type: 'session', version: 4, id: 's-1', createdAt: 1000, isSeeded: false, delegationDepth: 0, cwd: '/work' }, ...events];
}

/** The same session as v0: tool results are wrapped in user messages. `oldest` is the dialect without message objects. System messages stand inside the history as v3 has them. */
export function v0(said: readonly Said[], oldest = false): readonly object[] {
  const events: object[] = [];
  const push = (type: string, data: object, extra: object = {}): void => { events.push({ type, seq: events.length, time: 1000 + events.length, data, ...extra }); };
  push('turn/start', oldest ? { turn: 0, trigger: 'user' } : { turn: 0 });
  for (const m of said) {
    const append = { surfaceOp: 'append' };
    const id = `m${events.length}`;
    if (m.role === 'user') push('user/message', oldest ? { content: m.content, source: m.source ?? { kind: 'user' } } : { id, role: 'user', content: m.content, source: m.source ?? { kind: 'user' } }, append);
    else if (m.role === 'assistant' && oldest) push('assistant/message', { turn: 0, step: 0, content: m.content, provenance: { provider: 'deepseek', model: 'deepseek-test' } }, { ...append, sourceEventSeqs: [] });
    else if (m.role === 'assistant') push('assistant/message', { turn: 0, step: 0, message: { id, role: 'assistant', content: m.content, source: m.source ?? MODEL_SOURCE } }, { ...append, sourceEventSeqs: [] });
    else if (m.role === 'tool' && oldest) push('tool/result', { turn: 0, step: 0, callId: m.id, content: m.content, ...(m.isError === undefined ? {} : { isError: m.isError }) }, append);
    else if (m.role === 'tool') push('tool/result', { turn: 0, step: 0, message: { id, role: 'user', content: [{ type: 'tool-result', toolCallId: m.id, content: m.content, ...(m.isError === undefined ? {} : { isError: m.isError }) }], source: { kind: 'tool', callId: m.id } } }, append);
    else push(`${m.role}/message`, { turn: 0, step: 0, message: { id, role: m.role, content: m.content, source: { kind: 'system-prompt' } } }, append);
  }
  push('turn/end', { turn: 0, reason: { kind: 'completed' } });
  return [{ type: 'session', version: 0, id: 's-1', createdAt: 1000, cwd: '/work', ...(oldest ? {} : { delegationDepth: 0 }) }, ...events];
}

/** A Zstandard frame of one raw block with its content checksum (RFC 8878), as dsh writes one per batch. Content below 128 KiB. */
export async function zstdFrame(text: string): Promise<Uint8Array> {
  const content = new TextEncoder().encode(text);
  const { h64Raw } = await xxhash();
  const frame = new Uint8Array(4 + 1 + 4 + 3 + content.length + 4);
  const view = new DataView(frame.buffer);
  view.setUint32(0, 0xfd2fb528, true);
  frame[4] = 0b1010_0100; // content size in four bytes, single segment, checksum
  view.setUint32(5, content.length, true);
  const header = content.length << 3 | 1;
  frame.set([header & 255, header >>> 8 & 255, header >>> 16 & 255], 9);
  frame.set(content, 12);
  view.setUint32(12 + content.length, Number(h64Raw(content) & 0xffffffffn), true);
  return frame;
}

/** dsh's own layout: the header in a frame of its own, then one frame per batch of lines. */
export async function zstdOf(records: readonly object[], batch = 3): Promise<Uint8Array> {
  const line = (record: object): string => `${JSON.stringify(record)}\n`;
  const frames = [await zstdFrame(line(records[0]!))];
  for (let at = 1; at < records.length; at += batch) frames.push(await zstdFrame(records.slice(at, at + batch).map(line).join('')));
  return Buffer.concat(frames);
}
