import type * as vscode from 'vscode';
import type { ChoiceStore } from './choice-store.ts';
import type { SessionEditor } from './session-editor.ts';
import type { Sessions } from './sessions.ts';
import type { TextSessions } from './text-sessions.ts';

/** The host's parts, as commands use them. */
export interface Host {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly choices: ChoiceStore;
  readonly sessions: Sessions;
  readonly texts: TextSessions;
  readonly editor: SessionEditor;
}

/** One command: its id as in package.json, and what it does. */
export interface HostCommand { readonly id: string; run(host: Host, ...args: readonly unknown[]): unknown }
