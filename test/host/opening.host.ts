import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { bufferUri } from '../../src/host/buffer-files.ts';
import { activeTabIsView, api, blockRows, cli, closeAll, last, openView, put, sample, until, viewRows } from './support.ts';

interface Decided { readonly decisions: readonly { readonly block: string; readonly op: string; readonly wirePaths: readonly string[] }[] }

suite('Opening a session', () => {
  teardown(closeAll);

  test('by the command, on a file of the explorer', async () => {
    const uri = put('by-command.jsonl', sample('codex-subagent-boundary.jsonl'));
    await vscode.commands.executeCommand('turnlens.inspect', uri);
    await until('the view', () => activeTabIsView(uri));
    const given = await api();
    const rows = await viewRows(given, uri);
    const session = last(given, uri, 'session')!.session;
    assert.equal(session.format.id, 'codex-rollout');
    assert.equal(rows.filter((r) => r.row === 'turn').length, session.counts.turns + (rows.some((r) => r.id === 't:recorded') ? 1 : 0));
  });

  test('by the command, on the document in the editor', async () => {
    const uri = put('in-editor.jsonl', sample('codex-subagent-boundary.jsonl'));
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('turnlens.inspect');
    await until('the view', () => activeTabIsView(uri));
    assert.ok((await viewRows(await api(), uri)).length > 10);
  });

  test('by vscode.openWith: the turns and decisions in the view are those of the command line', async () => {
    const uri = put('open-with.jsonl', sample('dsh-settlement-notice.jsonl'));
    await openView(uri);
    const given = await api();
    const rows = blockRows(await viewRows(given, uri));
    const target = last(given, uri, 'target')!.target;
    const { decisions } = JSON.parse(cli('replay', uri.fsPath, '--target', 'auto', '--json').out) as Decided;
    assert.equal(target.id, 'anthropic-messages');
    assert.ok(rows.length > 5);
    assert.deepEqual(rows.map((r) => [r.id, r.decision.op, r.decision.wirePaths]), rows.map((r) => { const d = decisions.find((x) => x.block === r.id); return [d?.block, d?.op, d?.wirePaths]; }));
    assert.equal(rows.length, decisions.filter((d) => !d.block.startsWith('t:')).length);
  });

  test('by Reopen Editor With', async () => {
    const uri = put('reopen.jsonl', sample('codex-subagent-boundary.jsonl'));
    await vscode.window.showTextDocument(uri);
    void vscode.commands.executeCommand('workbench.action.reopenWithEditor');
    await until('the view', async () => {
      if (activeTabIsView(uri)) return true;
      await new Promise((resolve) => { setTimeout(resolve, 400); });
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await new Promise((resolve) => { setTimeout(resolve, 400); });
      return activeTabIsView(uri);
    });
    assert.ok((await viewRows(await api(), uri)).length > 10);
  });

  test('a pasted request body, in no file', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: sample('anthropic-request-broken.json') });
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('turnlens.inspect');
    const uri = bufferUri(document.uri);
    await until('the view', () => activeTabIsView(uri));
    const given = await api();
    const rows = await viewRows(given, uri);
    const session = last(given, uri, 'session')!.session;
    assert.equal(session.format.id, 'anthropic-messages');
    assert.equal(session.container, 'buffer');
    assert.ok(blockRows(rows).some((r) => r.decision.severity === 'error'));
  });

  test('typing in the document changes the view', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"first"}]}' });
    const editor = await vscode.window.showTextDocument(document);
    await openView(bufferUri(document.uri));
    const given = await api();
    const uri = bufferUri(document.uri);
    await until('the text as it is', async () => { const rows = blockRows(await viewRows(given, uri)); return rows.length === 1 && rows[0]!.preview === 'first'; });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.Two);
    const at = document.getText().indexOf('first');
    await vscode.window.activeTextEditor!.edit((edit) => { edit.replace(new vscode.Range(0, at, 0, at + 5), 'second'); });
    await until('the changed text', async () => blockRows(await viewRows(given, uri)).some((r) => r.preview === 'second'));
    assert.ok(editor.document.isUntitled);
  });

  test('a file that is no session says so and guesses nothing', async () => {
    const uri = put('plain.jsonl', '{"a":1}\n{"a":2}\n');
    await openView(uri);
    const given = await api();
    await viewRows(given, uri);
    const { format, counts } = last(given, uri, 'session')!.session;
    assert.equal(format.id, 'generic');
    assert.equal(counts.records, 2);
    assert.equal(counts.turns, 0);
  });

  test('a format chosen by hand is used', async () => {
    const uri = put('forced.json', '{"messages":[{"role":"user","content":"hello"}]}');
    await openView(uri);
    const given = await api();
    await viewRows(given, uri);
    await given.host.choices.change(uri, { format: 'anthropic-messages' });
    const rows = await until('the turn', async () => { const now = blockRows(await viewRows(given, uri)); return last(given, uri, 'session')?.session.format.id === 'anthropic-messages' && now.length > 0 && now; });
    assert.equal(rows[0]?.preview, 'hello');
  });

  test('another target changes decisions and verdict, and is kept for the document', async () => {
    const uri = put('targets.jsonl', sample('codex-subagent-boundary.jsonl'));
    await openView(uri);
    const given = await api();
    await viewRows(given, uri);
    await (given.host.sessions.find(uri))!.choose({ target: 'opencodex/anthropic', variant: 'pre-93' });
    const target = await until('the verdict', () => { const t = last(given, uri, 'target')?.target; return t?.id === 'opencodex/anthropic' && t; });
    assert.equal(target.verdict, 'Anthropic may reject this request');
    const rows = await viewRows(given, uri);
    const strip = rows.find((r) => r.row === 'boundary' && r.level === 'broken');
    assert.ok(strip?.row === 'boundary');
    assert.equal(strip.severity, 'error');
    assert.equal(strip.lost.length, 1);
    assert.equal(strip.lost[0]!.line, 11);
    assert.match(strip.quote ?? '', /cannot be modified/);
    assert.equal(given.host.choices.get(uri).chosen.variant, 'pre-93');
  });
});
