import * as vscode from 'vscode';
import { bufferUri } from './buffer-files.ts';
import { readSettings } from './settings.ts';
import type { Lease, Sessions } from './sessions.ts';
import type { DocumentSession } from './document-session.ts';

const LANGUAGES: ReadonlySet<string> = new Set(['jsonl', 'json']);
const DEBOUNCE_MS = 300;
const HEAD = 4096;
/** Words that some line of any session format has near its start; other JSON is not given to a worker. */
const HINT = /"(?:type|role|messages|input|output|contents|model|payload|kind|content|version)"\s*:/;

/** Documents that hold a session at once, visible ones apart: each session is a worker of its own. */
const HELD = 4;

/**
 * Text documents that are sessions. Each recognised one holds a share of its session while it is visible or was lately; what
 * was told of the others (diagnostics) stays, and they are looked at again when they are shown or changed.
 */
export class TextSessions implements vscode.Disposable {
  private readonly leases = new Map<string, Lease>();
  /** Documents that were looked at and are no sessions, by the version looked at. */
  private readonly others = new Map<string, number>();
  private readonly pending = new Map<string, NodeJS.Timeout>();
  private readonly changed = new vscode.EventEmitter<vscode.TextDocument>();
  /** A document was recognised, or is no longer one. */
  readonly onDidChange = this.changed.event;
  private readonly own: vscode.Disposable[];

  constructor(private readonly sessions: Sessions, private readonly log: vscode.LogOutputChannel) {
    this.own = [
      this.changed,
      vscode.workspace.onDidOpenTextDocument((d) => { this.consider(d); }),
      vscode.workspace.onDidChangeTextDocument((e) => { this.consider(e.document); }),
      vscode.workspace.onDidCloseTextDocument((d) => { this.forget(d); }),
      vscode.window.onDidChangeVisibleTextEditors((editors) => { for (const { document } of editors) { this.touch(document.uri.toString()); this.consider(document); } }),
      vscode.workspace.onDidChangeConfiguration((e) => { if (e.affectsConfiguration('turnlens.text')) { this.others.clear(); for (const d of vscode.workspace.textDocuments) { this.forget(d); this.consider(d); } } }),
    ];
    for (const document of vscode.workspace.textDocuments) this.consider(document);
  }

  /** The session of a recognised document. */
  of(document: vscode.TextDocument): DocumentSession | undefined { return this.leases.get(document.uri.toString())?.session; }
  /** True for a document that was looked at and is no session. */
  isOther(document: vscode.TextDocument): boolean { return this.others.get(document.uri.toString()) === document.version; }
  get documents(): readonly vscode.TextDocument[] { return vscode.workspace.textDocuments.filter((d) => this.leases.has(d.uri.toString())); }

  dispose(): void {
    for (const timer of this.pending.values()) clearTimeout(timer);
    for (const lease of this.leases.values()) lease.dispose();
    for (const part of this.own) part.dispose();
  }

  private consider(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    if (this.leases.has(key) || !LANGUAGES.has(document.languageId) || document.uri.scheme.startsWith('turnlens-') || document.uri.scheme === 'output') return;
    clearTimeout(this.pending.get(key));
    this.pending.set(key, setTimeout(() => { this.pending.delete(key); void this.look(document); }, DEBOUNCE_MS));
  }

  private async look(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    const settings = readSettings(this.log, document.uri);
    if (document.isClosed || this.leases.has(key) || this.isOther(document) || !settings.textEnabled) return;
    const { version } = document;
    // Offsets are counted by VS Code; the text itself is only asked for near its head.
    const size = document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
    if (size === 0 || size > settings.textMaxBytes || !HINT.test(document.getText(new vscode.Range(new vscode.Position(0, 0), document.positionAt(HEAD))))) return;
    const lease = this.sessions.acquire(sessionUri(document.uri));
    await lease.session.whenSettled(30_000);
    const format = lease.session.session?.format.id;
    if (format === undefined || format === 'generic' || document.isClosed) {
      lease.dispose();
      if (format === 'generic') this.others.set(key, version);
      this.changed.fire(document);
      return;
    }
    if (this.leases.has(key)) { lease.dispose(); return; }
    this.leases.set(key, lease);
    this.park();
    this.changed.fire(document);
  }

  /** Makes a document the one used last. */
  private touch(key: string): void {
    const lease = this.leases.get(key);
    if (lease === undefined) return;
    this.leases.delete(key);
    this.leases.set(key, lease);
  }

  /** Gives back the sessions of documents that were not seen for longest. */
  private park(): void {
    const visible = new Set(vscode.window.visibleTextEditors.map((e) => e.document.uri.toString()));
    let over = [...this.leases.keys()].filter((key) => !visible.has(key)).length - HELD;
    for (const [key, lease] of this.leases) {
      if (over <= 0) return;
      if (visible.has(key)) continue;
      this.leases.delete(key);
      lease.dispose();
      over--;
    }
  }

  private forget(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.pending.get(key));
    this.pending.delete(key);
    this.others.delete(key);
    this.leases.get(key)?.dispose();
    this.leases.delete(key);
    this.changed.fire(document);
  }
}

/** The address that the session of a text document has: a document in no file is looked at through its buffer. */
export function sessionUri(document: vscode.Uri): vscode.Uri {
  return document.scheme === 'untitled' ? bufferUri(document) : document;
}
