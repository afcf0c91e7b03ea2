import * as vscode from 'vscode';

/** Scheme of views on documents that are in no file: untitled and pasted ones. The query holds the document's own address. */
export const BUFFER_SCHEME = 'turnlens-buffer';

/** The address of a view on a document that is only in the editor. */
export function bufferUri(document: vscode.Uri): vscode.Uri {
  const name = document.path.split('/').pop() || 'untitled';
  return vscode.Uri.from({ scheme: BUFFER_SCHEME, path: `/${name}`, query: document.toString() });
}

/** The document behind a buffer address, or the address itself. */
export function documentUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === BUFFER_SCHEME ? vscode.Uri.parse(uri.query) : uri;
}

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const wanted = documentUri(uri).toString();
  return vscode.workspace.textDocuments.find((d) => d.uri.toString() === wanted && !d.isClosed);
}

/** Read-only files over open documents: VS Code opens editors only on addresses that some file system has. */
export class BufferFiles implements vscode.FileSystemProvider {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;

  watch(): vscode.Disposable { return new vscode.Disposable(() => undefined); }

  stat(uri: vscode.Uri): vscode.FileStat {
    const document = openDocument(uri);
    if (document === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: document.version, size: document.getText().length, permissions: vscode.FilePermission.Readonly };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const document = openDocument(uri);
    if (document === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return new TextEncoder().encode(document.getText());
  }

  readDirectory(): [string, vscode.FileType][] { return []; }
  createDirectory(uri: vscode.Uri): void { throw vscode.FileSystemError.NoPermissions(uri); }
  writeFile(uri: vscode.Uri): void { throw vscode.FileSystemError.NoPermissions(uri); }
  delete(uri: vscode.Uri): void { throw vscode.FileSystemError.NoPermissions(uri); }
  rename(uri: vscode.Uri): void { throw vscode.FileSystemError.NoPermissions(uri); }
}
