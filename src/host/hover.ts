import * as vscode from 'vscode';
import type { HoverView } from '../protocol/worker-messages.ts';
import { ruleUri } from './rule-documents.ts';
import type { TextSessions } from './text-sessions.ts';

const WAIT_MS = 3000;
const ICONS: Readonly<Record<string, string>> = { kept: 'check', converted: 'arrow-swap', moved: 'reply', merged: 'merge', omitted: 'circle-slash', rejected: 'close', inserted: 'add' };

/** Says what a line of a recognised session is and what becomes of it. Session text goes in escaped; the only links are our own. */
export class SessionHover implements vscode.HoverProvider {
  constructor(private readonly texts: TextSessions) {}

  async provideHover(document: vscode.TextDocument, position: vscode.Position, token: vscode.CancellationToken): Promise<vscode.Hover | undefined> {
    const session = this.texts.of(document);
    if (session === undefined) return undefined;
    await session.whenSettled(WAIT_MS);
    if (token.isCancellationRequested) return undefined;
    const before = document.getText(new vscode.Range(position.with(undefined, 0), position));
    const { hover } = await session.worker.ask({ type: 'hover', line: position.line, bytes: Buffer.byteLength(before) });
    if (hover === undefined || token.isCancellationRequested) return undefined;
    const { line, column, endLine, endColumn } = hover.range;
    return new vscode.Hover(markdownOf(hover, session.uri), document.validateRange(new vscode.Range(line, column, endLine, endColumn)));
  }
}

function markdownOf(hover: HoverView, session: vscode.Uri): vscode.MarkdownString {
  const text = new vscode.MarkdownString('', true);
  text.isTrusted = { enabledCommands: ['turnlens.reveal', 'turnlens.copyText'] };
  const say = (part: string): void => { text.appendMarkdown(escaped(part)); };
  text.appendMarkdown(`$(comment-discussion) **${hover.title}** · `);
  say(hover.facts);
  for (const line of hover.text.filter((l) => l.trim() !== '')) { text.appendMarkdown('\n\n'); say(line); }
  const { decision } = hover;
  if (decision !== undefined) {
    text.appendMarkdown(`\n\n---\n\n$(${decision.severity === 'error' ? 'error' : ICONS[decision.op] ?? 'circle'}) **${decision.op}** `);
    say(`${decision.path === undefined ? '' : `at ${decision.path} `}for ${decision.target}. ${decision.reason}`);
    if (decision.error !== undefined) { text.appendMarkdown('\n\n> '); say(decision.error.replace(/\s+/g, ' ')); }
    if (decision.rule !== undefined) text.appendMarkdown(`\n\n[${decision.rule.replace(/[^\w/-]/g, '')}](${ruleUri(decision.rule).toString()})`);
  }
  if (hover.pinned.length > 0 || hover.signature !== undefined) {
    text.appendMarkdown('\n\n---\n\n');
    if (hover.pinned.length > 0) { say('Pinned: '); hover.pinned.forEach(({ label, op }, at) => { say(`${at > 0 ? ' · ' : ''}${label} `); text.appendMarkdown(`**${op}**`); }); }
    if (hover.signature !== undefined) { text.appendMarkdown('\n\n$(lock) '); say(hover.signature); }
  }
  text.appendMarkdown(`\n\n---\n\n[Show in Turnlens](${command('turnlens.reveal', [session.toString(), hover.id])})`);
  if (decision?.path !== undefined) text.appendMarkdown(` | [Copy wire path](${command('turnlens.copyText', [decision.path])})`);
  if (hover.partners.length > 0) { text.appendMarkdown(' | '); say(`Partners: ${hover.partners.map((p) => `line ${p.line} (${p.label})`).join(', ')}`); }
  if (hover.others.length > 0) { text.appendMarkdown('\n\n'); say(`In this record: ${hover.others.join(', ')}`); }
  return text;
}

function command(name: string, args: readonly string[]): string {
  return `command:${name}?${encodeURIComponent(JSON.stringify(args))}`;
}

/**
 * Text as markdown that shows it and nothing else: every mark of punctuation is escaped, so there are no links, icons, HTML or
 * lists in it. (`appendText` does that too, but forbids line breaks.)
 */
function escaped(text: string): string {
  return visible(text).replace(/\$\(/g, '\\$(').replace(/[!-/:-@[-`{-~]/g, '\\$&').replace(/^\s+/, (space) => space.slice(0, 1));
}

/** Characters that change the direction of text, or nothing at all on a screen, are spelled out. */
function visible(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
