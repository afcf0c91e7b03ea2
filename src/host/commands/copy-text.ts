import * as vscode from 'vscode';
import type { HostCommand } from '../host.ts';

/** Copies a text: the link of a hover. Not in the palette. */
export const copyText: HostCommand = {
  id: 'turnlens.copyText',
  async run(_host, text) {
    if (typeof text !== 'string') return;
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(`Copied ${text}`, 3000);
  },
};
