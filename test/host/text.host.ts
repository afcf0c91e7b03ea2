import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, closeAll, put, sample, settled, until } from './support.ts';

async function hoverText(uri: vscode.Uri, position: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, position);
  return hovers.flatMap((h) => h.contents).map((c) => typeof c === 'string' ? c : c.value).join('\n');
}

function own(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter((d) => d.source === 'turnlens');
}

const codeOf = (d: vscode.Diagnostic): string => typeof d.code === 'object' ? String(d.code.value) : String(d.code);

suite('In the text of a session', () => {
  teardown(closeAll);

  test('a hover says what the line is, what becomes of it, and who its partners are', async () => {
    const given = await api();
    const uri = put('hover.jsonl', sample('codex-subagent-boundary.jsonl'));
    await given.host.choices.change(uri, { chosen: { target: 'opencodex/anthropic', variant: 'pre-93' } });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await until('recognition', () => given.host.texts.of(document));
    const text = await until('the hover', async () => { const t = await hoverText(uri, new vscode.Position(11, 100)); return t.includes('thinking') && t; });
    assert.match(text, /\*\*thinking\*\*/);
    assert.match(text, /assistant/);
    assert.match(text, /\*\*merged\*\*/);
    assert.match(text, /messages/);
    assert.match(text, /cannot be modified/);
    assert.match(text, /turnlens-rule:\/anthropic\/thinking-modified-latest\.md/);
    assert.match(text, /Show in Turnlens/);
  });

  test('session text in a hover is never markdown, HTML or a command', async () => {
    const given = await api();
    const hostile = '[x](command:workbench.action.quit) <img src=x> **bold** $(trash) \u202eevil';
    const uri = put('hostile.json', JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 5, messages: [{ role: 'user', content: hostile }] }));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await until('recognition', () => given.host.texts.of(document));
    const text = await until('the hover', async () => { const t = await hoverText(uri, new vscode.Position(0, document.getText().indexOf('[x]') + 1)); return t.includes('Show in Turnlens') && t; });
    assert.doesNotMatch(text, /(?<!\\)\[x/);
    assert.doesNotMatch(text, /(?<!\\)<img/);
    assert.doesNotMatch(text, /(?<!\\)\*\*bold|&nbsp;/);
    assert.doesNotMatch(text, /\u202e/);
    // `\\\$\(`: an escaped backslash, which keeps `$(` from being an icon, before escaped marks.
    assert.match(text, /\\\\\\\$\\\(trash/);
  });

  test('a finding is a diagnostic with code, documentation link, range and related place', async () => {
    const given = await api();
    const uri = put('diagnostics.jsonl', sample('codex-subagent-boundary.jsonl'));
    await given.host.choices.change(uri, { chosen: { target: 'opencodex/anthropic', variant: 'pre-93' } });
    await vscode.window.showTextDocument(uri);
    const found = await until('the diagnostic', () => own(uri).find((d) => codeOf(d) === 'anthropic/thinking-modified-latest'));
    assert.equal(found.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(found.range.start.line, 11);
    assert.equal(found.range.start.character, 86);
    assert.ok(typeof found.code === 'object');
    assert.equal(found.code.target.toString(), 'turnlens-rule:/anthropic/thinking-modified-latest.md');
    const page = await vscode.workspace.openTextDocument(found.code.target);
    assert.match(page.getText(), /# anthropic\/thinking-modified-latest/);
    assert.match(page.getText(), /## Sources/);
    const related = found.relatedInformation ?? [];
    assert.ok(related.some((r) => r.location.uri.toString() === uri.toString() && r.location.range.start.line === 8), 'the other response is related');
    assert.match(related[0]!.message, /^L9 thinking, R\d/);
  });

  test('problems of the file are diagnostics, too', async () => {
    const uri = put('torn.jsonl', sample('torn-lines.jsonl'));
    await vscode.window.showTextDocument(uri);
    const torn = await until('the torn line', () => own(uri).find((d) => codeOf(d) === 'records/torn-line' && d.range.start.line === 5));
    assert.equal(torn.severity, vscode.DiagnosticSeverity.Error);
  });

  test('a finding beyond what VS Code paints of a line is marked at the record\'s type, its exact place is related', async () => {
    const long = 'x'.repeat(12_000);
    const body = { model: 'claude-opus-4-5', max_tokens: 5, messages: [{ role: 'user', content: [{ type: 'text', text: long }] }, { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }] }, { role: 'user', content: 'no result' }] };
    const uri = put('far.json', JSON.stringify(body));
    await vscode.window.showTextDocument(uri);
    const found = await until('the diagnostic', () => own(uri).find((d) => codeOf(d) === 'anthropic/tool-result-missing'));
    assert.ok(found.range.end.character <= 10_000, 'it is painted');
    const exact = JSON.stringify(body).indexOf('{"type":"tool_use"');
    assert.ok((found.relatedInformation ?? []).some((r) => r.location.range.start.character === exact));
  });

  test('ordinary JSON gets nothing, and no worker is kept for it', async () => {
    const given = await api();
    const uri = put('settings-like.json', '{"type":"module","name":"x","version":"1.0.0"}');
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await until('a look at it', () => given.host.texts.isOther(document));
    assert.deepEqual(own(uri), []);
    assert.equal(given.host.texts.of(document), undefined);
  });

  test('many open documents keep few workers, and keep their diagnostics', async function () {
    this.timeout(90_000);
    const given = await api();
    const uris: vscode.Uri[] = [];
    for (let n = 0; n < 8; n++) {
      const uri = put(`many-${n}.jsonl`, sample('torn-lines.jsonl'));
      uris.push(uri);
      await vscode.window.showTextDocument(uri, { preview: false });
      await until('its diagnostics', () => own(uri).length > 0);
    }
    await until('few sessions', () => given.host.sessions.all.length <= 6, 15_000);
    for (const uri of uris) assert.ok(own(uri).length > 0);
    const first = await vscode.window.showTextDocument(uris[0]!);
    await until('the session of the one shown again', () => given.host.texts.of(first.document));
  });

  test('it can be switched off', async () => {
    const given = await api();
    const settings = vscode.workspace.getConfiguration('turnlens');
    const uri = put('switched-off.jsonl', sample('torn-lines.jsonl'));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await until('diagnostics', () => own(uri).length > 0);
    try {
      await settings.update('text.enabled', false, vscode.ConfigurationTarget.Global);
      await until('their end', () => own(uri).length === 0 && given.host.texts.of(document) === undefined);
    } finally {
      await settings.update('text.enabled', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  test('the dirty buffer is what is analysed, and the file again once it is saved', async () => {
    const given = await api();
    const clean = { model: 'claude-opus-4-5', max_tokens: 5, messages: [{ role: 'user', content: 'hello' }] };
    const uri = put('dirty.json', JSON.stringify(clean));
    const editor = await vscode.window.showTextDocument(uri);
    await until('recognition', () => given.host.texts.of(editor.document));
    await settled(given, uri);
    const at = editor.document.getText().indexOf('"hello"');
    await editor.edit((edit) => { edit.replace(new vscode.Range(0, at, 0, at + 7), '[{"type":"text","text":""}]'); });
    await until('the finding in the buffer', () => own(uri).some((d) => codeOf(d) === 'anthropic/text-empty'));
    await editor.edit((edit) => { edit.replace(new vscode.Range(0, at, 0, at + 27), '"hello"'); });
    await editor.document.save();
    await until('no finding any more', () => !own(uri).some((d) => codeOf(d) === 'anthropic/text-empty'));
  });
});
