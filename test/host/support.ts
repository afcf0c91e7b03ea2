import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { TestApi } from '../../src/host/activate.ts';
import type { DocumentSession } from '../../src/host/document-session.ts';
import type { ToView } from '../../src/protocol/view-messages.ts';
import type { BlockRow, Row } from '../../src/protocol/view-model.ts';

export const ROOT = process.env['TURNLENS_ROOT']!;
export const FOLDER = process.env['TURNLENS_FOLDER']!;
export const VIEW = 'turnlens.session';

/** The extension's test interface. It is activated by the first command or document; this only waits for it. */
export async function api(): Promise<TestApi> {
  const extension = vscode.extensions.getExtension<TestApi>('turnlens.turnlens');
  assert.ok(extension, 'the extension is installed');
  const given = await extension.activate();
  assert.ok(given, 'the extension runs in a test host');
  return given;
}

/** Writes a file into the suite's folder. */
export function put(name: string, content: string | Uint8Array): vscode.Uri {
  const path = join(FOLDER, name);
  writeFileSync(path, content);
  return vscode.Uri.file(path);
}

export function sample(name: string): string {
  return readFileSync(join(ROOT, 'media/samples', name), 'utf8');
}

/** Waits until a probe gives something; fails with what was waited for. */
export async function until<T>(what: string, probe: () => T | undefined | false | Promise<T | undefined | false>, ms = 20_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${ms} ms`);
    await new Promise((resolve) => { setTimeout(resolve, 40); });
  }
}

export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await until('all editors closed', () => vscode.window.tabGroups.all.every((g) => g.tabs.length === 0));
}

type Message<K extends ToView['type']> = Extract<ToView, { type: K }>;

export function last<K extends ToView['type']>(from: TestApi, uri: vscode.Uri, type: K): Message<K> | undefined {
  return from.sent(uri).findLast((m): m is Message<K> => m.type === type);
}

/** The rows that the page asked for and was given, of the newest generation, once reading is done. */
export async function viewRows(from: TestApi, uri: vscode.Uri): Promise<readonly Row[]> {
  return await until('rows in the view', () => {
    if (last(from, uri, 'session')?.session.reading.done !== true) return undefined;
    const outline = last(from, uri, 'outline')?.outline;
    if (outline === undefined) return undefined;
    if (outline.rows === 0) return [];
    const pages = from.sent(uri).filter((m): m is Message<'rows'> => m.type === 'rows' && m.generation === outline.generation);
    const rows: Row[] = [];
    for (const page of pages) page.rows.forEach((row, at) => { rows[page.first + at] = row; });
    return rows.length === Math.min(outline.rows, 100) || rows.length === outline.rows ? rows : undefined;
  });
}

export function blockRows(rows: readonly Row[]): readonly BlockRow[] {
  return rows.filter((row): row is BlockRow => row.row === 'block');
}

/** The session of a document, its reading done. */
export async function settled(from: TestApi, uri: vscode.Uri): Promise<DocumentSession> {
  const session = await until('a session of the document', () => from.host.sessions.find(uri));
  await until('the reading to end', () => session.settled);
  return session;
}

/** Opens a session in the view by its view type. */
export async function openView(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', uri, VIEW);
}

export function activeTabIsView(uri: vscode.Uri): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom && input.viewType === VIEW && input.uri.toString() === uri.toString();
}

/** Runs the built command line. */
export function cli(...args: readonly string[]): { readonly out: string; readonly err: string; readonly code: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(ROOT, 'dist/cli.js'), ...args], { encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } });
  return { out: stdout, err: stderr, code: status };
}
