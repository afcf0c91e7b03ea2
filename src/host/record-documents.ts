import * as vscode from 'vscode';
import type { Sessions } from './sessions.ts';

/** Scheme of single records that no text editor can show: of compressed files, and of a session's other files. */
export const RECORD_SCHEME = 'turnlens-record';

export function recordUri(session: vscode.Uri, id: string, line: number): vscode.Uri {
  return vscode.Uri.from({ scheme: RECORD_SCHEME, path: `/${session.path.split('/').pop() ?? 'session'} line ${line}.json`, query: JSON.stringify([session.toString(), id]) });
}

export class RecordDocuments implements vscode.TextDocumentContentProvider {
  constructor(private readonly sessions: Sessions) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const [session, id] = JSON.parse(uri.query) as [string, string];
    const answer = await this.sessions.find(vscode.Uri.parse(session))?.worker.ask({ type: 'copy', id, what: 'raw' });
    return answer?.text ?? 'The session that this came from is no longer open.';
  }
}
