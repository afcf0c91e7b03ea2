import * as vscode from 'vscode';
import type { ExplainView } from '../../protocol/view-model.ts';
import { documentUri } from '../buffer-files.ts';
import { current } from '../current.ts';
import type { HostCommand } from '../host.ts';
import { openPlace } from '../open-place.ts';

/** What looks like a provider's message: it is offered from the clipboard. */
const ERROR = /\b(?:messages|input|contents|system|tools)[.[]\S|\b(?:toolu|call|fc|rs|msg|amsg)_\w|`(?:thinking|redacted_thinking|tool_use|tool_result)`|invalid_request_error/;

/** From a provider's error text to the line and block it means: the cursor goes there, or the view shows it. */
export const explainError: HostCommand = {
  id: 'turnlens.explainError',
  async run(host, given): Promise<ExplainView | undefined> {
    const now = current(host);
    if (now === undefined) return undefined;
    try {
      const error = typeof given === 'string' ? given : await ask();
      if (error === undefined || error.trim() === '') return undefined;
      const { explain } = await now.session.worker.ask({ type: 'explain', error });
      const best = explain.matches.find((m) => m.block !== undefined);
      const view = now.channel?.panel.active === true || vscode.window.activeTextEditor?.document.uri.toString() !== documentUri(now.session.uri).toString() ? now.channel : undefined;
      if (view !== undefined) {
        view.post({ type: 'explained', explain });
        if (best?.block !== undefined) await view.reveal(best.block, true, `${best.confidence}: ${best.label}, line ${best.line}`);
      } else if (best?.block !== undefined) await openPlace(host, now.session, best.block);
      if (view === undefined) tell(explain, best);
      return explain;
    } finally { now.release(); }
  },
};

async function ask(): Promise<string | undefined> {
  const clipboard = await vscode.env.clipboard.readText();
  const value = clipboard.length < 20_000 && ERROR.test(clipboard) ? clipboard : '';
  return await vscode.window.showInputBox({ title: 'Turnlens: Explain Provider Error', prompt: 'Paste the provider\'s error message', placeHolder: 'messages.19.content.23: …', value, valueSelection: [0, value.length], ignoreFocusOut: true });
}

function tell(explain: ExplainView, best: ExplainView['matches'][number] | undefined): void {
  if (best === undefined) { void vscode.window.showInformationMessage(`Turnlens: ${explain.matches[0]?.reason ?? 'the text names no place or id of this session.'}`); return; }
  void vscode.window.showInformationMessage(`Turnlens: line ${best.line}, column ${best.column}: ${best.label}${best.wirePath === undefined ? '' : ` (${best.wirePath}, ${best.target})`}, ${best.confidence}. ${best.reason}`);
}
