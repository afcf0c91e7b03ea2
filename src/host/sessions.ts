import * as vscode from 'vscode';
import { DocumentSession, type SessionParts } from './document-session.ts';

/** A share in a document's session. The session ends a moment after the last share was given back. */
export interface Lease extends vscode.Disposable { readonly session: DocumentSession }

interface Held { readonly session: DocumentSession; shares: number; ending: NodeJS.Timeout | undefined }

/** An editor that is moved to another group is closed and opened again: its session outlives the gap. */
export const GRACE_MS = 5000;

/** The sessions of open documents, one each, shared by views, hovers, diagnostics and commands. */
export class Sessions implements vscode.Disposable {
  private readonly held = new Map<string, Held>();
  private readonly opened = new vscode.EventEmitter<DocumentSession>();
  readonly onDidOpen = this.opened.event;

  constructor(private readonly parts: SessionParts, private readonly graceMs = GRACE_MS) {}

  /** The session of a document, opened where there is none yet. */
  acquire(uri: vscode.Uri): Lease {
    const key = uri.toString();
    const known = this.held.get(key);
    const held = known ?? { session: new DocumentSession(uri, this.parts), shares: 0, ending: undefined };
    if (known === undefined) { this.held.set(key, held); this.opened.fire(held.session); }
    clearTimeout(held.ending);
    held.shares++;
    let given = false;
    return { session: held.session, dispose: () => { if (!given) { given = true; this.release(key, held); } } };
  }

  /** The session of a document that is open already. */
  find(uri: vscode.Uri): DocumentSession | undefined { return this.held.get(uri.toString())?.session; }
  get all(): readonly DocumentSession[] { return [...this.held.values()].map((h) => h.session); }

  dispose(): void {
    for (const { session, ending } of this.held.values()) { clearTimeout(ending); void session.dispose(); }
    this.held.clear();
    this.opened.dispose();
  }

  private release(key: string, held: Held): void {
    if (--held.shares > 0) return;
    held.ending = setTimeout(() => {
      if (this.held.get(key) === held) this.held.delete(key);
      void held.session.dispose();
    }, this.graceMs);
  }
}
