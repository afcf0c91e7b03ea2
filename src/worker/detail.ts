import type { Block } from '../core/model/block.ts';
import { isBound, type Signature } from '../core/model/signature.ts';
import type { Id, Source } from '../core/model/source.ts';
import type { Turn } from '../core/model/turn.ts';
import { requestText } from '../core/replay/write-request.ts';
import type { DetailView } from '../protocol/view-model.ts';
import { decisionView } from './decision-view.ts';
import { findingView } from './finding-view.ts';
import type { Frame, Reading } from './frame.ts';
import { grouped, head, kindOf } from './names.ts';
import { pieceOf } from './pieces.ts';
import type { Targets } from './analysis.ts';
import { blockPreview, decisionOf, wireAt } from './row-view.ts';

/** UTF-16 units of each of text, raw and wire in one message: even with every unit escaped the three stay below 1 MB. */
const PART = 48 << 10;

/** What the details pane shows of an id; undefined for an id that is no more. */
export async function detailOf(frame: Frame, id: Id, targets: Targets, reading: Reading): Promise<DetailView | undefined> {
  const placed = frame.index.block(id);
  if (placed !== undefined) return await blockDetail(frame, placed.turn, placed.block, placed.at, targets, reading);
  const turn = frame.index.turn(id);
  if (turn !== undefined) return await turnDetail(frame, turn, targets, reading);
  const row = frame.rows.find((r) => r.id === id);
  if (row?.row === 'problem') {
    const { problem } = row;
    return {
      ...empty(frame, id, problem.code, 'problem', `${problem.severity} in the file, whatever the target`), line: problem.source.line, text: problem.message, textLength: problem.message.length,
      source: sourceFacts(problem.source, frame), raw: await reading.excerpt(problem.source, PART).catch((error: unknown) => (error as Error).message),
    };
  }
  if (row?.row === 'inserted') {
    const { wirePath, reason, rule } = row.inserted;
    return { ...empty(frame, id, 'inserted', 'inserted', 'in no record'), decision: { op: 'inserted', also: [], wirePaths: [wirePath], reason, ...(rule === undefined ? {} : { rule }) }, line: 0, wirePath, wire: await wireText(frame, wirePath, reading) };
  }
  if (row?.row === 'boundary') {
    const { boundary } = row;
    return {
      ...empty(frame, id, 'boundary', 'boundary', `${frame.index.label(boundary.before)} and ${frame.index.label(boundary.after)}`), text: boundary.reason, textLength: boundary.reason.length, line: frame.index.lineOf(boundary.after),
      findings: frame.replay.findings.filter((f) => f.blocks.some((b) => b === boundary.after || b === boundary.before)).slice(0, 20).map((f) => findingView(f, id, frame.index)),
    };
  }
  return undefined;
}

function empty(frame: Frame, id: Id, title: string, kind: string, subtitle: string): DetailView {
  return { id, title, kind, subtitle, targetLabel: frame.chosen.serializer.label, findings: [], targets: [], signature: [], source: [], line: 0, text: '', textLength: 0, raw: '' };
}

async function blockDetail(frame: Frame, turn: Turn, block: Block, at: number, targets: Targets, reading: Reading): Promise<DetailView> {
  const { index } = frame;
  const text = await reading.loader.text(block.text).catch((error: unknown) => `not readable: ${(error as Error).message}`);
  const raw = await reading.loader.slice(block.source).catch((error: unknown) => `not readable: ${(error as Error).message}`);
  const wirePath = frame.replay.decisions.get(block.id)?.wirePaths[0];
  const partner = index.partner(block.id);
  const response = index.responseLabel(block.id);
  return {
    ...empty(frame, block.id, kindOf(block, turn), block.kind, [`turn ${turn.index}, block ${at}`, response].filter(Boolean).join(' · ')),
    decision: decisionOf(frame, block.id), findings: findingsOf(frame, block.id), targets: targetRows(frame, block.id, targets),
    signature: block.signature === undefined ? [] : signatureFacts(block.signature, block, frame), source: sourceFacts(block.source, frame, block), line: block.source.line,
    text: text === '' && block.text.at.length === 0 ? await blockPreview(block, reading.loader) : pieceOf(text, 0, PART), textLength: text.length, raw: shortened(raw),
    ...(wirePath === undefined ? {} : { wirePath, wire: await wireText(frame, wirePath, reading) }), ...(partner === undefined ? {} : { partner }),
  };
}

async function turnDetail(frame: Frame, turn: Turn, targets: Targets, reading: Reading): Promise<DetailView> {
  const source = turn.entries[0]?.source ?? turn.blocks[0]?.source;
  const raw = source === undefined ? '' : await reading.loader.slice({ ...source }).catch((error: unknown) => `not readable: ${(error as Error).message}`);
  const own = turn.blocks.length === 0;
  const wirePath = own ? frame.replay.decisions.get(turn.id)?.wirePaths[0] : undefined;
  const text = turn.response === undefined ? '' : `${turn.response.confidence}: ${turn.response.evidence}`;
  const partner = frame.index.partner(turn.id);
  return {
    ...empty(frame, turn.id, turn.role, 'turn', [`turn ${turn.index}`, turn.kind, `${turn.blocks.length} block${turn.blocks.length === 1 ? '' : 's'}`, frame.index.responseLabel(turn.id)].filter(Boolean).join(' · ')),
    ...(own ? { decision: decisionOf(frame, turn.id), targets: targetRows(frame, turn.id, targets) } : {}), findings: findingsOf(frame, turn.id),
    source: source === undefined ? [] : sourceFacts(source, frame), line: source?.line ?? 0, text, textLength: text.length, raw: shortened(raw),
    ...(wirePath === undefined ? {} : { wirePath, wire: await wireText(frame, wirePath, reading) }), ...(partner === undefined ? {} : { partner }),
  };
}

function findingsOf(frame: Frame, id: Id): DetailView['findings'] {
  return (frame.findings.get(id) ?? []).slice(0, 50).map((finding) => findingView(finding, id, frame.index));
}

function targetRows(frame: Frame, id: Id, { done, rest }: Targets): DetailView['targets'] {
  const later = rest.map((serializer) => ({ id: serializer.id, label: serializer.label, chosen: false, note: noteOf(serializer.accepts(frame.index.conversation)) }));
  return [...done.map(({ replay, serializer, choice }) => {
    const decision = replay.decisions.get(id);
    const base = { id: serializer.id, label: serializer.label, chosen: choice === frame.chosen.choice };
    if (decision === undefined) return { ...base, note: replay.notApplicable ?? 'not decided' };
    return { ...base, decision: decisionView(decision, replay.findings.filter((f) => f.blocks.includes(id))) };
  }), ...later];
}

function noteOf(accepted: true | string): string {
  return accepted === true ? 'not replayed yet: choose it to see' : accepted;
}

function signatureFacts(signature: Signature, block: Block, frame: Frame): [string, string][] {
  const facts: [string, string][] = [
    ['kind', signature.kind === signature.shape || signature.kind === 'none' ? signature.kind : `${signature.kind} by its carrier, ${signature.shape} by its form`],
    ['carrier', signature.carrier],
    ['state', isBound(signature) ? `${signature.state}; ${formOf(signature)}` : 'no signature'],
  ];
  if (signature.value.length > 0) facts.push(['length', `${grouped(signature.value.length)} characters`]);
  if (block.text.length > 0 && signature.state === 'signed') facts.push(['covers', `this block's text (${grouped(block.text.length)} characters)`]);
  if (signature.boundModel !== undefined) facts.push(['bound to', signature.boundModel]);
  const response = frame.index.conversation.responses.get(block.response ?? '');
  if (response !== undefined) facts.push(['response', `${frame.index.responseLabel(block.id) ?? ''} · ${response.confidence}: ${response.evidence}`], ...(response.model === undefined ? [] : [['model', response.model] as [string, string]]));
  for (const [name, value] of Object.entries(signature.facts)) facts.push([name, head(typeof value === 'string' ? value : JSON.stringify(value), 300)]);
  return facts;
}

function formOf(signature: Signature): string {
  return signature.wellFormed === null ? 'no form is known for it' : signature.wellFormed ? 'well-formed; only the provider can verify it' : 'not well-formed';
}

function sourceFacts(source: Source, frame: Frame, block?: Block): [string, string][] {
  const facts: [string, string][] = [
    ...(source.file === 0 ? [] : [['file', `number ${source.file} of the session`] as [string, string]]),
    ['line', `${source.line} (record ${source.record})`], ['bytes', `${grouped(source.start)} to ${grouped(source.end)}`], ['pointer', source.pointer === '' ? '(the record)' : source.pointer],
  ];
  if (source.via !== undefined) facts.push(['decoded through', `${source.via.join(', ')}${source.inner === undefined ? '' : `, then ${source.inner}`}`]);
  if (block?.itemId !== undefined) facts.push(['item id', head(block.itemId, 200)]);
  if (block?.callId !== undefined) facts.push(['call id', head(block.callId, 200)]);
  facts.push(['format', frame.index.conversation.format]);
  return facts;
}

/** The node at a wire path as JSON, its own members on lines. */
async function wireText(frame: Frame, path: string, reading: Reading): Promise<string> {
  const node = wireAt(frame.replay.template, path);
  if (node === undefined) return '';
  let out = '';
  for await (const piece of requestText(node, reading.loader, 2)) {
    out += piece;
    if (out.length > PART) return shortened(out);
  }
  return out;
}

function shortened(text: string): string {
  return text.length <= PART ? text : `${head(text, PART)}\n… cut for the view: the file and the export have it whole (${grouped(text.length)} characters or more)`;
}
