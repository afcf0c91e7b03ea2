import * as vscode from 'vscode';
import { choicesSchema, type Choices } from '../protocol/worker-messages.ts';
import { choiceOf, readSettings } from './settings.ts';

const KEPT = 200;
const KEY = 'turnlens.choices';

/** What was chosen for each document, kept in the workspace's state; the settings until then. */
export class ChoiceStore implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly memento: vscode.Memento, private readonly log: vscode.LogOutputChannel) {}

  get(uri: vscode.Uri): Choices {
    const read = choicesSchema.safeParse(this.all()[uri.toString()]);
    if (read.success) return read.data;
    const settings = readSettings(this.log, uri);
    return { chosen: choiceOf(settings.defaultTarget, settings), pinned: settings.pinnedTargets.map((name) => choiceOf(name, settings)) };
  }

  async set(uri: vscode.Uri, choices: Choices): Promise<void> {
    const rest = Object.entries(this.all()).filter(([key]) => key !== uri.toString());
    await this.memento.update(KEY, Object.fromEntries([...rest, [uri.toString(), choices]].slice(-KEPT)));
    this.changed.fire(uri);
  }

  async change(uri: vscode.Uri, part: Partial<Choices>): Promise<void> {
    await this.set(uri, { ...this.get(uri), ...part });
  }

  dispose(): void { this.changed.dispose(); }

  private all(): Record<string, unknown> {
    return this.memento.get<Record<string, unknown>>(KEY) ?? {};
  }
}
