import * as vscode from 'vscode';
import { FORMATS } from '../../core/formats/index.ts';
import { current } from '../current.ts';
import type { DocumentSession } from '../document-session.ts';
import type { Host, HostCommand } from '../host.ts';

/** Reads the file as a format chosen by hand, or by detection again. */
export const chooseFormat: HostCommand = {
  id: 'turnlens.chooseFormat',
  async run(host) {
    const now = current(host);
    if (now === undefined) return;
    try { await pickFormat(host, now.session, 'Read this file as'); } finally { now.release(); }
  },
};

export async function pickFormat(host: Host, session: DocumentSession, placeHolder: string): Promise<void> {
  const chosen = session.choices.format;
  const nearest = new Map(session.session?.format.nearest.map((n) => [n.id, n.reasons.join('; ')]));
  const items = [
    { label: 'Detect', description: chosen === undefined ? 'as now' : '', id: undefined as string | undefined },
    ...FORMATS.map((f) => ({ label: f.label, description: [f.id === chosen ? 'as now' : '', nearest.has(f.id) ? `nearest: ${nearest.get(f.id) ?? ''}` : ''].filter(Boolean).join(' · '), detail: f.description, id: f.id as string | undefined })),
  ].sort((a, b) => Number(nearest.has(b.id ?? '')) - Number(nearest.has(a.id ?? '')));
  const picked = await vscode.window.showQuickPick(items, { title: 'Turnlens: Format', placeHolder, matchOnDetail: true });
  if (picked === undefined) return;
  const { chosen: replayed, pinned, branch } = session.choices;
  await host.choices.set(session.uri, { chosen: replayed, pinned, ...(branch === undefined ? {} : { branch }), ...(picked.id === undefined ? {} : { format: picked.id }) });
}
