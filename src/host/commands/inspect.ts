import * as vscode from 'vscode';
import { activeUri } from '../current.ts';
import type { Host, HostCommand } from '../host.ts';
import { VIEW_TYPE } from '../session-editor.ts';
import { sessionUri } from '../text-sessions.ts';
import { pickFormat } from './choose-format.ts';

const WAIT_MS = 10_000;

/** Opens the view on a file, on the document in the editor (untitled ones too), or on a file that is asked for. */
export const inspect: HostCommand = {
  id: 'turnlens.inspect',
  async run(host, resource) {
    const uri = resource instanceof vscode.Uri ? sessionUri(resource) : activeUri() ?? await ask();
    if (uri === undefined) return;
    await vscode.commands.executeCommand('vscode.openWith', uri, VIEW_TYPE);
    void offerFormats(host, uri);
  },
};

async function ask(): Promise<vscode.Uri | undefined> {
  const [uri] = await vscode.window.showOpenDialog({ title: 'Inspect Session', openLabel: 'Inspect', filters: { 'Sessions': ['jsonl', 'ndjson', 'json', 'zst', 'zstd'], 'All files': ['*'] } }) ?? [];
  return uri;
}

/** Where no format matches, a person can say which one it is. */
async function offerFormats(host: Host, uri: vscode.Uri): Promise<void> {
  const lease = host.sessions.acquire(uri);
  try {
    await lease.session.whenSettled(WAIT_MS);
    if (lease.session.session?.format.id === 'generic' && lease.session.choices.format === undefined) await pickFormat(host, lease.session, 'No session format matches. Which one is it?');
  } finally {
    lease.dispose();
  }
}
