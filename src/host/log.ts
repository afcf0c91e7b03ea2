import * as vscode from 'vscode';

/** The one output channel. It holds sizes, formats, durations and faults; never content of a session, never a path's contents. */
export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel('Turnlens', { log: true });
}
