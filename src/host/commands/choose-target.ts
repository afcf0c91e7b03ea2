import * as vscode from 'vscode';
import type { ReplayChoice, Verdict } from '../../protocol/worker-messages.ts';
import { current } from '../current.ts';
import type { DocumentSession } from '../document-session.ts';
import type { HostCommand } from '../host.ts';
import { readSettings, type Settings } from '../settings.ts';

interface TargetItem extends vscode.QuickPickItem { readonly choice?: ReplayChoice; readonly verdict?: Verdict }

/** A quick pick in steps: the target, each with its verdict, then the choices that it has. */
export const chooseTarget: HostCommand = {
  id: 'turnlens.chooseTarget',
  async run(host, given) {
    const now = current(host);
    if (now === undefined) return;
    try {
      const settings = readSettings(host.log, now.session.uri);
      if (typeof given === 'string') { await now.session.choose(settings.targets[given] ?? { target: given }); return; }
      const picked = await pickTarget(now.session, settings, 'Replay for');
      if (picked?.choice === undefined) return;
      const choice = picked.verdict === undefined ? picked.choice : await pickOptions(picked.choice, picked.verdict);
      if (choice !== undefined) await now.session.choose(choice);
    } finally { now.release(); }
  },
};

/** The targets, named ones first, those that do not fit last. Verdicts come while the list is open. */
export async function pickTarget(session: DocumentSession, settings: Settings, placeholder: string): Promise<TargetItem | undefined> {
  const pick = vscode.window.createQuickPick<TargetItem>();
  pick.title = 'Turnlens: Target';
  pick.placeholder = placeholder;
  pick.matchOnDescription = true;
  pick.busy = true;
  pick.show();
  const { chosen } = session.choices;
  session.worker.ask({ type: 'verdicts' }).then(({ verdicts }) => {
    const named: TargetItem[] = Object.entries(settings.targets).map(([name, choice]) => ({ label: `$(bookmark) ${name}`, description: choice.target, choice }));
    const auto: TargetItem = { label: 'auto', description: 'the API of the session\'s last model', choice: { target: 'auto' } };
    const fits = verdicts.filter((v) => v.outcome !== 'not-applicable').map((v) => itemOf(v, chosen));
    const others = verdicts.filter((v) => v.outcome === 'not-applicable').map((v) => itemOf(v, chosen));
    const line = (label: string): TargetItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
    pick.items = [...(named.length === 0 ? [] : [line('named'), ...named]), line('targets'), auto, ...fits, ...(others.length === 0 ? [] : [line('not applicable'), ...others])];
    pick.activeItems = pick.items.filter((i) => i.choice?.target === chosen.target).slice(0, 1);
    pick.busy = false;
  }, (error: unknown) => { pick.busy = false; pick.placeholder = (error as Error).message; });
  return await new Promise((resolve) => {
    pick.onDidAccept(() => { resolve(pick.selectedItems[0]); pick.hide(); });
    pick.onDidHide(() => { resolve(undefined); pick.dispose(); });
  });
}

function itemOf(verdict: Verdict, chosen: ReplayChoice): TargetItem {
  const icon = verdict.outcome === 'not-applicable' ? 'circle-slash' : verdict.severity === 'error' ? 'error' : verdict.severity === 'warning' ? 'warning' : 'circle-outline';
  return { label: `$(${icon}) ${verdict.label}`, description: verdict.id === chosen.target ? `${verdict.id} · chosen` : verdict.id, detail: verdict.verdict, choice: verdict.id === chosen.target ? chosen : { target: verdict.id }, verdict };
}

interface OptionItem extends vscode.QuickPickItem { readonly name?: string }
type Option = Verdict['options'][number];
const COMMON: readonly Option[] = [{ name: 'model', values: 'a model name', description: 'The model that the request is for.' }, { name: 'prompt', values: 'text', description: 'A last user message, added to the request.' }];

/** The choices of a target, one line each; Enter on the first line uses them. */
async function pickOptions(start: ReplayChoice, verdict: Verdict): Promise<ReplayChoice | undefined> {
  const options = [...verdict.options, ...COMMON.filter((c) => !verdict.options.some((o) => o.name === c.name))];
  for (let choice = start; ;) {
    const items: OptionItem[] = [{ label: '$(check) Use it so' }, ...options.map((o) => ({ label: o.name, description: valueOf(choice, o), detail: o.description, name: o.name }))];
    const picked = await vscode.window.showQuickPick(items, { title: `Turnlens: ${verdict.label}`, placeHolder: 'Enter uses the target; a line changes one choice' });
    if (picked === undefined) return undefined;
    if (picked.name === undefined) return choice;
    const option = options.find((o) => o.name === picked.name)!;
    const value = await pickValue(option, valueOf(choice, option));
    if (value !== undefined) choice = withValue(choice, option, value);
  }
}

async function pickValue(option: Option, now: string): Promise<string | undefined> {
  if (typeof option.values === 'string') return await vscode.window.showInputBox({ title: `Turnlens: ${option.name}`, prompt: `${option.description} (${option.values}) Empty: the default.`, value: now.startsWith('default') ? '' : now });
  return (await vscode.window.showQuickPick(option.values.map((v) => ({ label: v, description: v === option.default ? 'default' : '' })), { title: `Turnlens: ${option.name}`, placeHolder: option.description }))?.label;
}

const OWN: ReadonlySet<string> = new Set(['model', 'dialect', 'variant', 'mode', 'thinking', 'tools', 'prompt']);

function valueOf(choice: ReplayChoice, option: Option): string {
  const value = OWN.has(option.name) ? choice[option.name as 'model'] : choice.extra?.[option.name];
  return value === undefined ? `default${option.default === undefined ? '' : ` (${option.default})`}` : typeof value === 'string' ? value : JSON.stringify(value);
}

function withValue(choice: ReplayChoice, option: Option, value: string): ReplayChoice {
  if (OWN.has(option.name)) return { ...without(choice, option.name), target: choice.target, ...(value === '' ? {} : { [option.name]: value }) };
  const extra = without(choice.extra ?? {}, option.name);
  return { ...choice, extra: value === '' ? extra : { ...extra, [option.name]: parsed(value) } };
}

function without<T extends object>(object: T, name: string): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name)) as Partial<T>;
}

function parsed(value: string): unknown {
  if (!/^[[{]/.test(value)) return value;
  try { return JSON.parse(value); } catch { return value; }
}
