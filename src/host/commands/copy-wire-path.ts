import * as vscode from 'vscode';
import { current } from '../current.ts';
import type { HostCommand } from '../host.ts';

/** Copies where the row in focus (or the line of the cursor) stands in the request. */
export const copyWirePath: HostCommand = {
  id: 'turnlens.copyWirePath',
  async run(host) {
    const now = current(host);
    if (now === undefined) return;
    try {
      const id = now.channel?.panel.active === true ? now.channel.focus : await idAtCursor(now.session);
      if (id === undefined) return;
      const { text } = await now.session.worker.ask({ type: 'copy', id, what: 'wirePath' });
      if (text === undefined) { void vscode.window.showInformationMessage('Turnlens: this is not in the request, so it has no path there.'); return; }
      await vscode.env.clipboard.writeText(text);
      vscode.window.setStatusBarMessage(`Copied ${text}`, 3000);
    } finally { now.release(); }
  },
};

async function idAtCursor(session: NonNullable<ReturnType<typeof current>>['session']): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { active } = editor.selection;
  const before = editor.document.getText(new vscode.Range(active.with(undefined, 0), active));
  return (await session.worker.ask({ type: 'hover', line: active.line, bytes: Buffer.byteLength(before) })).hover?.id;
}
