import * as vscode from 'vscode';
import type { SessionView, TargetView } from '../protocol/view-model.ts';
import type { Choices, FromWorker, ReplayChoice } from '../protocol/worker-messages.ts';
import { BUFFER_SCHEME, documentUri } from './buffer-files.ts';
import type { ChoiceStore } from './choice-store.ts';
import { inputOf } from './document-input.ts';
import { WorkerClient, type News } from './worker-client.ts';

const TYPING_MS = 400;
const CHANGE_MS = 60;

/** What a session of a document is made of and told by. */
export interface SessionParts { readonly workerScript: string; readonly log: vscode.LogOutputChannel; readonly choices: ChoiceStore }

/** The analysis of one document: its worker, the watcher of its file, its choices. Ended by `dispose`; nothing of it stays. */
export class DocumentSession {
  private readonly news = new vscode.EventEmitter<News>();
  readonly onNews = this.news.event;
  private client: WorkerClient;
  private readonly own: vscode.Disposable[] = [];
  private typing: NodeJS.Timeout | undefined;
  private changing: NodeJS.Timeout | undefined;
  private failure: Extract<FromWorker, { type: 'failed' }> | undefined;
  private disposed = false;
  /** The last of each that the worker told. */
  session: SessionView | undefined;
  target: TargetView | undefined;

  constructor(readonly uri: vscode.Uri, private readonly parts: SessionParts) {
    this.client = this.start();
    this.own.push(this.news, ...this.follow());
    this.own.push(parts.choices.onDidChange((changed) => { if (changed.toString() === uri.toString()) this.worker.post({ type: 'choose', choices: this.choices }); }));
    void this.load();
  }

  get worker(): WorkerClient { return this.client; }
  get failed(): Extract<FromWorker, { type: 'failed' }> | undefined { return this.failure; }
  get choices(): Choices { return this.parts.choices.get(this.uri); }
  get isDisposed(): boolean { return this.disposed; }
  /** True once the end of the file was reached (or reading was cancelled, or failed): what is known now is what there is. */
  get settled(): boolean { return this.failure !== undefined || this.session !== undefined && (this.session.reading.done || this.session.reading.cancelled); }

  async choose(chosen: ReplayChoice): Promise<void> { await this.parts.choices.change(this.uri, { chosen }); }

  /** Resolves when reading has ended, one way or the other, or after `ms`. */
  whenSettled(ms: number): Promise<void> {
    if (this.settled) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const listening = this.onNews(() => { if (this.settled) done(); });
      function done(): void { clearTimeout(timer); listening.dispose(); resolve(); }
    });
  }

  /** Reads on after a cancel; opens anew after a failure or a crash. */
  async retry(): Promise<void> {
    const failed = this.failure !== undefined || !this.client.running;
    this.failure = undefined;
    if (!this.client.running) this.client = this.start();
    if (failed) await this.load();
    else this.client.post({ type: 'resume' });
  }

  async dispose(): Promise<void> {
    this.disposed = true;
    clearTimeout(this.typing);
    clearTimeout(this.changing);
    for (const part of this.own) part.dispose();
    await this.client.dispose();
  }

  private start(): WorkerClient {
    return new WorkerClient(this.parts.workerScript, this.parts.log, (message) => { this.take(message); }, (reason) => { this.take({ type: 'failed', message: reason, canRetry: true }); });
  }

  private take(message: News): void {
    if (this.disposed) return;
    switch (message.type) {
      case 'session': this.session = message.session; this.failure = undefined; break;
      case 'target': this.target = message.target; break;
      case 'failed': this.failure = message; break;
      case 'log': this.parts.log[message.level](message.message); return;
      case 'outline': break;
    }
    this.news.fire(message);
  }

  private async load(): Promise<void> {
    try {
      this.client.post({ type: 'open', input: await inputOf(this.uri), choices: this.choices });
    } catch (error) {
      this.take({ type: 'failed', message: (error as Error).message, canRetry: true });
    }
  }

  /** The file through a watcher, the buffer through its document. */
  private follow(): vscode.Disposable[] {
    const document = documentUri(this.uri).toString();
    const reload = (): void => { clearTimeout(this.typing); this.typing = setTimeout(() => { void this.load(); }, TYPING_MS); };
    const mine = (d: vscode.TextDocument): boolean => d.uri.toString() === document;
    const text = [
      vscode.workspace.onDidChangeTextDocument((e) => { if (mine(e.document) && e.contentChanges.length > 0 && e.document.isDirty) reload(); }),
      // The address of an untitled document is given again to the next one, and a window that is opened again brings them back after their views.
      vscode.workspace.onDidOpenTextDocument((d) => { if (mine(d) && (d.isUntitled || this.failure !== undefined)) void this.load(); }),
      vscode.workspace.onDidSaveTextDocument((d) => { if (mine(d)) reload(); }),
      vscode.workspace.onDidCloseTextDocument((d) => { if (mine(d) && d.isDirty) reload(); }),
    ];
    if (this.uri.scheme === BUFFER_SCHEME) return text;
    const name = this.uri.path.split('/').pop()!.replace(/[[\]{}*?]/g, (c) => `[${c}]`);
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.joinPath(this.uri, '..'), name));
    // A local file is read on by ranges; of another scheme all bytes are read again.
    const look = (): void => { if (this.uri.scheme === 'file') this.client.post({ type: 'changed' }); else void this.load(); };
    const changed = (): void => { clearTimeout(this.changing); this.changing = setTimeout(look, CHANGE_MS); };
    return [...text, watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed), watcher.onDidDelete(changed)];
  }
}
