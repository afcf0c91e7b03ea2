import * as vscode from 'vscode';
import type { ExportResult } from '../../protocol/worker-messages.ts';
import { current } from '../current.ts';
import type { HostCommand } from '../host.ts';
import { readSettings } from '../settings.ts';

interface Way extends vscode.QuickPickItem { readonly as: 'json' | 'curl'; readonly to: 'editor' | 'file' }
const WAYS: readonly Way[] = [
  { label: '$(json) JSON, in an editor', description: 'the request body', as: 'json', to: 'editor' },
  { label: '$(json) JSON, in a new file', as: 'json', to: 'file' },
  { label: '$(terminal) curl, in an editor', description: 'the key comes from an environment variable', as: 'curl', to: 'editor' },
  { label: '$(terminal) curl, in a new file', as: 'curl', to: 'file' },
];

/** Writes the request of the chosen target to an untitled editor or a new file, and says where and what was replaced. */
export const exportRequest: HostCommand = {
  id: 'turnlens.exportRequest',
  async run(host, given) {
    const now = current(host);
    if (now === undefined) return;
    try {
      const way = WAYS.find((w) => w.as === (given as Way | undefined)?.as && w.to === (given as Way | undefined)?.to) ?? await vscode.window.showQuickPick(WAYS, { title: `Turnlens: Export for ${now.session.target?.label ?? 'the chosen target'}`, placeHolder: 'Write the request as' });
      if (way === undefined) return;
      const { redact } = readSettings(host.log, now.session.uri);
      const { result, refusal } = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: 'Turnlens: writing the request' }, () => now.session.worker.ask({ type: 'export', as: way.as, redact }));
      if (result === undefined) { void vscode.window.showErrorMessage(`Turnlens: ${refusal ?? 'there is no request to export'}`); return; }
      const where = way.to === 'file' ? await toFile(result, way.as, now.session.uri) : await toEditor(result, way.as);
      if (where !== undefined) void tell(result, where, redact);
    } finally { now.release(); }
  },
};

async function toEditor(result: ExportResult, as: 'json' | 'curl'): Promise<string> {
  const document = await vscode.workspace.openTextDocument({ content: result.text, language: as === 'json' ? 'json' : 'shellscript' });
  await vscode.window.showTextDocument(document, { preview: false });
  return document.uri.path;
}

async function toFile(result: ExportResult, as: 'json' | 'curl', session: vscode.Uri): Promise<string | undefined> {
  const name = `${(session.path.split('/').pop() ?? 'session').replace(/\.(jsonl|json|ndjson|zst|zstd)+$/i, '')}.request.${as === 'json' ? 'json' : 'sh'}`;
  const beside = session.scheme === 'file' ? vscode.Uri.joinPath(session, '..', name) : undefined;
  const uri = await vscode.window.showSaveDialog({ title: 'Turnlens: Export to', ...(beside === undefined ? {} : { defaultUri: beside }) });
  if (uri === undefined) return undefined;
  if (uri.toString() === session.toString()) throw new Error('The session file itself is never written.');
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(result.text));
  return uri.fsPath;
}

async function tell(result: ExportResult, where: string, redact: boolean): Promise<void> {
  const { replaced } = result;
  const secrets = !redact ? 'Secrets were not looked for.' : replaced.length === 0 ? 'No secrets were found in it.' : `Secrets were replaced in ${replaced.length} place${replaced.length === 1 ? '' : 's'}.`;
  const show = replaced.length === 0 && result.warnings.length === 0 ? [] : ['Show List'];
  const message = `Turnlens: the request for ${result.target} is in ${where}. ${secrets}${result.sendable ? '' : ' It cannot be sent as it is: signed content was touched.'}`;
  const answer = result.sendable ? await vscode.window.showInformationMessage(message, ...show) : await vscode.window.showWarningMessage(message, ...show);
  if (answer !== 'Show List') return;
  const lines = ['# Export', '', message, '', ...result.warnings.map((w) => `- ${w}`), ...replaced.map((r) => `- ${r.what} at ${r.wirePath}`)];
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: `${lines.join('\n')}\n`, language: 'markdown' }), { preview: true, viewColumn: vscode.ViewColumn.Beside });
}
