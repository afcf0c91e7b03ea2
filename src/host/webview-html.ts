import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Where the view's own files are: all that it may load. */
export function viewRoots(extension: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extension, 'dist'), vscode.Uri.joinPath(extension, 'media')];
}

/** The page of the view. It holds no data: everything comes by message. */
export function viewHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = randomBytes(24).toString('base64');
  const script = webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', 'view.js')).toString();
  const style = webview.asWebviewUri(vscode.Uri.joinPath(extension, 'media', 'view.css')).toString();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}; font-src ${webview.cspSource}; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<link rel="stylesheet" href="${style}">
<title>Turnlens</title>
</head>
<body>
<div id="app"></div>
<script type="module" nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
