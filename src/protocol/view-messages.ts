import * as z from 'zod/mini';
import { detailSchema, explainViewSchema, filterSchema, outlineSchema, rowSchema, sessionSchema, targetSchema } from './view-model.ts';

/** At most this many rows per answer; with previews bounded, no message passes 1 MB. */
export const MAX_ROWS = 200;
/** Text of a block is sent in pieces of at most this many UTF-16 units. */
export const TEXT_PIECE = 64 << 10;

const request = z.int();

/** What the view keeps over a reload. */
export const viewStateSchema = z.object({
  focus: z.optional(z.string()), scroll: z.optional(z.int()), open: z.array(z.string()), filter: filterSchema, details: z.boolean(), detailsTab: z.enum(['raw', 'wire']), find: z.optional(z.string()),
  /** Size of the details pane in pixels, where the reader moved its edge. */
  split: z.optional(z.int()),
});
export type ViewState = z.infer<typeof viewStateSchema>;

/** View → host. */
export const toHostSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), state: z.optional(viewStateSchema) }),
  z.object({ type: z.literal('rows'), request, generation: z.int(), first: z.int(), count: z.int() }),
  z.object({ type: z.literal('detail'), request, id: z.string() }),
  z.object({ type: z.literal('text'), request, id: z.string(), from: z.int() }),
  z.object({ type: z.literal('find'), request, query: z.string(), caseSensitive: z.boolean(), regex: z.boolean() }),
  z.object({ type: z.literal('filter'), filter: filterSchema }),
  /** The next row of a kind from a row, in a direction; also the row of an id. */
  z.object({ type: z.literal('seek'), request, what: z.enum(['finding', 'boundary', 'id', 'partner']), id: z.optional(z.string()), from: z.int(), step: z.union([z.literal(1), z.literal(-1)]) }),
  /** Commands the host carries out. `id` is a block, turn, boundary or problem. */
  z.object({ type: z.literal('command'), command: z.enum(['chooseTarget', 'nextTarget', 'pinTarget', 'chooseBranch', 'chooseFormat', 'export', 'explain', 'openSource', 'copyWirePath', 'copyPointer', 'copyText', 'copyRaw', 'openRule', 'cancel', 'retry', 'openAsText', 'showWhy', 'showKeys', 'clearExplain']), id: z.optional(z.string()) }),
  z.object({ type: z.literal('state'), state: viewStateSchema }),
  z.object({ type: z.literal('focus'), id: z.optional(z.string()), inView: z.boolean() }),
]);
export type ToHost = z.infer<typeof toHostSchema>;

/** Host → view. */
export const toViewSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), session: sessionSchema }),
  z.object({ type: z.literal('target'), target: targetSchema }),
  z.object({ type: z.literal('outline'), outline: outlineSchema }),
  z.object({ type: z.literal('rows'), request, generation: z.int(), first: z.int(), rows: z.array(rowSchema) }),
  z.object({ type: z.literal('detail'), request, detail: z.optional(detailSchema) }),
  z.object({ type: z.literal('text'), request, from: z.int(), text: z.string(), length: z.int() }),
  /** Matches as row indices of the current generation, in order; `more` when there were over the limit. */
  z.object({ type: z.literal('found'), request, rows: z.array(z.int()), ids: z.array(z.string()), more: z.boolean(), error: z.optional(z.string()) }),
  z.object({ type: z.literal('sought'), request, row: z.optional(z.int()), id: z.optional(z.string()) }),
  /** Scroll to and focus a row; `ring` draws the explained block's ring. */
  z.object({ type: z.literal('reveal'), row: z.int(), id: z.string(), ring: z.boolean(), say: z.string() }),
  z.object({ type: z.literal('explained'), explain: z.optional(explainViewSchema) }),
  z.object({ type: z.literal('do'), action: z.enum(['find', 'filter', 'nextFinding', 'previousFinding', 'nextBoundary', 'previousBoundary', 'nextTurn', 'previousTurn', 'toggleDetails', 'nextPane', 'showKeys', 'copyText', 'copyRaw', 'openSource', 'copyWirePath', 'partner']) }),
  z.object({ type: z.literal('failed'), message: z.string(), canRetry: z.boolean() }),
]);
export type ToView = z.infer<typeof toViewSchema>;
