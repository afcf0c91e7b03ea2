import * as vscode from 'vscode';
import { activeUri } from './current.ts';
import { documentUri } from './buffer-files.ts';
import type { Host } from './host.ts';

/** The status bar item: the target of the session in the active editor and its verdict. Hidden where there is no session. */
export function statusBar(host: Host): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('turnlens.target', vscode.StatusBarAlignment.Right, 90);
  item.name = 'Turnlens';
  item.command = 'turnlens.chooseTarget';
  let listening: vscode.Disposable | undefined;
  let shown: vscode.Uri | undefined;
  const draw = (): void => {
    const session = shown === undefined ? undefined : host.sessions.find(shown);
    const view = session?.session;
    if (session === undefined || view === undefined) {
      const document = shown === undefined ? undefined : vscode.workspace.textDocuments.find((d) => d.uri.toString() === documentUri(shown!).toString());
      if (document !== undefined && host.texts.isOther(document) && document.languageId === 'jsonl') { item.text = 'Turnlens: not a session'; item.tooltip = 'No session format matches this file.'; item.show(); } else item.hide();
      return;
    }
    const { target } = session;
    if (!view.reading.done && !view.reading.cancelled) {
      const percent = view.reading.size === undefined || view.reading.size === 0 ? '' : ` ${Math.floor(view.reading.bytes / view.reading.size * 100)} %`;
      item.text = `$(loading~spin) Turnlens: reading${percent}`;
    } else if (view.format.id === 'generic') item.text = 'Turnlens: not a session';
    else if (target === undefined) item.text = '$(comment-discussion) Turnlens';
    else item.text = target.findings.error > 0 ? `$(error) Turnlens: ${target.findings.error} error${target.findings.error === 1 ? '' : 's'} for ${target.label}` : target.outcome === 'rejected' ? `$(error) Turnlens: rejected by ${target.label}` : `$(comment-discussion) Turnlens: ${target.label}`;
    item.tooltip = target === undefined ? 'Turnlens' : `${target.chosen === 'auto' ? 'auto: ' : ''}${target.label}${target.detail === '' ? '' : ` (${target.detail})`}\n${target.verdict}\nClick to choose the target`;
    item.show();
  };
  const follow = (): void => {
    shown = activeUri();
    listening?.dispose();
    listening = shown === undefined ? undefined : host.sessions.find(shown)?.onNews(draw);
    draw();
  };
  const own = [vscode.window.tabGroups.onDidChangeTabs(follow), vscode.window.tabGroups.onDidChangeTabGroups(follow), vscode.window.onDidChangeActiveTextEditor(follow), host.texts.onDidChange(follow), host.editor.onDidChange(follow), host.sessions.onDidOpen(() => { setTimeout(follow, 0); })];
  follow();
  return new vscode.Disposable(() => { listening?.dispose(); item.dispose(); for (const part of own) part.dispose(); });
}
