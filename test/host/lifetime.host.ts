import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { GRACE_MS } from '../../src/host/sessions.ts';
import { api, blockRows, closeAll, openView, put, sample, settled, until, viewRows } from './support.ts';

suite('Lifetime', () => {
  teardown(closeAll);

  test('closing the last editor ends worker and watcher after the grace', async () => {
    const given = await api();
    const uri = put('ending.jsonl', sample('codex-subagent-boundary.jsonl'));
    await openView(uri);
    await viewRows(given, uri);
    const session = await settled(given, uri);
    const { worker } = session;
    assert.ok(worker.running);
    const heard = given.sent(uri).length;
    await closeAll();
    await until('the end of the session', () => session.isDisposed, GRACE_MS + 5000);
    await worker.ended;
    assert.equal(worker.running, false);
    assert.equal(given.host.sessions.find(uri), undefined);
    appendFileSync(uri.fsPath, '{"type":"response_item","payload":{"type":"message","role":"user","content":[]}}\n');
    await new Promise((resolve) => { setTimeout(resolve, 1000); });
    assert.equal(given.sent(uri).length, heard, 'nothing is sent for a closed document');
  });

  test('an editor that is closed and opened again within the grace keeps its session', async () => {
    const given = await api();
    const uri = put('moving.jsonl', sample('codex-subagent-boundary.jsonl'));
    await openView(uri);
    await viewRows(given, uri);
    const session = given.host.sessions.find(uri);
    await closeAll();
    await openView(uri);
    await viewRows(given, uri);
    assert.equal(given.host.sessions.find(uri), session);
  });

  test('two panels of one document share its session, and closing one leaves it', async () => {
    const given = await api();
    const uri = put('split.jsonl', sample('codex-subagent-boundary.jsonl'));
    await openView(uri);
    await viewRows(given, uri);
    await vscode.commands.executeCommand('workbench.action.splitEditor');
    await until('two panels', () => given.host.editor.of(uri).length === 2);
    const session = given.host.sessions.find(uri)!;
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await until('one panel', () => given.host.editor.of(uri).length === 1);
    await new Promise((resolve) => { setTimeout(resolve, GRACE_MS + 500); });
    assert.equal(session.isDisposed, false);
    assert.ok(session.worker.running);
  });

  test('a view that was hidden shows the same rows again', async () => {
    const given = await api();
    const uri = put('hidden.jsonl', sample('codex-subagent-boundary.jsonl'));
    await openView(uri);
    const before = blockRows(await viewRows(given, uri)).map((r) => r.id);
    const sent = given.sent(uri).length;
    await vscode.window.showTextDocument(put('other.txt', 'other'));
    await vscode.commands.executeCommand('workbench.action.previousEditor');
    await until('the page again', () => given.sent(uri).slice(sent).some((m) => m.type === 'session'));
    assert.deepEqual(blockRows(await viewRows(given, uri)).map((r) => r.id), before);
  });

  test('a worker that dies leaves a message, and the session can be opened again', async () => {
    const given = await api();
    const uri = put('dying.jsonl', sample('codex-subagent-boundary.jsonl'));
    await openView(uri);
    await viewRows(given, uri);
    const session = await settled(given, uri);
    await session.worker.dispose();
    await session.retry();
    await until('the session again', () => session.worker.running && session.settled);
    const { turns } = await session.worker.ask({ type: 'conversation' });
    assert.ok(turns.length > 3);
  });

  test('the log holds nothing of the session', async () => {
    const given = await api();
    const lines: string[] = [];
    const { log } = given.host;
    const uri = put('private.jsonl', sample('codex-subagent-boundary.jsonl').replaceAll('voucher', 'PRIVATEWORD'));
    const kinds = ['trace', 'debug', 'info', 'warn', 'error'] as const;
    const before = kinds.map((kind) => log[kind]);
    kinds.forEach((kind, at) => { (log as unknown as Record<string, unknown>)[kind] = (...parts: unknown[]): void => { lines.push(parts.map(String).join(' ')); (before[at] as (...p: unknown[]) => void).apply(log, parts); }; });
    try {
      await openView(uri);
      await viewRows(given, uri);
      await given.host.sessions.find(uri)!.worker.ask({ type: 'explain', error: 'messages.3.content.1: PRIVATEWORD' });
    } finally {
      kinds.forEach((kind, at) => { (log as unknown as Record<string, unknown>)[kind] = before[at]; });
    }
    assert.ok(lines.length > 0);
    assert.ok(!lines.some((line) => line.includes('PRIVATEWORD')));
  });
});
