import * as z from 'zod/mini';
import { severitySchema, sessionSchema, targetSchema, outlineSchema, rowSchema, detailSchema, explainViewSchema, filterSchema } from './view-model.ts';

/**
 * Host ⇄ worker. One worker per opened document; the host forwards what the view asks and the worker composes the answers.
 * Each side validates what it receives.
 */

const count = z.int().check(z.nonnegative());
const request = z.int();
const json: z.ZodMiniType<unknown> = z.unknown();

/** What a document is replayed for: the chosen target with its options, pinned ones, and the branch. */
export const replayChoiceSchema = z.object({
  target: z.string(), model: z.optional(z.string()), dialect: z.optional(z.string()), variant: z.optional(z.string()),
  mode: z.optional(z.enum(['strict', 'repair'])), thinking: z.optional(z.enum(['as-is', 'strip'])),
  tools: z.optional(z.enum(['recorded', 'none', 'stubs'])), prompt: z.optional(z.string()), extra: z.optional(z.record(z.string(), json)),
});
export type ReplayChoice = z.infer<typeof replayChoiceSchema>;
export const choicesSchema = z.object({ chosen: replayChoiceSchema, pinned: z.array(replayChoiceSchema), branch: z.optional(z.string()), format: z.optional(z.string()) });
export type Choices = z.infer<typeof choicesSchema>;

/** Where the bytes come from: a file that is read by ranges and followed, or bytes that are all there is. */
export const inputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({ kind: z.literal('bytes'), name: z.string(), bytes: z.instanceof(Uint8Array) }),
]);
export type Input = z.infer<typeof inputSchema>;

/** 0-based as in VS Code, end exclusive, UTF-16 units. */
export const rangeSchema = z.object({ line: count, column: count, endLine: count, endColumn: count });
export type TextRange = z.infer<typeof rangeSchema>;

/** Host → worker. `view` tells apart the panels of one document, each with its filter. */
export const toWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), input: inputSchema, choices: choicesSchema }),
  /** The file may have changed: look, and read on or anew. */
  z.object({ type: z.literal('changed') }),
  z.object({ type: z.literal('choose'), choices: choicesSchema }),
  z.object({ type: z.literal('cancel') }),
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('view'), view: count, filter: filterSchema }),
  z.object({ type: z.literal('unview'), view: count }),
  z.object({ type: z.literal('rows'), request, view: count, generation: z.int(), first: z.int(), count: z.int() }),
  z.object({ type: z.literal('detail'), request, id: z.string() }),
  z.object({ type: z.literal('text'), request, id: z.string(), from: z.int() }),
  z.object({ type: z.literal('find'), request, view: count, query: z.string(), caseSensitive: z.boolean(), regex: z.boolean() }),
  z.object({ type: z.literal('seek'), request, view: count, what: z.enum(['finding', 'boundary', 'id', 'partner']), id: z.optional(z.string()), from: z.int(), step: z.union([z.literal(1), z.literal(-1)]) }),
  z.object({ type: z.literal('verdicts'), request }),
  z.object({ type: z.literal('place'), request, id: z.string() }),
  z.object({ type: z.literal('copy'), request, id: z.string(), what: z.enum(['text', 'raw', 'wirePath', 'pointer']) }),
  z.object({ type: z.literal('explain'), request, error: z.string() }),
  z.object({ type: z.literal('export'), request, as: z.enum(['json', 'curl']), redact: z.boolean() }),
  z.object({ type: z.literal('hover'), request, line: count, bytes: count }),
  z.object({ type: z.literal('diagnostics'), request, limit: count }),
  z.object({ type: z.literal('conversation'), request }),
]);
export type ToWorker = z.infer<typeof toWorkerSchema>;

/** One target as the picker shows it. */
export const verdictSchema = z.object({
  id: z.string(), label: z.string(), description: z.string(), kind: z.enum(['reference', 'emulation', 'recorded']), outcome: z.enum(['ok', 'rejected', 'not-applicable']), verdict: z.string(), severity: z.optional(severitySchema),
  options: z.array(z.object({ name: z.string(), values: z.union([z.array(z.string()), z.string()]), default: z.optional(z.string()), description: z.string() })),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** Where a block stands in its file. `file` is a path or name; `own` when it is the opened document. */
export const placeSchema = z.object({ file: z.string(), own: z.boolean(), range: rangeSchema, label: z.string() });
export type Place = z.infer<typeof placeSchema>;

/** The hover of one place in the text. Strings are session content unless named otherwise; the host escapes them. */
export const hoverSchema = z.object({
  id: z.string(), range: rangeSchema, title: z.string(), facts: z.string(), text: z.array(z.string()),
  decision: z.optional(z.object({ op: z.string(), path: z.optional(z.string()), target: z.string(), reason: z.string(), rule: z.optional(z.string()), severity: z.optional(severitySchema), error: z.optional(z.string()) })),
  pinned: z.array(z.object({ label: z.string(), op: z.string() })), signature: z.optional(z.string()), partners: z.array(z.object({ line: count, label: z.string() })), others: z.array(z.string()),
});
export type HoverView = z.infer<typeof hoverSchema>;

export const diagnosticSchema = z.object({
  severity: severitySchema, code: z.string(), rule: z.boolean(), message: z.string(), range: rangeSchema,
  related: z.array(z.object({ range: rangeSchema, message: z.string() })),
});
export type DiagnosticView = z.infer<typeof diagnosticSchema>;

export const exportSchema = z.object({ text: z.string(), target: z.string(), sendable: z.boolean(), replaced: z.array(z.object({ what: z.string(), wirePath: z.string() })), warnings: z.array(z.string()) });
export type ExportResult = z.infer<typeof exportSchema>;

/** Worker → host. `answer` holds the answer to the request of that number. */
export const fromWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), session: sessionSchema }),
  z.object({ type: z.literal('target'), target: targetSchema }),
  z.object({ type: z.literal('outline'), view: count, outline: outlineSchema }),
  z.object({ type: z.literal('failed'), message: z.string(), canRetry: z.boolean() }),
  z.object({ type: z.literal('log'), level: z.enum(['debug', 'info', 'warn', 'error']), message: z.string() }),
  z.object({ type: z.literal('refused'), request, message: z.string() }),
  z.object({ type: z.literal('rows'), request, generation: z.int(), first: z.int(), rows: z.array(rowSchema) }),
  z.object({ type: z.literal('detail'), request, detail: z.optional(detailSchema) }),
  z.object({ type: z.literal('text'), request, from: z.int(), text: z.string(), length: z.int() }),
  z.object({ type: z.literal('found'), request, rows: z.array(z.int()), ids: z.array(z.string()), more: z.boolean(), error: z.optional(z.string()) }),
  z.object({ type: z.literal('sought'), request, row: z.optional(z.int()), id: z.optional(z.string()) }),
  z.object({ type: z.literal('verdicts'), request, verdicts: z.array(verdictSchema) }),
  z.object({ type: z.literal('place'), request, place: z.optional(placeSchema) }),
  z.object({ type: z.literal('copied'), request, text: z.optional(z.string()) }),
  z.object({ type: z.literal('explained'), request, explain: explainViewSchema }),
  z.object({ type: z.literal('exported'), request, result: z.optional(exportSchema), refusal: z.optional(z.string()) }),
  z.object({ type: z.literal('hover'), request, hover: z.optional(hoverSchema) }),
  z.object({ type: z.literal('diagnostics'), request, format: z.string(), diagnostics: z.array(diagnosticSchema), more: count }),
  z.object({ type: z.literal('conversation'), request, turns: z.array(z.object({ id: z.string(), role: z.string(), blocks: z.array(z.object({ id: z.string(), op: z.string(), wirePaths: z.array(z.string()) })) })) }),
]);
export type FromWorker = z.infer<typeof fromWorkerSchema>;
export type Answer = Extract<FromWorker, { request: number }>;
