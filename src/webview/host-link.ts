import * as z from 'zod/mini';
import { toViewSchema, viewStateSchema, type ToHost, type ToView, type ViewState } from '../protocol/view-messages.ts';

// A compiled parser needs `new Function`, which the page's content security policy forbids.
z.config({ jitless: true });

interface HostApi { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void }
declare function acquireVsCodeApi(): HostApi;

type Asked = Extract<ToHost, { request: number }>;
type Question<K extends Asked['type']> = Omit<Extract<Asked, { type: K }>, 'request' | 'type'>;
type Answers = { rows: 'rows'; detail: 'detail'; text: 'text'; find: 'found'; seek: 'sought' };
type Answer<K extends Asked['type']> = Extract<ToView, { type: Answers[K] }>;

const api = acquireVsCodeApi();
const waiting = new Map<number, (answer: ToView) => void>();
let lastRequest = 0;

/** Sends a message that has no answer. */
export function send(message: ToHost): void {
  api.postMessage(message);
}

/** Carries out one of the host's commands, about a block, turn, boundary, problem or rule where it has one. */
export function command(name: Extract<ToHost, { type: 'command' }>['command'], id?: string): void {
  send(id === undefined ? { type: 'command', command: name } : { type: 'command', command: name, id });
}

/** Asks the host and resolves with its answer. An answer that never comes leaves the promise open: no caller blocks on it. */
export function ask<K extends Asked['type']>(type: K, question: Question<K>): Promise<Answer<K>> {
  lastRequest += 1;
  const request = lastRequest;
  const answered = new Promise<Answer<K>>((resolve) => { waiting.set(request, (answer) => resolve(answer as Answer<K>)); });
  send({ type, request, ...question } as unknown as ToHost);
  return answered;
}

/** Listens for the host's messages; what does not fit the contract is dropped, never guessed at. */
export function listen(onMessage: (message: ToView) => void): void {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const read = toViewSchema.safeParse(event.data);
    if (!read.success) return;
    const message = read.data;
    if ('request' in message) {
      const resolve = waiting.get(message.request);
      waiting.delete(message.request);
      resolve?.(message);
    } else onMessage(message);
  });
}

/** The state kept by the editor over a reload, where it is one of ours. */
export function keptState(): ViewState | undefined {
  const read = viewStateSchema.safeParse(api.getState());
  return read.success ? read.data : undefined;
}

/** Keeps the state in the editor and tells the host, which keeps it over a restart. */
export function keepState(state: ViewState): void {
  api.setState(state);
  send({ type: 'state', state });
}
