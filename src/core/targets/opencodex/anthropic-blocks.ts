import type { Media } from '../../model/block.ts';
import { previewOf, type Facts } from '../../model/facts.ts';
import { literal, textRef, type WireObject } from '../../replay/wire.ts';
import { draftBlock, type DraftBlock } from './anthropic-draft.ts';
import type { InputPart, MediaPart, ThinkingPart } from './message.ts';

/** A part of user input or tool output as a content block; empty texts give none. */
export function inputBlock(part: InputPart): DraftBlock | undefined {
  switch (part.type) {
    case 'text': return part.state === 'empty' ? undefined : draftBlock({ type: 'text', text: part.text }, part);
    case 'video': return draftBlock({ type: 'text', text: literal('[video]') }, part, [{ op: 'converted', why: { reason: 'Anthropic takes no video: the client sends a text marker.' } }]);
    case 'image': case 'document': return draftBlock(mediaWire(part), part);
  }
}

/** The wire form of a part inside a tool result. */
export function mediaWire(part: MediaPart): WireObject {
  const { media } = part.block;
  return { type: part.type, source: media === undefined ? {} : sourceOf(media, part.type === 'image' ? 'image/png' : 'application/pdf') };
}

function sourceOf(media: Media, fallback: string): WireObject {
  if (media.where === 'url') return { type: 'url', url: textRef(media.value) };
  return { type: 'base64', media_type: media.mediaType ?? fallback, data: textRef(media.value) };
}

/** The blocks of a thinking part: its redacted payloads, then the thinking where the client takes the signature for a real one. */
export function thinkingBlocks(part: ThinkingPart): readonly DraftBlock[] {
  const blocks = part.redacted.map((block) => draftBlock({ type: 'redacted_thinking', data: textRef(block.signature?.value ?? block.text) }, { ...part, ids: [block.id] }));
  const { block } = part;
  if (block?.signature === undefined || !part.bound || !looksReal(block.signature.value, block.signature.wellFormed)) return blocks;
  return [...blocks, draftBlock({ type: 'thinking', thinking: textRef(block.text), signature: textRef(block.signature.value) }, { ...part, ids: [block.id] })];
}

/**
 * Whether the client takes a value for an Anthropic signature: 16 or more characters of the base64 alphabets that do not start
 * like an item id (opencodex 2.63.0). Of a value that is not kept whole its head and its well-formedness are looked at.
 */
export function looksReal(value: Facts, wellFormed: boolean | null): boolean {
  const head = previewOf(value);
  if (value.length < 16 || /^(fc|call|msg|rs|resp|reasoning|item|ws|tool|func|function)[-_]/i.test(head)) return false;
  return /^[A-Za-z0-9+/_=-]+$/.test(head) && (value.inline !== undefined || wellFormed !== false);
}
