import type { Block } from '../model/block.ts';
import type { Json, JsonObject } from '../model/json.ts';
import type { Signature } from '../model/signature.ts';
import type { Source } from '../model/source.ts';
import type { Turn } from '../model/turn.ts';
import type { Loader } from '../records/loader.ts';
import { type Conversation, seamsOf } from '../turns/conversation.ts';
import type { Session } from '../turns/session.ts';
import { objectText } from './json-text.ts';

/** Version of every JSON answer. Raised when a field changes meaning or goes away. */
export const SCHEMA = 1;

/** The answer of `inspect --json`: text is whole, nothing is abbreviated. For sessions that fit in memory. */
export async function inspectJson(session: Session, branch?: string): Promise<JsonObject> {
  const conversation = session.conversation(branch);
  const turns: Json[] = [];
  for await (const turn of turnsJson(conversation, session.loader)) turns.push(turn);
  return { schema: SCHEMA, format: formatJson(session), turns, ...await aroundTurns(session, conversation) };
}

/** The same answer as text, turn by turn. */
export async function* inspectText(session: Session, branch?: string): AsyncGenerator<string> {
  const conversation = session.conversation(branch);
  const rest = Object.entries(await aroundTurns(session, conversation)).map(([key, value]) => [key, { value }] as const);
  yield* objectText([['schema', { value: SCHEMA }], ['format', { value: formatJson(session) }], ['turns', { elements: turnsJson(conversation, session.loader) }], ...rest]);
}

/** What the file was recognised as, and why. */
export function formatJson(session: Session): JsonObject {
  return compact({ id: session.format.id, label: session.format.label, version: session.version, confidence: session.detected.confidence, reasons: session.detected.reasons });
}

/** Trouble in the file, as JSON. */
export function problemsJson(session: Session): readonly JsonObject[] {
  return session.problems.map((p) => ({ code: p.code, severity: p.severity, message: p.message, source: sourceJson(p.source) }));
}

async function* turnsJson(conversation: Conversation, loader: Loader): AsyncGenerator<JsonObject> {
  for (const turn of conversation.turns) yield await turnJson(turn, loader);
}

async function aroundTurns(session: Session, conversation: Conversation): Promise<JsonObject> {
  return {
    hidden: session.hidden.map((h) => ({ source: sourceJson(h.source), reason: h.reason })),
    responses: [...conversation.responses.values()].map((r) => compact({ key: r.key, confidence: r.confidence, model: r.model, provider: r.provider, evidence: r.evidence })),
    boundaries: seamsOf(conversation).map(({ before, after, kind, signedBefore, signedAfter }) => ({ before, after, kind, signedBefore, signedAfter })),
    branches: conversation.branches.map((b) => ({ leaf: b.leaf, active: b.active, turns: b.turns, label: b.label })),
    recorded: compact({
      api: conversation.recorded.api, model: conversation.recorded.model, provider: conversation.recorded.provider,
      system: await Promise.all(conversation.recorded.system.map((b) => blockJson(b, session.loader))),
      tools: conversation.recorded.tools?.names, missing: conversation.recorded.missing,
    }),
    problems: problemsJson(session),
  };
}

async function turnJson(turn: Turn, loader: Loader): Promise<JsonObject> {
  const blocks: Json[] = [];
  for (const block of turn.blocks) blocks.push(await blockJson(block, loader));
  return compact({
    index: turn.index, id: turn.id, role: turn.role, kind: turn.kind, author: turn.author, recipient: turn.recipient,
    callId: turn.callId, toolName: turn.toolName, isError: turn.isError, response: turn.response?.key, visibility: turn.visibility,
    ...(turn.shadowedBy === undefined ? {} : { shadowedBy: sourceJson(turn.shadowedBy) }),
    blocks, ...(turn.blocks.length > 0 || turn.entries[0] === undefined ? {} : { source: sourceJson(turn.entries[0].source) }),
  });
}

/** A block with its whole text (of tool calls: the raw arguments). */
export async function blockJson(block: Block, loader: Loader): Promise<JsonObject> {
  const text = await loader.text(block.text);
  const words = block.kind === 'tool-call' ? { arguments: text } : block.text.at.length > 0 || text !== '' ? { text } : {};
  return compact({
    id: block.id, kind: block.kind, type: block.nativeType, meaning: block.meaning, itemId: block.itemId, callId: block.callId,
    name: block.name, namespace: block.namespace, synthetic: block.synthetic, ...words, response: block.response,
    ...(block.signature === undefined ? {} : { signature: signatureJson(block.signature) }),
    ...(block.media === undefined ? {} : { media: compact({ where: block.media.where, mediaType: block.media.mediaType, length: block.media.value.length, detail: block.media.detail }) }),
    ...(block.kind === 'opaque' && block.text.at.length === 0 ? { raw: await loader.value(block.source) } : {}),
    source: sourceJson(block.source),
  });
}

/** What may be shown of a signature; never its value. */
export function signatureJson(signature: Signature): JsonObject {
  return { kind: signature.kind, shape: signature.shape, carrier: signature.carrier, state: signature.state, wellFormed: signature.wellFormed, length: signature.value.length, facts: signature.facts };
}

export function sourceJson(source: Source): JsonObject {
  return compact({ ...(source.file === 0 ? {} : { file: source.file }), line: source.line, record: source.record, start: source.start, end: source.end, pointer: source.pointer, via: source.via, inner: source.inner });
}

/** The object without its undefined members. */
export function compact(object: { readonly [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as JsonObject;
}
