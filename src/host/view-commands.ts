import * as vscode from 'vscode';
import { documentUri } from './buffer-files.ts';
import type { Host } from './host.ts';
import { openPlace } from './open-place.ts';
import { showRule } from './rule-documents.ts';
import type { ViewChannel, ViewCommand } from './view-channel.ts';

/** Carries out what the view asks of the editor. */
export async function runViewCommand(host: Host, { command, id }: ViewCommand, channel: ViewChannel): Promise<void> {
  const { session } = channel;
  const run = (name: string): Thenable<unknown> => vscode.commands.executeCommand(`turnlens.${name}`);
  switch (command) {
    case 'chooseTarget': case 'nextTarget': case 'pinTarget': case 'chooseBranch': case 'chooseFormat': await run(command); return;
    case 'export': await run('exportRequest'); return;
    case 'explain': await run('explainError'); return;
    case 'clearExplain': channel.post({ type: 'explained' }); return;
    case 'openSource': if (id !== undefined) await openPlace(host, session, id); return;
    case 'copyWirePath': await copy(channel, id, 'wirePath'); return;
    case 'copyPointer': await copy(channel, id, 'pointer'); return;
    case 'copyText': await copy(channel, id, 'text'); return;
    case 'copyRaw': await copy(channel, id, 'raw'); return;
    case 'openRule': if (id !== undefined) await showRule(id); return;
    case 'cancel': session.worker.post({ type: 'cancel' }); return;
    case 'retry': await session.retry(); return;
    case 'openAsText': await vscode.commands.executeCommand('vscode.openWith', documentUri(session.uri), 'default'); return;
    case 'showWhy': showWhy(channel); return;
    case 'showKeys': channel.post({ type: 'do', action: 'showKeys' }); return;
  }
}

async function copy(channel: ViewChannel, id: string | undefined, what: 'text' | 'raw' | 'wirePath' | 'pointer'): Promise<void> {
  if (id === undefined) return;
  const { text } = await channel.session.worker.ask({ type: 'copy', id, what });
  if (text === undefined) { void vscode.window.showInformationMessage('Turnlens: there is nothing of that kind to copy.'); return; }
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(what === 'wirePath' || what === 'pointer' ? `Copied ${text}` : `Copied ${text.length} characters`, 3000);
}

function showWhy(channel: ViewChannel): void {
  const format = channel.session.session?.format;
  if (format === undefined) return;
  void vscode.window.showInformationMessage(`${format.label}: ${format.reasons.join('; ')}`, { modal: false }, 'Choose Format').then(async (answer) => { if (answer !== undefined) await vscode.commands.executeCommand('turnlens.chooseFormat'); });
}
