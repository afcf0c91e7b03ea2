import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Json } from '../core/model/json.ts';
import type { ReplayOptions, Serializer } from '../core/replay/serializer.ts';
import { resolveTarget, UnknownTarget } from '../core/judge/judge.ts';
import { TARGETS } from '../core/targets/index.ts';
import type { Conversation } from '../core/turns/conversation.ts';
import { check, oneOf, word } from './check.ts';
import type { Values } from './command.ts';
import { UnreadableError, UsageError } from './io.ts';

const ReplayValues = z.object({
  target: z.string('is needed; see `turnlens targets`, or auto').check(z.minLength(1, 'is needed; see `turnlens targets`, or auto')),
  model: z.optional(word), dialect: z.optional(word), variant: z.optional(word),
  mode: z._default(oneOf(['strict', 'repair']), 'strict'),
  thinking: z._default(oneOf(['as-is', 'strip']), 'as-is'),
  tools: z.optional(word),
  prompt: z.optional(z.string()),
  options: z.optional(z.string()),
});
const Extra = z.record(z.string(), z.json());
const Tools = z.array(z.json());

/** The target and options as given, validated as far as that goes without a session. `tools` is undefined where none were asked for. */
export interface Chosen { readonly target: string; readonly options: ReplayOptions; readonly tools: ReplayOptions['tools'] | undefined }

/** Reads and validates the replay options of a command line. */
export async function chosenReplay(values: Values): Promise<Chosen> {
  const given = check(ReplayValues, values);
  if (given.target !== 'auto' && !TARGETS.some((t) => t.id === given.target)) throw unknownTarget(given.target);
  const tools = given.tools === undefined ? undefined : await toolsOf(given.tools);
  const options: ReplayOptions = {
    mode: given.mode, thinking: given.thinking, tools: tools ?? 'recorded', extra: extraOf(given.options),
    ...(given.model === undefined ? {} : { model: given.model }), ...(given.dialect === undefined ? {} : { dialect: given.dialect }),
    ...(given.variant === undefined ? {} : { variant: given.variant }), ...(given.prompt === undefined ? {} : { prompt: given.prompt }),
  };
  return { target: given.target, options, tools };
}

/** The serializer, after its own documentation has had its say on the options: a value it does not know must not pass silently. */
export function serializerFor(conversation: Conversation, { target, options }: Pick<Chosen, 'target' | 'options'>): Serializer {
  let serializer: Serializer;
  try {
    serializer = resolveTarget(conversation, target);
  } catch (error) {
    throw error instanceof UnknownTarget ? unknownTarget(target) : error;
  }
  for (const name of ['dialect', 'variant'] as const) {
    const value = options[name];
    const doc = serializer.options.find((o) => o.name === name);
    if (value !== undefined && doc !== undefined && typeof doc.values !== 'string' && !doc.values.includes(value)) throw new UsageError(`--${name} of ${serializer.id} must be one of ${doc.values.join(', ')}`);
  }
  for (const [name, value] of Object.entries(options.extra)) {
    const doc = serializer.options.find((o) => o.name === name);
    if (doc === undefined) throw new UsageError(`--options: ${serializer.id} has no option "${name}"; it has ${serializer.options.map((o) => o.name).join(', ') || 'none'}`);
    if (typeof doc.values !== 'string' && !(typeof value === 'string' && doc.values.includes(value))) throw new UsageError(`--options: "${name}" of ${serializer.id} must be one of ${doc.values.join(', ')}`);
  }
  return serializer;
}

function unknownTarget(target: string): UsageError {
  return new UsageError(`--target "${target}" is no target; see \`turnlens targets\`, or auto`);
}

function extraOf(text: string | undefined): Readonly<Record<string, Json>> {
  if (text === undefined) return {};
  const result = z.safeParse(Extra, parsed(text, '--options'));
  if (!result.success) throw new UsageError('--options must be a JSON object');
  return result.data as Readonly<Record<string, Json>>;
}

async function toolsOf(value: string): Promise<ReplayOptions['tools']> {
  if (value === 'recorded' || value === 'none' || value === 'stubs') return value;
  let text: string;
  try {
    text = await readFile(value, 'utf8');
  } catch (error) {
    throw new UnreadableError(`--tools ${value} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
  const json = parsed(text, `--tools ${value}`);
  const list = typeof json === 'object' && json !== null && 'tools' in json ? json.tools : json;
  const result = z.safeParse(Tools, list);
  if (!result.success) throw new UsageError(`--tools ${value} must hold a JSON array of tool definitions`);
  return result.data as readonly Json[];
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`${what} is not JSON`);
  }
}
