import * as vscode from 'vscode';
import { ruleById } from '../core/rules/index.ts';

/** Scheme of the documentation of rules: made from the rules themselves, so it needs no network. */
export const RULE_SCHEME = 'turnlens-rule';

/** The address of a rule's documentation. */
export function ruleUri(rule: string): vscode.Uri {
  return vscode.Uri.from({ scheme: RULE_SCHEME, path: `/${rule}.md` });
}

export class RuleDocuments implements vscode.TextDocumentContentProvider {
  provideTextDocumentContent(uri: vscode.Uri): string {
    const id = uri.path.slice(1).replace(/\.md$/, '');
    const rule = ruleById(id);
    if (rule === undefined) return `# ${id}\n\nThis is a reason that a target gives for a decision; it has no page of its own.\n`;
    return [
      `# ${rule.id}`, `Severity: ${rule.severity}`, rule.summary, '## What to do', rule.fix,
      ...(rule.errorText === undefined ? [] : ['## The provider\'s message', `Recognised by \`${rule.errorText.source}\`.`]),
      '## Sources', rule.sources.map((s) => `- ${s.text} (${s.date})`).join('\n'),
    ].join('\n\n') + '\n';
  }
}

/** Opens the documentation of a rule, rendered. */
export async function showRule(rule: string): Promise<void> {
  await vscode.commands.executeCommand('markdown.showPreviewToSide', ruleUri(rule)).then(undefined, async () => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(ruleUri(rule)), { preview: true, viewColumn: vscode.ViewColumn.Beside });
  });
}
