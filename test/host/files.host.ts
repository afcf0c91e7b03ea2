import assert from 'node:assert/strict';
import { appendFileSync, createWriteStream, renameSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { api, blockRows, closeAll, FOLDER, last, openView, put, sample, until, viewRows } from './support.ts';

const turn = (n: number, text = `message ${n}`): string => `${JSON.stringify({ timestamp: '2026-11-30T10:00:00.000Z', type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } })}\n`;
const HEAD = `${JSON.stringify({ timestamp: '2026-11-30T10:00:00.000Z', type: 'session_meta', payload: { id: '01a22de9-0000-7000-8000-000000000000', timestamp: '2026-11-30T10:00:00.000Z', cwd: '/home/user/project', originator: 'codex_cli', cli_version: '0.171.0' } })}\n`;

suite('Files that change or are damaged', () => {
  teardown(closeAll);

  test('a growing file grows in the view, and what was shown keeps its ids', async () => {
    const given = await api();
    const uri = put('growing.jsonl', HEAD + turn(1));
    await openView(uri);
    const before = blockRows(await viewRows(given, uri));
    assert.deepEqual(before.map((r) => r.preview), ['message 1']);
    appendFileSync(uri.fsPath, turn(2));
    const after = await until('the second message', async () => { const rows = blockRows(await viewRows(given, uri)); return rows.length === 2 && rows; });
    assert.equal(after[0]!.id, before[0]!.id);
    assert.equal(after[1]!.preview, 'message 2');
    // Half a record, then its rest: it appears once it is whole.
    const third = turn(3);
    appendFileSync(uri.fsPath, third.slice(0, 60));
    await until('the unfinished line as a problem', () => last(given, uri, 'session')!.session.counts.problems === 1);
    appendFileSync(uri.fsPath, third.slice(60));
    const whole = await until('the third message', async () => { const rows = blockRows(await viewRows(given, uri)); return rows.length === 3 && rows; });
    assert.equal(whole[2]!.preview, 'message 3');
    assert.equal(last(given, uri, 'session')!.session.counts.problems, 0);
  });

  test('a file that was replaced is read anew', async () => {
    const given = await api();
    const uri = put('replaced.jsonl', HEAD + turn(1) + turn(2));
    await openView(uri);
    assert.equal(blockRows(await viewRows(given, uri)).length, 2);
    writeFileSync(`${uri.fsPath}.new`, HEAD + turn(7, 'another session') + turn(8) + turn(9));
    renameSync(`${uri.fsPath}.new`, uri.fsPath);
    const rows = await until('the new content', async () => { const now = blockRows(await viewRows(given, uri)); return now.length === 3 && now; });
    assert.equal(rows[0]!.preview, 'another session');
    writeFileSync(uri.fsPath, HEAD + turn(1, 'shorter'));
    await until('the shorter content', async () => { const now = blockRows(await viewRows(given, uri)); return now.length === 1 && now[0]!.preview === 'shorter'; });
  });

  test('a file that was deleted keeps what was read, and says so', async () => {
    const given = await api();
    const uri = put('deleted.jsonl', HEAD + turn(1));
    await openView(uri);
    await viewRows(given, uri);
    rmSync(uri.fsPath);
    await until('the notice', () => last(given, uri, 'session')!.session.notice);
    assert.match(last(given, uri, 'session')!.session.notice!, /deleted/);
    assert.equal(blockRows(await viewRows(given, uri)).length, 1);
  });

  test('a corrupt file shows its problems at the place of their lines, and the rest', async () => {
    const given = await api();
    const uri = put('corrupt.jsonl', sample('torn-lines.jsonl'));
    await openView(uri);
    const rows = await viewRows(given, uri);
    const problems = rows.filter((r) => r.row === 'problem');
    assert.ok(problems.some((p) => p.code === 'records/torn-line' && p.line === 6 && p.excerpt.length > 20));
    assert.ok(blockRows(rows).length > 0);
    const places = rows.flatMap((r) => r.row === 'problem' || r.row === 'block' ? [r.line] : []).filter((line) => line > 1);
    assert.deepEqual(places, [...places].sort((a, b) => a - b));
  });

  test('a zstd file with a flipped byte is noticed', async () => {
    const given = await api();
    const zlib = await import('node:zlib') as unknown as { zstdCompressSync?: (data: Buffer, options: object) => Buffer; constants: Record<string, number> };
    if (zlib.zstdCompressSync === undefined) return;
    const whole = zlib.zstdCompressSync(Buffer.from(HEAD + turn(1, 'compressed')), { params: { [zlib.constants['ZSTD_c_checksumFlag']!]: 1 } });
    const good = put('whole.jsonl.zst', whole);
    await openView(good);
    assert.deepEqual(blockRows(await viewRows(given, good)).map((r) => r.preview), ['compressed']);
    assert.equal(last(given, good, 'session')!.session.container, 'zstd');
    const broken = Buffer.from(whole);
    broken[Math.floor(broken.length / 2)]! ^= 0x10;
    const bad = put('flipped.jsonl.zst', broken);
    await openView(bad);
    const rows = await viewRows(given, bad);
    assert.ok(rows.some((r) => r.row === 'problem' && r.code === 'records/zstd-corrupt'));
  });

  test('a file of another scheme opens from its bytes, and again when it changes', async () => {
    const given = await api();
    let content = HEAD + turn(1, 'in a virtual workspace');
    const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
    const refuse = (): never => { throw vscode.FileSystemError.NoPermissions(); };
    const registered = vscode.workspace.registerFileSystemProvider('turnlens-test', {
      onDidChangeFile: changed.event, watch: () => new vscode.Disposable(() => undefined), readDirectory: () => [],
      stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: content.length, size: content.length }), readFile: () => new TextEncoder().encode(content),
      createDirectory: refuse, writeFile: refuse, delete: refuse, rename: refuse,
    });
    try {
      const uri = vscode.Uri.parse('turnlens-test:/virtual.jsonl');
      await openView(uri);
      assert.deepEqual(blockRows(await viewRows(given, uri)).map((r) => r.preview), ['in a virtual workspace']);
      content += turn(2, 'and more');
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
      await until('the second message', async () => blockRows(await viewRows(given, uri)).length === 2);
    } finally { await closeAll(); registered.dispose(); }
  });

  test('an empty file and a folder get a clear message', async () => {
    const given = await api();
    const empty = put('empty.jsonl', '');
    await openView(empty);
    await viewRows(given, empty);
    assert.equal(last(given, empty, 'session')!.session.counts.turns, 0);
    const lease = given.host.sessions.acquire(vscode.Uri.file(FOLDER));
    try {
      await until('the refusal', () => lease.session.failed);
      assert.match(lease.session.failed!.message, /directory/);
    } finally { lease.dispose(); }
  });

  test('a file over 50 MiB, which no text provider gets, opens like any other', async function () {
    this.timeout(90_000);
    const given = await api();
    const path = join(FOLDER, 'large.jsonl');
    const out = createWriteStream(path);
    out.write(HEAD);
    const text = 'word '.repeat(4000);
    for (let n = 0; n < 2800; n++) if (!out.write(turn(n, `${n} ${text}`))) await once(out, 'drain');
    out.end(turn(9999, 'the last one'));
    await once(out, 'finish');
    const uri = vscode.Uri.file(path);
    await openView(uri);
    const rows = await until('the rows', () => viewRows(given, uri), 60_000);
    const session = last(given, uri, 'session')!.session;
    assert.ok(session.size! > 50 << 20);
    assert.equal(session.counts.turns, 2801);
    const first = blockRows(rows)[0]!;
    assert.equal(first.length, text.length + 2);
    const whole = await given.host.sessions.find(uri)!.worker.ask({ type: 'text', id: first.id, from: 0 });
    assert.equal(whole.text, `0 ${text}`);
    const found = await given.host.sessions.find(uri)!.worker.ask({ type: 'find', view: given.host.editor.of(uri)[0]!.view, query: '2799 word', caseSensitive: true, regex: false });
    assert.equal(found.ids.length, 1);
    for (const message of given.sent(uri)) assert.ok(JSON.stringify(message).length < 1_000_000, `a ${message.type} message over 1 MB`);
  });
});
