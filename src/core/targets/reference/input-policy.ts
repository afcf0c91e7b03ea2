import type { Api, Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';

/** Why a block with a known meaning cannot be carried. */
export const CANNOT_CARRY: Why = { reason: 'The API has no place for this content.', rule: 'reference/content-not-representable' };
const ASSISTANT_ONLY: Why = { reason: 'Assistant-only content is not sent in user or tool-result input.', rule: 'reference/input-assistant-block' };
const UNKNOWN: Why = { reason: 'A block type with no meaning here; left out.', rule: 'reference/input-unknown-block' };

/**
 * Whether a block of user or tool-result input is sent. Assistant-only blocks are left out by input role and block type,
 * not by where they came from or when: logs hold a child agent's answer with its reasoning and calls inside a user message,
 * and no API takes those there. A type of no meaning is refused in `strict`, left out in `repair`; what the API itself
 * recorded is its own. A block that is not sent is decided here.
 */
export function sendsInput(block: Block, role: 'user' | 'tool-result', api: Api, apiName: string, options: ReplayOptions, writer: RequestWriter): boolean {
  switch (block.kind) {
    case 'thinking': case 'redacted-thinking': case 'tool-call': case 'refusal':
      writer.omit(block.id, ASSISTANT_ONLY);
      return false;
    case 'text': case 'image': case 'document': return true;
    case 'server-tool-use': case 'server-tool-result': case 'compaction': case 'opaque': break;
  }
  if (block.native?.api === api) return true;
  if (block.kind !== 'opaque' || block.meaning !== undefined) { writer.omit(block.id, meaningOf(block)); return false; }
  if (options.mode === 'repair') writer.omit(block.id, UNKNOWN);
  else writer.reject(block.id, 'UNSUPPORTED_CONTENT', `${apiName} cannot represent ${role} content ${block.nativeType}`);
  return false;
}

/** The reason for content whose meaning is known but which an API cannot carry. */
export function meaningOf(block: Block): Why {
  const what = block.kind === 'compaction' ? 'a compaction of another provider' : block.kind === 'server-tool-use' || block.kind === 'server-tool-result' ? 'a tool call that another provider ran itself'
    : block.meaning === 'encrypted' ? 'an encrypted part' : block.meaning === undefined ? `content of type ${block.nativeType}` : `content of type ${block.nativeType} (${block.meaning})`;
  return { reason: `The API cannot carry ${what}.`, rule: CANNOT_CARRY.rule! };
}
