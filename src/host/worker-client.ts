import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import { fromWorkerSchema, type Answer, type FromWorker, type ToWorker } from '../protocol/worker-messages.ts';

type Asked = Extract<ToWorker, { request: number }>;
interface AnswerTypes {
  rows: 'rows'; detail: 'detail'; text: 'text'; find: 'found'; seek: 'sought'; verdicts: 'verdicts'; place: 'place'; copy: 'copied';
  explain: 'explained'; export: 'exported'; hover: 'hover'; diagnostics: 'diagnostics'; conversation: 'conversation';
}
export type Question<K extends Asked['type']> = Omit<Extract<Asked, { type: K }>, 'request'>;
type QuestionOf<K extends Asked['type']> = { type: K } & Question<K>;
type AnswerTo<K extends Asked['type']> = Extract<FromWorker, { type: AnswerTypes[K] }>;
/** What the worker says unasked. */
export type News = Exclude<FromWorker, Answer>;

/** A worker that could not go on. The document can be opened again in a new one. */
export class WorkerEnded extends Error {}

/** The host's end of one worker: posts, asks, validates what comes back, and ends it. */
export class WorkerClient {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  private last = 0;
  private over = false;
  /** Resolves once the thread is gone. */
  readonly ended: Promise<void>;

  constructor(script: string, private readonly log: vscode.LogOutputChannel, private readonly news: (message: News) => void, crashed: (reason: string) => void) {
    this.worker = new Worker(script, { name: 'turnlens', resourceLimits: { maxOldGenerationSizeMb: 4096 } });
    this.worker.on('message', (data: unknown) => { this.take(data); });
    this.worker.on('error', (error) => {
      this.log.error(`worker: ${error.name}`);
      if (!this.over) crashed((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'The session does not fit into the memory of its worker.' : 'The analysis ended unexpectedly.');
    });
    this.ended = new Promise((resolve) => { this.worker.once('exit', () => { this.over = true; this.rejectAll('The analysis has ended.'); resolve(); }); });
  }

  get threadId(): number { return this.worker.threadId; }
  get running(): boolean { return !this.over; }

  post(message: Exclude<ToWorker, Asked>): void {
    if (!this.over) this.worker.postMessage(message);
  }

  ask<K extends Asked['type']>(question: QuestionOf<K>): Promise<AnswerTo<K>> {
    if (this.over) return Promise.reject(new WorkerEnded('The analysis has ended.'));
    const request = ++this.last;
    return new Promise<AnswerTo<K>>((resolve, reject) => {
      this.waiting.set(request, { resolve: (answer) => { resolve(answer as AnswerTo<K>); }, reject });
      this.worker.postMessage({ ...question, request });
    });
  }

  async dispose(): Promise<void> {
    this.over = true;
    this.rejectAll('The session was closed.');
    await this.worker.terminate();
  }

  private take(data: unknown): void {
    const read = fromWorkerSchema.safeParse(data);
    if (!read.success) {
      const { type, request } = data as { type?: unknown; request?: unknown };
      this.log.error(`a message of the worker did not fit its contract: ${String(type)} at ${read.error.issues.map((i) => i.path.join('.')).slice(0, 5).join(', ')}`);
      if (typeof request === 'number') this.settle(request)?.reject(new Error('The worker answered with something else.'));
      return;
    }
    const message = read.data;
    if (!('request' in message)) { this.news(message); return; }
    const waiter = this.settle(message.request);
    if (message.type === 'refused') waiter?.reject(new Error(message.message));
    else waiter?.resolve(message);
  }

  private settle(request: number): { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined {
    const waiter = this.waiting.get(request);
    this.waiting.delete(request);
    return waiter;
  }

  private rejectAll(why: string): void {
    for (const waiter of this.waiting.values()) waiter.reject(new WorkerEnded(why));
    this.waiting.clear();
  }
}
