import * as vscode from 'vscode';
import { toHostSchema, type ToHost, type ToView, type ViewState } from '../protocol/view-messages.ts';
import { NO_FILTER } from '../protocol/view-model.ts';
import type { DocumentSession } from './document-session.ts';
import { WorkerEnded, type News } from './worker-client.ts';

export type ViewCommand = Extract<ToHost, { type: 'command' }>;
type ViewQuestion = Extract<ToHost, { request: number }>;

/** What a channel needs from the rest of the host. */
export interface ViewChannelParts {
  readonly log: vscode.LogOutputChannel;
  /** Carries out a command of the view. */
  readonly run: (command: ViewCommand, channel: ViewChannel) => Promise<void>;
  /** For tests: everything that is sent. */
  readonly sent: ((uri: vscode.Uri, message: ToView) => void) | undefined;
}

let lastView = 0;

/** One panel: hears its page, asks the worker for it, and tells it the news. What comes from the page is validated. */
export class ViewChannel implements vscode.Disposable {
  readonly view = ++lastView;
  private ready = false;
  private waiting: ToView[] = [];
  private readonly own: vscode.Disposable[];
  /** The row in focus in the page. */
  focus: string | undefined;
  state: ViewState | undefined;

  constructor(readonly session: DocumentSession, readonly panel: vscode.WebviewPanel, private readonly parts: ViewChannelParts) {
    this.own = [session.onNews((message) => { this.take(message); }), panel.webview.onDidReceiveMessage((data: unknown) => { void this.hear(data); })];
  }

  /** Tells the page, or keeps it until the page is there. */
  post(message: ToView): void {
    if (!this.ready) { this.waiting.push(message); return; }
    this.parts.sent?.(this.session.uri, message);
    void this.panel.webview.postMessage(message);
  }

  /** Scrolls to a row of an id; false where the filter hides it or it is not known. */
  async reveal(id: string, ring: boolean, say: string): Promise<boolean> {
    const { row, id: found } = await this.session.worker.ask({ type: 'seek', view: this.view, what: 'id', id, from: 0, step: 1 });
    if (row === undefined || found === undefined) return false;
    this.post({ type: 'reveal', row, id: found, ring, say });
    return true;
  }

  dispose(): void {
    for (const part of this.own) part.dispose();
    if (!this.session.isDisposed) this.session.worker.post({ type: 'unview', view: this.view });
  }

  private take(message: News): void {
    switch (message.type) {
      case 'session': case 'target': case 'failed': if (this.ready) this.post(message); return;
      case 'outline': if (this.ready && message.view === this.view) this.post({ type: 'outline', outline: message.outline }); return;
      case 'log': return;
    }
  }

  private async hear(data: unknown): Promise<void> {
    const read = toHostSchema.safeParse(data);
    if (!read.success) { this.parts.log.warn('a message of the view did not fit its contract'); return; }
    const message = read.data;
    switch (message.type) {
      case 'ready': this.start(message.state); return;
      case 'filter': this.session.worker.post({ type: 'view', view: this.view, filter: message.filter }); return;
      case 'state': this.state = message.state; return;
      case 'focus':
        this.focus = message.id;
        await vscode.commands.executeCommand('setContext', 'turnlens.viewFocused', message.inView);
        return;
      case 'command':
        if (message.id !== undefined && !message.command.startsWith('openRule')) this.focus = message.id;
        await this.parts.run(message, this).catch((error: unknown) => { void vscode.window.showErrorMessage(`Turnlens: ${(error as Error).message}`); });
        return;
      default: await this.answer(message);
    }
  }

  /** The page is there (again, after a reload): it is told everything that holds now. */
  private start(state: ViewState | undefined): void {
    const { session, target, failed } = this.session;
    this.ready = true;
    this.state = state;
    if (session !== undefined) this.post({ type: 'session', session });
    if (target !== undefined) this.post({ type: 'target', target });
    if (failed !== undefined) this.post(failed);
    this.session.worker.post({ type: 'view', view: this.view, filter: state?.filter ?? NO_FILTER });
    for (const message of this.waiting.splice(0)) this.post(message);
  }

  private async answer(question: ViewQuestion): Promise<void> {
    const { worker } = this.session;
    const { request } = question;
    try {
      switch (question.type) {
        case 'rows': this.post({ ...await worker.ask({ ...question, view: this.view }), request }); return;
        case 'detail': this.post({ ...await worker.ask(question), request }); return;
        case 'text': this.post({ ...await worker.ask(question), request }); return;
        case 'find': this.post({ ...await worker.ask({ ...question, view: this.view }), request }); return;
        case 'seek': this.post({ ...await worker.ask({ ...question, view: this.view }), request }); return;
      }
    } catch (error) {
      if (error instanceof WorkerEnded) return;
      this.parts.log.debug(`the view's question "${question.type}" has no answer`);
      this.refuse(question, (error as Error).message);
    }
  }

  /** A question that cannot be answered gets an empty answer, so that the page does not wait for ever. */
  private refuse({ type, request, ...rest }: ViewQuestion, why: string): void {
    switch (type) {
      case 'rows': this.post({ type: 'rows', request, generation: -1, first: 'first' in rest ? rest.first : 0, rows: [] }); return;
      case 'detail': this.post({ type: 'detail', request }); return;
      case 'text': this.post({ type: 'text', request, from: 0, text: `not readable: ${why}`, length: 0 }); return;
      case 'find': this.post({ type: 'found', request, rows: [], ids: [], more: false, error: why }); return;
      case 'seek': this.post({ type: 'sought', request }); return;
    }
  }
}
