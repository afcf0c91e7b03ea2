import * as vscode from 'vscode';
import { documentUri } from './buffer-files.ts';
import type { DocumentSession } from './document-session.ts';
import type { Host } from './host.ts';
import { recordUri } from './record-documents.ts';

/**
 * Shows where an id stands: the exact line and column in the text editor, or, of files that no text editor can show
 * (compressed ones, other files of the session), the record itself.
 */
export async function openPlace(_host: Host, session: DocumentSession, id: string): Promise<void> {
  const { place } = await session.worker.ask({ type: 'place', id });
  if (place === undefined) { void vscode.window.showInformationMessage('Turnlens: this stands in no line of the file.'); return; }
  const container = session.session?.container;
  if (!place.own || container === 'zstd' || container === 'gzip') {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(recordUri(session.uri, id, place.range.line + 1)), { preview: true, viewColumn: vscode.ViewColumn.Beside });
    return;
  }
  const { line, column, endLine, endColumn } = place.range;
  const uri = documentUri(session.uri);
  const own = vscode.window.activeTextEditor;
  const range = new vscode.Range(line, column, endLine, endColumn);
  if (own?.document.uri.toString() === uri.toString()) {
    own.selection = new vscode.Selection(range.start, range.end);
    own.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    return;
  }
  // `vscode.openWith` and not `showTextDocument`: it also opens text that is too large for the extension's own model.
  await vscode.commands.executeCommand('vscode.openWith', uri, 'default', { selection: range, viewColumn: vscode.ViewColumn.Active, preview: true });
}
