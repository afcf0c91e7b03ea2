import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { replayChoiceSchema, type ReplayChoice } from '../protocol/worker-messages.ts';

const namedSchema = z.record(z.string(), replayChoiceSchema);

/** The settings, checked. What does not fit is left out, with a line in the log: a setting never breaks the view. */
export interface Settings {
  readonly targets: Readonly<Record<string, ReplayChoice>>;
  readonly defaultTarget: string;
  readonly pinnedTargets: readonly string[];
  readonly textEnabled: boolean;
  readonly textMaxBytes: number;
  readonly redact: boolean;
}

export function readSettings(log: vscode.LogOutputChannel, scope?: vscode.Uri): Settings {
  const settings = vscode.workspace.getConfiguration('turnlens', scope ?? null);
  const take = <T>(key: string, schema: z.ZodMiniType<T>, fallback: T): T => {
    const read = schema.safeParse(settings.get(key));
    if (read.success) return read.data;
    log.warn(`setting turnlens.${key} does not fit; ${JSON.stringify(fallback)} is used`);
    return fallback;
  };
  return {
    targets: take('targets', namedSchema, {}),
    defaultTarget: take('defaultTarget', z.string(), 'auto'),
    pinnedTargets: take('pinnedTargets', z.array(z.string()), []).slice(0, 2),
    textEnabled: take('text.enabled', z.boolean(), true),
    textMaxBytes: take('text.maxSizeMB', z.number().check(z.nonnegative()), 20) * 1_000_000,
    redact: take('export.redact', z.boolean(), true),
  };
}

/** The choice behind a name of `turnlens.targets`, or the target of that id with its defaults. */
export function choiceOf(name: string, settings: Settings): ReplayChoice {
  return settings.targets[name] ?? { target: name };
}
