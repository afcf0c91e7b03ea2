import * as vscode from 'vscode';
import { current } from '../current.ts';
import type { HostCommand } from '../host.ts';

/** Shows another leaf of a session that has several. */
export const chooseBranch: HostCommand = {
  id: 'turnlens.chooseBranch',
  async run(host) {
    const now = current(host);
    if (now === undefined) return;
    try {
      const branches = now.session.session?.branches ?? [];
      if (branches.length < 2) { void vscode.window.showInformationMessage('Turnlens: this session has one branch.'); return; }
      const picked = await vscode.window.showQuickPick(branches.map((b) => ({ label: b.label, description: `${b.turns} turn${b.turns === 1 ? '' : 's'}${b.active ? ' · shown' : ''}`, leaf: b.leaf })), { title: 'Turnlens: Branch', placeHolder: 'Show the branch that ends with', matchOnDescription: true });
      if (picked !== undefined) await host.choices.change(now.session.uri, { branch: picked.leaf });
    } finally { now.release(); }
  },
};
