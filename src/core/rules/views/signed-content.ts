import { isBound } from '../../model/signature.ts';
import { elements, isRef, member, visit, type Wire } from '../../replay/wire.ts';
import type { Hit, Judged } from '../rule.ts';
import { isKnown, lineOf } from './bound-thinking.ts';
import { messagesView } from './messages-view.ts';
import { thinkingChanges, type ThinkingChange } from './thinking-changes.ts';

/** What a client does to signed content of a Messages request: thinking moved, left without a sibling, brought together, or altered. */
export function* signedMessagesChanges(judged: Judged, client: string): Generator<Hit> {
  const view = messagesView(judged);
  if (view === undefined) return;
  const latest = view.runs.findLast((run) => run.role === 'assistant');
  for (const run of view.runs) {
    if (run.role !== 'assistant') continue;
    for (const change of thinkingChanges(view, run)) {
      if (change.what === 'lost-unsigned') continue;
      const certain = run === latest && isKnown(change.thinking.confidence);
      yield {
        wirePath: view.path(change.thinking.wire), blocks: [...new Set([...change.thinking.ids, ...change.partners])],
        severity: certain ? 'error' : 'warning', confidence: change.thinking.confidence, message: messageOf(judged, change, client),
      };
    }
  }
}

/** Texts that are sent together with the signature that covers them, but without their lone surrogates. For requests of any other API. */
export function* signedTextChanges(judged: Judged, client: string): Generator<Hit> {
  if (messagesView(judged) !== undefined) return;
  for (const { block: id, wirePaths: [path], op } of judged.replay.decisions.values()) {
    const block = judged.block(id);
    if (path === undefined || op === 'omitted' || block === undefined || !isBound(block.signature) || !block.text.loneSurrogate) continue;
    let signed = false;
    let altered = false;
    for (const { node } of visit(nodeAt(judged.request, path) ?? null)) {
      if (!isRef(node) || node.ref !== 'text') continue;
      if (node.facts === block.signature.value) signed = true;
      if (node.facts === block.text && node.as === 'strip-surrogates') altered = true;
    }
    if (signed && altered) yield { wirePath: path, message: messageText(client, lineOf(judged, id)) };
  }
}

function nodeAt(root: Wire, path: string): Wire | undefined {
  let at: Wire | undefined = root;
  for (const step of path.split('.')) at = elements(at)?.[Number(step)] ?? member(at, step);
  return at;
}

function messageText(client: string, line: string): string {
  return `${client} sends other text under a signature (${line}).`;
}

function messageOf(judged: Judged, { what, thinking, partners }: ThinkingChange, client: string): string {
  const line = lineOf(judged, thinking.ids[0]);
  const other = lineOf(judged, partners[partners.length - 1]);
  switch (what) {
    case 'moved': return `${client} changes the order of a response with signed thinking (${line} against ${other}).`;
    case 'lost': case 'lost-unsigned': return `${client} sends signed thinking (${line}) without the thinking beside it (${other}).`;
    case 'separator-lost': return `${client} brings two thinking blocks together (${line}): what stood between them (${other}) is not sent.`;
    case 'text-altered': return messageText(client, line);
  }
}
