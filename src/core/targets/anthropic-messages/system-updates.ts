import type { Why } from '../../model/decision.ts';
import { gate } from '../../replay/model-gates.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { Draft, Mark, Piece } from './draft.ts';
import type { Platform } from './platform.ts';

const AS_USER: Mark = { op: 'converted', why: { reason: 'A later system text: the model or its place does not allow a system message there, so it is a user message in place.', rule: 'anthropic/system-role-placement' } };
const ONLY_SYSTEM: Why = { reason: 'A change of tools may only stand in a system message.', rule: 'anthropic/system-role-placement' };

/**
 * Settles system texts inside the history: a system message where model and placement allow one (it follows a user message
 * or an assistant message that ends in a server tool's result, and an assistant message or nothing follows it; Opus 4.8 and
 * newer, live probe 2026-09-23), else a user message in the same place. Never moved. An empty one is a directive: it may stand anywhere, but only where the model takes system messages.
 */
export function placeSystemUpdates(drafts: Draft[], model: string, platform: Platform, writer: RequestWriter): void {
  const gated = gate('systemInMessages', model);
  // Bedrock and Vertex did not take them in 2026-07 (vendor's table of platforms): there only a recorded message tells.
  const taken = platform !== 'direct' && gated === 'yes' ? 'unknown' : gated;
  for (let index = drafts.length - 1; taken === 'no' && index >= 0; index--) {
    const { role, empty } = drafts[index]!;
    if (role !== 'system' || empty === undefined) continue;
    writer.omit(empty, { reason: 'The model takes no system messages, and a directive without text has no other form.', rule: 'anthropic/system-role-unsupported' });
    drafts.splice(index, 1);
  }
  for (let index = 0; index < drafts.length; index++) {
    const draft = drafts[index]!;
    if (draft.role !== 'system' || draft.empty !== undefined) continue;
    // Of an unknown model only a recorded message tells that it takes them.
    const allowed = taken === 'yes' || taken === 'unknown' && draft.recorded !== undefined;
    if (allowed && placed(drafts, index)) continue;
    draft.role = 'user';
    for (const piece of draft.pieces) if (piece.type !== 'text') for (const id of piece.ids) writer.omit(id, ONLY_SYSTEM);
    draft.pieces = draft.pieces.filter((piece) => piece.type === 'text').map((piece) => ({ ...piece, marks: [...piece.marks, AS_USER] }));
    if (draft.pieces.length === 0) drafts.splice(index--, 1);
  }
}

function placed(drafts: readonly Draft[], index: number): boolean {
  const before = drafts[index - 1];
  const after = drafts[index + 1];
  return before !== undefined && (before.role === 'user' || before.role === 'assistant' && endsInServerResult(before.pieces)) && (after === undefined || after.role === 'assistant');
}

function endsInServerResult(pieces: readonly Piece[]): boolean {
  return pieces[pieces.length - 1]?.block?.kind === 'server-tool-result';
}
