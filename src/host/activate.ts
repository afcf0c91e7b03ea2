import * as vscode from 'vscode';
import type { ToView } from '../protocol/view-messages.ts';
import { BUFFER_SCHEME, BufferFiles } from './buffer-files.ts';
import { ChoiceStore } from './choice-store.ts';
import { COMMANDS } from './commands/index.ts';
import { SessionDiagnostics } from './diagnostics.ts';
import type { Host } from './host.ts';
import { SessionHover } from './hover.ts';
import { createLog } from './log.ts';
import { RECORD_SCHEME, RecordDocuments } from './record-documents.ts';
import { RULE_SCHEME, RuleDocuments } from './rule-documents.ts';
import { SessionEditor, VIEW_TYPE } from './session-editor.ts';
import { Sessions } from './sessions.ts';
import { statusBar } from './status-bar.ts';
import { TextSessions } from './text-sessions.ts';
import { runViewCommand } from './view-commands.ts';

/** What tests of the extension look at. Given only where the extension host runs tests. */
export interface TestApi {
  readonly host: Host;
  /** Everything that was sent to the views of a document, in order. */
  sent(uri: vscode.Uri): readonly ToView[];
}

/** Builds the host's parts and registers them. */
export function startHost(context: vscode.ExtensionContext): TestApi | undefined {
  const testing = context.extensionMode === vscode.ExtensionMode.Test;
  const sent = new Map<string, ToView[]>();
  const log = createLog();
  const choices = new ChoiceStore(context.workspaceState, log);
  const sessions = new Sessions({ workerScript: vscode.Uri.joinPath(context.extensionUri, 'dist', 'worker.js').fsPath, log, choices });
  const texts = new TextSessions(sessions, log);
  const editor: SessionEditor = new SessionEditor(context.extensionUri, sessions, {
    log, run: (command, channel) => runViewCommand(host, command, channel),
    sent: testing ? (uri, message) => { const list = sent.get(uri.toString()) ?? []; list.push(message); sent.set(uri.toString(), list); } : undefined,
  });
  const host: Host = { context, log, choices, sessions, texts, editor };
  context.subscriptions.push(
    log, choices, sessions, texts, editor,
    vscode.workspace.registerFileSystemProvider(BUFFER_SCHEME, new BufferFiles(), { isReadonly: true, isCaseSensitive: true }),
    vscode.window.registerCustomEditorProvider(VIEW_TYPE, editor, { supportsMultipleEditorsPerDocument: true }),
    vscode.workspace.registerTextDocumentContentProvider(RULE_SCHEME, new RuleDocuments()),
    vscode.workspace.registerTextDocumentContentProvider(RECORD_SCHEME, new RecordDocuments(sessions)),
    vscode.languages.registerHoverProvider([{ language: 'jsonl' }, { language: 'json' }], new SessionHover(texts)),
    new SessionDiagnostics(texts, log),
    statusBar(host),
    ...COMMANDS.map((command) => vscode.commands.registerCommand(command.id, (...args: unknown[]) => command.run(host, ...args))),
  );
  return testing ? { host, sent: (uri) => sent.get(uri.toString()) ?? [] } : undefined;
}
