import * as vscode from 'vscode';
import type { HostCommand } from '../host.ts';
import { VIEW_TYPE } from '../session-editor.ts';

const WAIT_MS = 15_000;

/** Opens the view on a session and shows a block in it: the link of a hover. Not in the palette. */
export const reveal: HostCommand = {
  id: 'turnlens.reveal',
  async run(host, address, id) {
    if (typeof address !== 'string' || typeof id !== 'string') return;
    const uri = vscode.Uri.parse(address, true);
    await vscode.commands.executeCommand('vscode.openWith', uri, VIEW_TYPE, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false });
    const channel = host.editor.of(uri)[0];
    if (channel === undefined) return;
    await channel.session.whenSettled(WAIT_MS);
    await channel.reveal(id, true, 'Shown from the text');
  },
};
