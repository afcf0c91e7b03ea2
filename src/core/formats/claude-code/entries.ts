import type { Block } from '../../model/block.ts';
import { factsOf, NO_TEXT } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import type { Entry, Response } from '../../model/turn.ts';
import { parse } from '../../records/line-reader.ts';
import { anthropicBlock, anthropicContent, extraOf } from '../anthropic-block.ts';

type Detail = Readonly<Record<string, Json>>;

/** Small facts that nearly every record shares, made once. */
const details = new Map<string, Detail>();
function detailOf(key: string, make: () => Detail): Detail {
  let known = details.get(key);
  if (known === undefined && details.size < 256) details.set(key, known = make());
  return known ?? make();
}

/** What texts of the client's own making begin with. */
const KINDS: readonly (readonly [string, string])[] = [
  ['[Request interrupted by user', 'interruption'], ['<command-name>', 'local-command'], ['<command-message>', 'local-command'], ['<local-command-', 'local-command'],
  ['<bash-', 'local-command'], ['<task-notification>', 'task-notification'], ['<teammate-message', 'teammate-message'], ['<cross-session-message', 'cross-session-message'],
];

/** A record `assistant`: the blocks of one response (one per line, as a rule). `response` is undefined for text that the client wrote itself. */
export function assistantEntry(content: Json | undefined, source: Source, response: Response | undefined): Entry {
  const blocks = contentBlocks(content, at(source, '/message/content'), response?.key);
  if (response === undefined) return { role: 'assistant', kind: 'client-text', source, blocks, visibility: 'active', detail: detailOf('synthetic', () => ({ row: 'assistant', synthetic: true })) };
  return { role: 'assistant', source, blocks, visibility: 'active', response, detail: detailOf('assistant', () => ({ row: 'assistant' })) };
}

/** A record `user`: a turn for each tool result, and one for each run of other blocks between them. */
export function userEntries(record: JsonObject, content: Json | undefined, source: Source): readonly Entry[] {
  const place = at(source, '/message/content');
  const parts = asArray(content);
  if (parts === undefined) return content === undefined || content === null ? [] : [said(record, contentBlocks(content, place), source, 'string')];
  const entries: Entry[] = [];
  let run: Block[] = [];
  const flush = (): void => {
    const first = run[0];
    if (first === undefined) return;
    entries.push(said(record, run, run.length === parts.length ? source : first.source, 'array'));
    run = [];
  };
  parts.forEach((part, index) => {
    const where = at(source, `/message/content/${index}`);
    const result = asObject(part);
    if (result?.type !== 'tool_result') { run.push(contentBlock(part, where)); return; }
    flush();
    entries.push(resultEntry(record, result, where));
  });
  flush();
  return entries;
}

function said(record: JsonObject, blocks: readonly Block[], source: Source, content: 'string' | 'array'): Entry {
  const kind = kindOf(record, blocks);
  const wrap = asObject(record.origin)?.kind === 'task-notification' ? 'notification' : record.isMeta === true && record.ownNote === true ? 'note' : undefined;
  const detail = detailOf(`user ${content} ${wrap ?? ''}`, () => ({ row: 'user', content, ...(wrap === undefined ? {} : { wrap }) }));
  return kind === undefined ? { role: 'user', source, blocks, visibility: 'active', detail } : { role: 'user', kind, source, blocks, visibility: 'active', detail };
}

function kindOf(record: JsonObject, blocks: readonly Block[]): string | undefined {
  if (record.isCompactSummary === true) return 'compaction-summary';
  const text = blocks[0]?.text;
  const head = text?.inline ?? text?.preview ?? '';
  if (head.startsWith('<') || head.startsWith('[')) {
    const known = KINDS.find(([start]) => head.startsWith(start));
    if (known !== undefined) return known[1];
  }
  return record.isMeta === true ? 'meta' : undefined;
}

function resultEntry(record: JsonObject, result: JsonObject, source: Source): Entry {
  const callId = asString(result.tool_use_id);
  const blocks = contentBlocks(result.content, at(source, `${source.pointer}/content`));
  const extra = extraOf(result, ['tool_use_id', 'content', 'is_error']);
  // The structured twin `toolUseResult` never goes on the wire; it names the sub-agent that answered.
  const agent = asString(asObject(record.toolUseResult)?.agentId);
  const shape = result.content === undefined ? 'absent' : Array.isArray(result.content) ? 'array' : 'string';
  const detail: Detail = extra === undefined && agent === undefined ? detailOf(`result ${shape}`, () => ({ row: 'user', result: shape }))
    : { row: 'user', result: shape, ...(extra === undefined ? {} : { resultExtra: extra }), ...(agent === undefined ? {} : { agentId: agent, agentFile: `subagents/agent-${agent}.jsonl` }) };
  const spilled = blocks[0]?.text.state === 'text' && (blocks[0].text.inline ?? blocks[0].text.preview ?? '').startsWith('<persisted-output>');
  return {
    role: 'toolResult', source, blocks, visibility: 'active', native: { api: 'anthropic-messages', at: source }, detail, ...(spilled ? { kind: 'spilled-output' } : {}),
    ...(callId === undefined ? {} : { callId }), ...(typeof result.is_error === 'boolean' ? { isError: result.is_error } : {}),
  };
}

/**
 * An `attachment`: what the client renders into a reminder. 2.1.332 stores the rendered texts; before, only the data stands in
 * the file, so that the reminder is known to have been sent and its words are not.
 */
export function attachmentEntry(record: JsonObject, attachment: JsonObject, source: Source): Entry | undefined {
  const type = asString(attachment.type) ?? 'attachment';
  const rendered = asArray(record.rendered);
  if (rendered !== undefined) {
    const blocks = rendered.flatMap((part, index) => contentBlocks(asObject(part)?.content, at(source, `/rendered/${index}/content`)));
    if (blocks.length === 0) return undefined;
    const beside = record.renderedBesideToolResult === true;
    return { role: 'user', kind: 'reminder', source, blocks, visibility: 'active', detail: detailOf(`attachment ${type} ${beside}`, () => ({ row: 'attachment', attachment: type, ...(beside ? { beside } : {}) })) };
  }
  if (type === 'queued_command' && attachment.prompt !== undefined) {
    return { role: 'user', kind: 'queued-prompt', source, blocks: contentBlocks(attachment.prompt, at(source, '/attachment/prompt')), visibility: 'active', detail: detailOf('queued', () => ({ row: 'attachment', attachment: 'queued_command' })) };
  }
  const where = at(source, '/attachment');
  return {
    role: 'user', kind: 'reminder', source, visibility: 'active', detail: detailOf(`data ${type}`, () => ({ row: 'attachment', attachment: type, unrendered: true })),
    blocks: [{ id: idOf(where), kind: 'opaque', meaning: 'control', nativeType: type, text: NO_TEXT, source: where }],
  };
}

/** Content as the transcript has it: string elements in an array occur, and are text. */
function contentBlocks(content: Json | undefined, source: Source, response?: string): readonly Block[] {
  const parts = asArray(content);
  if (parts === undefined) return content === null ? [] : anthropicContent(content, source, response);
  return parts.map((part, index) => contentBlock(part, at(source, `${source.pointer}/${index}`), response));
}

function contentBlock(part: Json, source: Source, response?: string): Block {
  if (typeof part === 'string') {
    const text = factsOf(part, [source]);
    return response === undefined ? { id: idOf(source), kind: 'text', nativeType: 'text', text, source } : { id: idOf(source), kind: 'text', nativeType: 'text', text, source, response };
  }
  const block = anthropicBlock(part, source, response);
  // Before 2.1.92 arguments could be stored as a string that holds the object; the client parses it before it sends the call.
  const input = block.kind === 'tool-call' ? asObject(part)?.input : undefined;
  if (typeof input !== 'string' || asObject(parse(input)) === undefined) return block;
  return { ...block, detail: { ...block.detail, inputJson: true } };
}
