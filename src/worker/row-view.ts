import type { Block } from '../core/model/block.ts';
import { isBound } from '../core/model/signature.ts';
import type { Finding } from '../core/model/finding.ts';
import type { Id } from '../core/model/source.ts';
import type { Turn } from '../core/model/turn.ts';
import type { Loader } from '../core/records/loader.ts';
import { requestText } from '../core/replay/write-request.ts';
import { isRef, shapeOf, type Wire, type WireObject } from '../core/replay/wire.ts';
import type { BlockRow, BoundaryRow, InsertedRow, ProblemRow, Row, TurnRow, ViewDecision } from '../protocol/view-model.ts';
import { decisionView, UNDECIDED } from './decision-view.ts';
import type { Frame, Reading, Rows } from './frame.ts';
import { grouped, head, PREVIEW, preview } from './names.ts';
import type { RowRef } from './rows.ts';

/** Opaque values up to this many bytes are shown by the head of their JSON; beyond it reading them for a row is not worth it. */
const PEEK = 64 << 10;

/** One row as the view draws it. Reads from the file only what facts do not hold: heads of opaque values. */
export async function rowView(frame: Frame, list: Rows, at: number, reading: Reading): Promise<Row> {
  const row = list.rows[at]!;
  const piece = list.rail.piece(at);
  const { loader } = reading;
  switch (row.row) {
    case 'turn': return { ...turnRow(frame, row.turn), rail: piece };
    case 'block': return { ...await blockRow(frame, row.turn, row.block, loader), rail: piece };
    case 'boundary': return { ...boundaryRow(frame, row), rail: piece };
    case 'inserted': return { ...await insertedRow(frame, row, loader), rail: piece };
    case 'problem': return { ...await problemRow(row, reading), rail: piece };
  }
}

function turnRow(frame: Frame, turn: Turn): Omit<TurnRow, 'rail'> {
  const decision = turn.blocks.length > 0 ? undefined : decisionOf(frame, turn.id);
  const lines = [...turn.entries.map((e) => e.source), ...turn.blocks.map((b) => b.source)].filter((s) => s.file === 0).map((s) => s.line);
  const { kind, author, recipient, toolName, callId, isError, response } = turn;
  return {
    row: 'turn', id: turn.id, turn: turn.index, role: turn.role, shadowed: turn.visibility === 'shadowed', latest: frame.latest === turn.id,
    firstLine: lines.length === 0 ? 0 : Math.min(...lines), lastLine: lines.length === 0 ? 0 : Math.max(...lines),
    ...(kind === undefined ? {} : { kind }), ...(author === undefined ? {} : { author: head(author, PREVIEW) }), ...(recipient === undefined ? {} : { recipient: head(recipient, PREVIEW) }),
    ...(response?.model === undefined ? {} : { model: response.model }), ...(response === undefined ? {} : { confidence: response.confidence }),
    ...(toolName === undefined ? {} : { toolName: head(toolName, PREVIEW) }), ...(callId === undefined ? {} : { callId: head(callId, PREVIEW) }), ...(isError === undefined ? {} : { isError }),
    ...(decision === undefined ? {} : { decision }), pinned: turn.blocks.length > 0 ? [] : pinnedOf(frame, turn.id),
  };
}

async function blockRow(frame: Frame, turn: Turn, block: Block, loader: Loader): Promise<Omit<BlockRow, 'rail'>> {
  const { name, namespace } = block;
  const response = frame.index.responseLabel(block.id);
  return {
    row: 'block', id: block.id, turn: turn.index, role: turn.role, kind: block.kind, nativeType: head(block.nativeType, PREVIEW),
    ...(name === undefined ? {} : { name: head(name, PREVIEW) }), ...(namespace === undefined ? {} : { namespace: head(namespace, PREVIEW) }),
    preview: await blockPreview(block, loader), length: block.text.length, synthetic: block.synthetic === true, line: block.source.line,
    shadowed: turn.visibility === 'shadowed', signed: isBound(block.signature), decision: decisionOf(frame, block.id), pinned: pinnedOf(frame, block.id),
    findings: frame.findings.get(block.id)?.length ?? 0, ...(response === undefined ? {} : { response }),
  };
}

/** Text, else what a person can know of a block without text. */
export async function blockPreview(block: Block, loader: Loader): Promise<string> {
  if (block.text.state === 'text') return preview(block.text);
  if (block.media !== undefined) return mediaLabel(block.media);
  if (block.text.at.length > 0 && block.text.length > 0) return preview(block.text);
  if (block.kind === 'redacted-thinking' || block.kind === 'thinking' && isBound(block.signature)) return `no readable text; ${grouped(block.signature?.value.length ?? 0)} characters of ${block.signature?.state ?? 'opaque'} data`;
  if (block.kind !== 'opaque' && block.kind !== 'server-tool-use' && block.kind !== 'server-tool-result' && block.kind !== 'compaction') return '';
  const { start, end } = block.source;
  if (end - start > PEEK) return `${block.nativeType}: raw value in a record of ${grouped(end - start)} bytes`;
  return head(await loader.slice(block.source).catch((error: unknown) => `not readable: ${(error as Error).message}`), PREVIEW);
}

function mediaLabel(media: NonNullable<Block['media']>): string {
  const type = media.mediaType ?? 'unknown type';
  switch (media.where) {
    case 'data': return `${type}, ${grouped(media.value.length)} characters of base64`;
    case 'url': return `${type} at ${preview(media.value)}`;
    case 'absent': return `${type}, not in the file: ${preview(media.value)}`;
  }
}

function boundaryRow(frame: Frame, row: Extract<RowRef, { row: 'boundary' }>): Omit<BoundaryRow, 'rail'> {
  const { boundary, level } = row;
  const { index, replay } = frame;
  const [a, b] = [index.responseLabel(boundary.before) ?? boundary.beforeResponse, index.responseLabel(boundary.after) ?? boundary.afterResponse];
  const finding = level === 'broken' ? findingOf(frame, boundary.beforeResponse, boundary.afterResponse) : undefined;
  const where = finding?.wirePath ?? replay.decisions.get(boundary.after)?.wirePaths[0];
  const message = where === undefined ? undefined : where.split('.').slice(0, 2).join('.');
  const title = level === 'held' ? `${a} and ${b} are kept apart` : `${a} and ${b} would be joined${message === undefined ? '' : ` in ${message}`}`;
  return {
    row: 'boundary', id: row.id, level, before: boundary.before, after: boundary.after, kind: boundary.kind, severity: boundary.severity, title, reason: boundary.reason,
    ...(finding?.providerError === undefined ? {} : { quote: finding.providerError }), ...(finding === undefined ? {} : { rule: finding.rule }),
    beforeLine: index.lineOf(boundary.before), afterLine: index.lineOf(boundary.after), lost: level === 'broken' ? lostBetween(frame, boundary.before, boundary.after) : [],
  };
}

/** The finding that is about blocks of both responses; one with the provider's own words where there is one. */
function findingOf(frame: Frame, before: string, after: string): Finding | undefined {
  const responsesOf = (finding: Finding): readonly (string | undefined)[] => finding.blocks.map((id) => frame.index.block(id)?.block.response ?? frame.index.turnOf(id)?.response?.key);
  const both = frame.replay.findings.filter((f) => { const keys = responsesOf(f); return keys.includes(before) && keys.includes(after); });
  return both.find((f) => f.providerError !== undefined) ?? both[0];
}

const LOST = 20;

/** The turns between two responses of which nothing is sent. */
function lostBetween(frame: Frame, before: Id, after: Id): BoundaryRow['lost'] {
  const { index, replay } = frame;
  const from = index.turnOf(before)?.index;
  const to = index.turnOf(after)?.index;
  if (from === undefined || to === undefined) return [];
  const lost: BoundaryRow['lost'] = [];
  for (const turn of index.conversation.turns.slice(from + 1, to)) {
    if (turn.visibility !== 'active' || lost.length >= LOST) continue;
    const subjects = turn.blocks.length === 0 ? [turn.id] : turn.blocks.map((b) => b.id);
    if (subjects.every((id) => replay.decisions.get(id)?.op === 'omitted')) lost.push({ id: subjects[0]!, label: index.label(turn.id), line: index.lineOf(turn.id) || index.lineOf(subjects[0]!) });
  }
  return lost;
}

async function insertedRow(frame: Frame, row: Extract<RowRef, { row: 'inserted' }>, loader: Loader): Promise<Omit<InsertedRow, 'rail'>> {
  const { wirePath, reason, rule } = row.inserted;
  return { row: 'inserted', id: row.id, wirePath, preview: await wirePreview(frame.replay.template, wirePath, loader), reason, ...(rule === undefined ? {} : { rule }) };
}

async function problemRow(row: Extract<RowRef, { row: 'problem' }>, reading: Reading): Promise<Omit<ProblemRow, 'rail'>> {
  const { problem: { code, severity, message, source }, id } = row;
  const bytes = source.end - source.start;
  const excerpt = bytes === 0 ? '' : await reading.excerpt(source, PREVIEW).catch(() => '');
  return { row: 'problem', id, code, severity, message: head(message, PREVIEW), excerpt, line: source.line, bytes };
}

/** The node of a request template at a dotted path. */
export function wireAt(template: Wire | null, path: string): Wire | undefined {
  let node: Wire | undefined = template ?? undefined;
  for (const step of path.split('.')) {
    const inner: Wire | undefined = isRef(node) ? shapeOf(node) : node;
    if (typeof inner !== 'object' || inner === null || isRef(inner)) return undefined;
    node = (inner as WireObject)[step];
  }
  return node;
}

/** The head of what stands at a wire path: the text of a text part, else its JSON. */
export async function wirePreview(template: Wire | null, path: string, loader: Loader, units = PREVIEW): Promise<string> {
  const node = wireAt(template, path);
  if (node === undefined) return '';
  const inner = shapeOf(node);
  const text = typeof inner === 'object' && inner !== null && !Array.isArray(inner) && !isRef(inner) ? (inner as WireObject)['text'] : undefined;
  let out = '';
  for await (const piece of requestText(text ?? node, loader)) {
    out += piece;
    if (out.length > units * 2) break;
  }
  const bare = (): string => { try { return JSON.parse(out) as string; } catch { return out; } };
  return head(out.startsWith('"') ? String(bare()) : out, units);
}

export function decisionOf(frame: Frame, id: Id): ViewDecision {
  const decision = frame.replay.decisions.get(id);
  return decision === undefined ? UNDECIDED : decisionView(decision, frame.findings.get(id));
}

function pinnedOf(frame: Frame, id: Id): ViewDecision[] {
  return frame.pinned.map(({ replayed, findings }) => { const decision = replayed.replay.decisions.get(id); return decision === undefined ? UNDECIDED : decisionView(decision, findings.get(id)); });
}
