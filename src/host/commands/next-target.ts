import * as vscode from 'vscode';
import { current } from '../current.ts';
import type { HostCommand } from '../host.ts';

/** Goes to the next target that takes this session. */
export const nextTarget: HostCommand = {
  id: 'turnlens.nextTarget',
  async run(host) {
    const now = current(host);
    if (now === undefined) return;
    try {
      const { verdicts } = await now.session.worker.ask({ type: 'verdicts' });
      const fits = verdicts.filter((v) => v.outcome !== 'not-applicable').map((v) => v.id).sort();
      const next = fits[(fits.indexOf(now.session.target?.id ?? '') + 1) % Math.max(1, fits.length)];
      if (next === undefined) { void vscode.window.showInformationMessage('Turnlens: no target takes this session.'); return; }
      await now.session.choose({ target: next });
    } finally { now.release(); }
  },
};
