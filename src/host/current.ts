import * as vscode from 'vscode';
import { BUFFER_SCHEME } from './buffer-files.ts';
import type { DocumentSession } from './document-session.ts';
import type { Host } from './host.ts';
import { VIEW_TYPE } from './session-editor.ts';
import { sessionUri } from './text-sessions.ts';
import type { ViewChannel } from './view-channel.ts';

/** What a command is about: the session in the active editor, and its panel where that is the view. */
export interface Current { readonly session: DocumentSession; readonly channel: ViewChannel | undefined; release(): void }

/** The address of the document in the active editor, as sessions have it. Also of files too large for the text model. */
export function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputCustom && input.viewType === VIEW_TYPE) return input.uri;
  const uri = vscode.window.activeTextEditor?.document.uri ?? (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined);
  return uri === undefined || uri.scheme.startsWith('turnlens-') && uri.scheme !== BUFFER_SCHEME ? undefined : sessionUri(uri);
}

/** The session that a command without an argument means, or of the given address. It is held until `release`. */
export function current(host: Host, of?: vscode.Uri): Current | undefined {
  const uri = of === undefined ? activeUri() : sessionUri(of);
  if (uri === undefined) { void vscode.window.showInformationMessage('Turnlens: no session file is open. Use "Turnlens: Inspect Session" on one.'); return undefined; }
  const lease = host.sessions.acquire(uri);
  return { session: lease.session, channel: host.editor.of(uri)[0], release: () => { lease.dispose(); } };
}
