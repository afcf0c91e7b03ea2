import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ExplainView } from '../../src/protocol/view-model.ts';
import { api, cli, closeAll, last, openView, put, sample, settled, until, viewRows } from './support.ts';

suite('Commands', () => {
  teardown(closeAll);

  for (const as of ['json', 'curl'] as const) {
    test(`export as ${as} gives what the command line gives`, async () => {
      const uri = put(`export-${as}.jsonl`, sample('codex-subagent-boundary.jsonl'));
      const given = await api();
      await given.host.choices.change(uri, { chosen: { target: 'opencodex/anthropic' } });
      await openView(uri);
      await viewRows(given, uri);
      await vscode.commands.executeCommand('turnlens.exportRequest', { as, to: 'editor' });
      const document = await until('the export', () => { const d = vscode.window.activeTextEditor?.document; return d?.isUntitled === true && d; });
      const expected = cli('export', uri.fsPath, '--target', 'opencodex/anthropic', '--as', as);
      assert.equal(expected.code, 0, expected.err);
      assert.equal(document.getText(), expected.out);
      assert.equal(document.languageId, as === 'json' ? 'json' : 'shellscript');
    });
  }

  test('secrets are replaced in an export', async () => {
    const secret = `sk-ant-api03-${'Ab3'.repeat(31)}-abcdeAA`;
    const uri = put('secret.json', JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 5, messages: [{ role: 'user', content: `ANTHROPIC_API_KEY=${secret}` }] }));
    await openView(uri);
    await viewRows(await api(), uri);
    await vscode.commands.executeCommand('turnlens.exportRequest', { as: 'json', to: 'editor' });
    const text = await until('the export', () => { const d = vscode.window.activeTextEditor?.document; return d?.isUntitled === true && d.getText(); });
    assert.ok(!text.includes(secret));
    assert.match(text, /\[redacted /);
  });

  test('a provider error moves the cursor to its line and column', async () => {
    const given = await api();
    const uri = put('explain.json', sample('anthropic-request-broken.json'));
    const editor = await vscode.window.showTextDocument(uri);
    await until('recognition', () => given.host.texts.of(editor.document));
    const answer = await vscode.commands.executeCommand<ExplainView>('turnlens.explainError', 'messages.4.content.0.text: text content blocks must be non-empty');
    const line = editor.document.getText().split('\n').findIndex((l) => /"text":\s*""/.test(l));
    const expected = JSON.parse(cli('explain', uri.fsPath, '--error', 'messages.4.content.0.text: text content blocks must be non-empty', '--json').out) as { readonly matches: readonly { readonly source: { readonly line: number; readonly column: number } }[] };
    assert.ok(answer.matches.length > 0);
    assert.equal(editor.selection.active.line >= 0, true);
    assert.deepEqual([editor.selection.start.line + 1, editor.selection.start.character + 1], [expected.matches[0]!.source.line, expected.matches[0]!.source.column]);
    assert.ok(line >= 0);
  });

  test('a provider error moves the view to its block and rings it', async () => {
    const given = await api();
    const uri = put('explain-view.jsonl', sample('codex-subagent-boundary.jsonl'));
    await given.host.choices.change(uri, { chosen: { target: 'opencodex/anthropic', variant: 'pre-93' } });
    await openView(uri);
    await viewRows(given, uri);
    const finding = given.host.sessions.find(uri)!.target!;
    assert.equal(finding.verdict, 'Anthropic may reject this request');
    const { replay } = { replay: JSON.parse(cli('replay', uri.fsPath, '--target', 'opencodex/anthropic', '--variant', 'pre-93', '--json').out) as { readonly findings: readonly { readonly rule: string; readonly providerError?: string; readonly blocks: readonly string[] }[] } };
    const refused = replay.findings.find((f) => f.rule === 'anthropic/thinking-modified-latest')!;
    await vscode.commands.executeCommand('turnlens.explainError', refused.providerError);
    const shown = await until('the block in the view', () => last(given, uri, 'reveal'));
    assert.ok(shown.ring);
    assert.ok(refused.blocks.includes(shown.id));
    assert.ok((last(given, uri, 'explained')?.explain?.matches.length ?? 0) > 0);
  });

  test('go to source opens the text at the exact place, also from a view', async () => {
    const given = await api();
    const uri = put('go-to.jsonl', sample('codex-subagent-boundary.jsonl'));
    await openView(uri);
    const rows = await viewRows(given, uri);
    const thinking = rows.find((r) => r.row === 'block' && r.kind === 'thinking' && r.line === 12)!;
    given.host.editor.of(uri)[0]!.focus = thinking.id;
    await vscode.commands.executeCommand('turnlens.openSource');
    const editor = await until('the text editor', () => { const e = vscode.window.activeTextEditor; return e?.document.uri.toString() === uri.toString() && !e.selection.isEmpty && e; });
    assert.equal(editor.selection.start.line, 11);
    assert.equal(editor.selection.start.character, 86);
  });

  test('copy wire path gives the path as the provider writes it', async () => {
    const given = await api();
    const uri = put('wire-path.json', sample('anthropic-request-broken.json'));
    await openView(uri);
    const rows = await viewRows(given, uri);
    const block = rows.find((r) => r.row === 'block' && r.kind === 'tool-call')!;
    given.host.editor.of(uri)[0]!.focus = block.id;
    await vscode.commands.executeCommand('turnlens.copyWirePath');
    assert.match(await vscode.env.clipboard.readText(), /^messages\.\d+\.content\.\d+$/);
  });

  test('the next target that takes the session is one key away', async () => {
    const given = await api();
    const uri = put('next.jsonl', sample('dsh-settlement-notice.jsonl'));
    await openView(uri);
    await viewRows(given, uri);
    const session = await settled(given, uri);
    const before = session.target!.id;
    await vscode.commands.executeCommand('turnlens.nextTarget');
    await until('another target', () => session.target!.id !== before && session.target!.outcome !== 'not-applicable');
  });

  test('every command of package.json is registered', async () => {
    await api();
    const known = new Set(await vscode.commands.getCommands(true));
    const said = (vscode.extensions.getExtension('turnlens.turnlens')!.packageJSON as { readonly contributes: { readonly commands: readonly { readonly command: string }[] } }).contributes.commands;
    assert.deepEqual(said.filter(({ command }) => !known.has(command)), []);
  });
});
