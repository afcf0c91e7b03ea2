import * as vscode from 'vscode';
import type { Lease, Sessions } from './sessions.ts';
import { ViewChannel, type ViewChannelParts } from './view-channel.ts';
import { viewHtml, viewRoots } from './webview-html.ts';

export const VIEW_TYPE = 'turnlens.session';

interface SessionDocument extends vscode.CustomDocument { readonly lease: Lease }

/** The read-only editor on session files. Several panels can show one document; each has its own filter. */
export class SessionEditor implements vscode.CustomReadonlyEditorProvider<SessionDocument>, vscode.Disposable {
  private readonly channels = new Set<ViewChannel>();
  private readonly changed = new vscode.EventEmitter<void>();
  /** A panel was opened, closed, or became the active one. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly extension: vscode.Uri, private readonly sessions: Sessions, private readonly parts: ViewChannelParts) {}

  openCustomDocument(uri: vscode.Uri): SessionDocument {
    const lease = this.sessions.acquire(uri);
    return { uri, lease, dispose: () => { lease.dispose(); } };
  }

  resolveCustomEditor(document: SessionDocument, panel: vscode.WebviewPanel): void {
    panel.webview.options = { enableScripts: true, enableForms: false, localResourceRoots: viewRoots(this.extension) };
    const channel = new ViewChannel(document.lease.session, panel, this.parts);
    this.channels.add(channel);
    panel.onDidChangeViewState(() => { this.changed.fire(); });
    panel.onDidDispose(() => { this.channels.delete(channel); channel.dispose(); this.changed.fire(); });
    panel.webview.html = viewHtml(panel.webview, this.extension);
    this.changed.fire();
  }

  /** The panel that has the keyboard, if any. */
  get active(): ViewChannel | undefined { return [...this.channels].find((c) => c.panel.active); }

  /** The panels of a document, the active one first. */
  of(uri: vscode.Uri): readonly ViewChannel[] {
    return [...this.channels].filter((c) => c.session.uri.toString() === uri.toString()).sort((a, b) => Number(b.panel.active) - Number(a.panel.active));
  }

  dispose(): void { this.changed.dispose(); }
}
