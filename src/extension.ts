import type * as vscode from 'vscode';
import { startHost, type TestApi } from './host/activate.ts';

/** VS Code calls this on first use. Nothing is read before a session is opened. */
export function activate(context: vscode.ExtensionContext): TestApi | undefined {
  return startHost(context);
}
