import * as vscode from 'vscode';
import type { Input } from '../protocol/worker-messages.ts';
import { BUFFER_SCHEME, openDocument } from './buffer-files.ts';

/** Bytes of a file of another scheme that are read at once at most: there is no reading by ranges for them. */
const REMOTE_LIMIT = 256 << 20;

/** Where the bytes of a document are: in the buffer while it is dirty or untitled, else in its file. Rejects with what a person can act on. */
export async function inputOf(uri: vscode.Uri): Promise<Input> {
  const document = openDocument(uri);
  const name = uri.path.split('/').pop() ?? '';
  if (document !== undefined && (document.isDirty || document.isUntitled || uri.scheme === BUFFER_SCHEME)) return { kind: 'bytes', name, bytes: new TextEncoder().encode(document.getText()) };
  if (uri.scheme === 'file') return { kind: 'file', path: uri.fsPath };
  if (uri.scheme === BUFFER_SCHEME) throw new Error('The document that this view was opened on is no longer open.');
  const { size, type } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.Directory) !== 0) throw new Error('This is a folder, not a session file.');
  if (size > REMOTE_LIMIT) throw new Error(`The file has ${size} bytes. Files of the scheme "${uri.scheme}" are read whole, up to ${REMOTE_LIMIT} bytes.`);
  return { kind: 'bytes', name, bytes: new Uint8Array(await vscode.workspace.fs.readFile(uri)) };
}
