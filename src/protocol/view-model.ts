import * as z from 'zod/mini';

/**
 * What the view is given: small prepared data, never a session. The worker composes it from the one Replay (worker/rows.ts);
 * the view only draws it. Schemas are the source of the types; each side validates what it receives.
 */

const count = z.int().check(z.nonnegative());
export const opSchema = z.enum(['kept', 'converted', 'moved', 'merged', 'omitted', 'rejected', 'inserted']);
export type ViewOp = z.infer<typeof opSchema>;
export const severitySchema = z.enum(['error', 'warning', 'info']);
export const roleSchema = z.enum(['system', 'developer', 'user', 'assistant', 'toolResult']);

/** A decision as a chip: the strongest op, the others, the paths, and why. */
export const decisionSchema = z.object({
  op: opSchema, also: z.array(opSchema), wirePaths: z.array(z.string()), reason: z.string(), rule: z.optional(z.string()),
  wouldBe: z.optional(opSchema),
  /** The worst finding on the block: a merged block with an error is drawn red. */
  severity: z.optional(severitySchema),
});
export type ViewDecision = z.infer<typeof decisionSchema>;

/** What a row draws of the two lanes of the rail. Each row draws only its own piece, so rows can be virtual. */
export const railSchema = z.object({
  /** Left lane: the response bar. `hue` 0–3 cycles; `label` (R1) on its first row only. `weld`: welded to the response above or below. */
  response: z.optional(z.object({
    hue: z.int(), label: z.optional(z.string()), title: z.string(), piece: z.enum(['first', 'middle', 'last', 'only', 'pass']), inferred: z.boolean(),
    mark: z.enum(['lock', 'dot', 'none']),
  })),
  weld: z.boolean(),
  /** Spine marks: ring = input from outside, diamond = tool result. */
  spine: z.enum(['ring', 'diamond', 'none', 'error', 'notch', 'held']),
  /** Right lane: the wire message bracket with its index; dashed where this row is not sent but stands inside it. */
  wire: z.optional(z.object({ index: z.optional(count), piece: z.enum(['first', 'middle', 'last', 'only']), sent: z.boolean(), broken: z.boolean() })),
});
export type ViewRail = z.infer<typeof railSchema>;

export const turnRowSchema = z.object({
  row: z.literal('turn'), id: z.string(), turn: count, role: roleSchema, kind: z.optional(z.string()), author: z.optional(z.string()), recipient: z.optional(z.string()),
  model: z.optional(z.string()), confidence: z.optional(z.enum(['exact', 'derived', 'inferred'])), toolName: z.optional(z.string()), callId: z.optional(z.string()),
  isError: z.optional(z.boolean()), shadowed: z.boolean(), latest: z.boolean(), firstLine: count, lastLine: count, rail: railSchema,
  /** A turn without blocks is itself decided. */
  decision: z.optional(decisionSchema), pinned: z.array(decisionSchema),
});
export const blockRowSchema = z.object({
  row: z.literal('block'), id: z.string(), turn: count, role: roleSchema, kind: z.string(), nativeType: z.string(), name: z.optional(z.string()), namespace: z.optional(z.string()),
  /** Head of the text (or arguments); `length` is the whole in UTF-16 units. */
  preview: z.string(), length: count, synthetic: z.boolean(), line: count, shadowed: z.boolean(), signed: z.boolean(), rail: railSchema,
  decision: decisionSchema, pinned: z.array(decisionSchema), findings: count, response: z.optional(z.string()),
});
export const boundaryRowSchema = z.object({
  row: z.literal('boundary'), id: z.string(), level: z.enum(['held', 'joined', 'broken']), before: z.string(), after: z.string(), kind: z.string(),
  severity: severitySchema, title: z.string(), reason: z.string(), quote: z.optional(z.string()), rule: z.optional(z.string()), beforeLine: count, afterLine: count,
  /** Ids of what stood between them and was not sent: the lost seam. */
  lost: z.array(z.object({ id: z.string(), label: z.string(), line: count })), rail: railSchema,
});
export const insertedRowSchema = z.object({ row: z.literal('inserted'), id: z.string(), wirePath: z.string(), preview: z.string(), reason: z.string(), rule: z.optional(z.string()), rail: railSchema });
export const problemRowSchema = z.object({
  row: z.literal('problem'), id: z.string(), code: z.string(), severity: severitySchema, message: z.string(), excerpt: z.string(), line: count, bytes: count, rail: railSchema,
});
export const rowSchema = z.discriminatedUnion('row', [turnRowSchema, blockRowSchema, boundaryRowSchema, insertedRowSchema, problemRowSchema]);
export type TurnRow = z.infer<typeof turnRowSchema>;
export type BlockRow = z.infer<typeof blockRowSchema>;
export type BoundaryRow = z.infer<typeof boundaryRowSchema>;
export type InsertedRow = z.infer<typeof insertedRowSchema>;
export type ProblemRow = z.infer<typeof problemRowSchema>;
export type Row = z.infer<typeof rowSchema>;

/** Header row 1: what is this file. */
export const sessionSchema = z.object({
  name: z.string(), size: z.optional(count), container: z.enum(['plain', 'zstd', 'gzip', 'buffer']),
  format: z.object({ id: z.string(), label: z.string(), version: z.optional(z.string()), confidence: z.number(), reasons: z.array(z.string()), nearest: z.array(z.object({ id: z.string(), label: z.string(), reasons: z.array(z.string()) })) }),
  counts: z.object({ turns: count, blocks: count, responses: count, records: count, hidden: count, problems: count, errors: count }),
  models: z.array(z.string()),
  branches: z.array(z.object({ leaf: z.string(), active: z.boolean(), turns: count, label: z.string() })),
  recorded: z.object({ system: z.boolean(), tools: z.optional(count), model: z.optional(z.string()), missing: z.array(z.string()) }),
  reading: z.object({ bytes: count, size: z.optional(count), done: z.boolean(), cancelled: z.boolean() }),
  revision: count,
  /** What happened to the file since it was read (deleted, not readable any more); what was read stays. */
  notice: z.optional(z.string()),
});
export type SessionView = z.infer<typeof sessionSchema>;

export const findingViewSchema = z.object({
  rule: z.string(), severity: severitySchema, message: z.string(), providerPath: z.optional(z.string()), providerError: z.optional(z.string()), fix: z.optional(z.string()),
  partners: z.array(z.object({ id: z.string(), label: z.string(), line: count })),
});

/** Header row 2: what would happen. */
export const targetSchema = z.object({
  /** As chosen (`auto` until then) and what it came to. */
  chosen: z.string(), id: z.string(), label: z.string(), model: z.optional(z.string()), detail: z.string(), array: z.enum(['messages', 'input', 'contents']),
  outcome: z.enum(['ok', 'rejected', 'not-applicable']), verdict: z.string(), severity: z.optional(severitySchema),
  rejection: z.optional(z.object({ code: z.string(), message: z.string(), block: z.string() })),
  tally: z.record(opSchema, count), findings: z.object({ error: count, warning: count, info: count }), pinned: z.array(z.object({ id: z.string(), label: z.string() })),
  /** Findings about the whole request, in no block. */
  notes: z.optional(z.array(findingViewSchema)),
});
export type TargetView = z.infer<typeof targetSchema>;

/** The rows as they are now. Rows are asked for by range; a new generation makes earlier answers void. */
export const outlineSchema = z.object({
  generation: count, rows: count, total: count,
  /** First rows of turns, in order, for Alt+Down and the scroll map. */
  turns: z.array(count),
  filtered: z.boolean(),
});
export type OutlineView = z.infer<typeof outlineSchema>;

/** The details pane, for the block (or turn, boundary, problem) in focus. */
export const detailSchema = z.object({
  id: z.string(), title: z.string(), kind: z.string(), subtitle: z.string(),
  decision: z.optional(decisionSchema), targetLabel: z.string(), findings: z.array(findingViewSchema),
  targets: z.array(z.object({ id: z.string(), label: z.string(), decision: z.optional(decisionSchema), note: z.optional(z.string()), chosen: z.boolean() })),
  /** Name–value pairs for people; values are safe to show. */
  signature: z.array(z.tuple([z.string(), z.string()])),
  source: z.array(z.tuple([z.string(), z.string()])), line: count,
  /** Whole text up to `limit` units from `from`; ask again for more. */
  text: z.string(), textLength: count,
  raw: z.string(), wire: z.optional(z.string()), wirePath: z.optional(z.string()), partner: z.optional(z.string()),
});
export type DetailView = z.infer<typeof detailSchema>;

export const explainMatchSchema = z.object({
  target: z.string(), wirePath: z.optional(z.string()), block: z.optional(z.string()), line: count, column: count, label: z.string(), rule: z.optional(z.string()), confidence: z.string(), reason: z.string(),
});
export const explainViewSchema = z.object({ error: z.string(), underlined: z.optional(z.tuple([count, count])), matches: z.array(explainMatchSchema) });
export type ExplainView = z.infer<typeof explainViewSchema>;

/** What rows are shown. Empty lists mean all. */
export const filterSchema = z.object({ ops: z.array(opSchema), roles: z.array(roleSchema), findings: z.boolean(), signed: z.boolean() });
export type Filter = z.infer<typeof filterSchema>;
export const NO_FILTER: Filter = { ops: [], roles: [], findings: false, signed: false };
