import * as vscode from 'vscode';
import type { DiagnosticView, TextRange } from '../protocol/worker-messages.ts';
import type { DocumentSession } from './document-session.ts';
import { ruleUri } from './rule-documents.ts';
import type { TextSessions } from './text-sessions.ts';

/** More than this in one document helps nobody. */
const LIMIT = 250;
const SEVERITY = { error: vscode.DiagnosticSeverity.Error, warning: vscode.DiagnosticSeverity.Warning, info: vscode.DiagnosticSeverity.Information };

/** Findings and problems under the text of recognised sessions, for the chosen target. */
export class SessionDiagnostics implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection('turnlens');
  private readonly listening = new Map<string, vscode.Disposable>();
  private readonly own: vscode.Disposable[];

  constructor(private readonly texts: TextSessions, private readonly log: vscode.LogOutputChannel) {
    this.own = [this.collection, texts.onDidChange((document) => { this.follow(document); })];
    for (const document of texts.documents) this.follow(document);
  }

  dispose(): void {
    for (const part of [...this.listening.values(), ...this.own]) part.dispose();
  }

  private follow(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    this.listening.get(key)?.dispose();
    this.listening.delete(key);
    const session = this.texts.of(document);
    if (session === undefined) { this.collection.delete(document.uri); return; }
    this.listening.set(key, session.onNews((message) => { if (message.type === 'target' || message.type === 'session' && message.session.reading.done) void this.show(document, session); }));
    void this.show(document, session);
  }

  private async show(document: vscode.TextDocument, session: DocumentSession): Promise<void> {
    if (!session.settled) return;
    try {
      const { diagnostics, more, format } = await session.worker.ask({ type: 'diagnostics', limit: LIMIT });
      if (document.isClosed || this.texts.of(document) !== session) return;
      this.collection.set(document.uri, format === 'generic' ? [] : diagnostics.map((d) => diagnosticOf(d, document)));
      if (more > 0) this.log.info(`${more} more findings and problems are only shown in the view`);
    } catch {
      // The session was closed while it was asked: its document's diagnostics go with it.
    }
  }
}

function diagnosticOf(view: DiagnosticView, document: vscode.TextDocument): vscode.Diagnostic {
  const at = (range: TextRange): vscode.Range => document.validateRange(new vscode.Range(range.line, range.column, range.endLine, range.endColumn));
  const diagnostic = new vscode.Diagnostic(at(view.range), view.message, SEVERITY[view.severity]);
  diagnostic.source = 'turnlens';
  diagnostic.code = view.rule ? { value: view.code, target: ruleUri(view.code) } : view.code;
  if (view.related.length > 0) diagnostic.relatedInformation = view.related.map((r) => new vscode.DiagnosticRelatedInformation(new vscode.Location(document.uri, at(r.range)), r.message));
  return diagnostic;
}

