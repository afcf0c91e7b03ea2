import type { Block } from '../../model/block.ts';
import type { Json } from '../../model/json.ts';
import type { Why } from '../../model/decision.ts';
import { joinRef, literal, textRef, type RefNode } from '../../replay/wire.ts';

/** How images go out: as they are (bytes that are not in the file become a text), or as dsh's runtime writes them for a model that takes text only. */
export type ImageMode = 'send' | 'text-only';

export function imageModeOf(extra: Readonly<Record<string, Json>>): ImageMode {
  return extra.images === 'text-only' ? 'text-only' : 'send';
}

/** The text that stands for an image, and why; undefined where the image itself can be sent. */
export function imageText(block: Block, mode: ImageMode): { readonly node: RefNode; readonly why: Why } | undefined {
  const id = block.media?.value;
  if (block.media?.detail?.offloaded === true) {
    return { node: literal(OFFLOADED), why: { rule: 'dsh/image-omitted', reason: 'dsh had taken this image out of its requests to keep within the image limit; a text stands in its place.' } };
  }
  if (mode === 'text-only') {
    const digest = id?.inline?.startsWith('sha256:') === true ? id.inline.slice(7, 15) : '';
    return { node: literal(`[image omitted because this model accepts text only; attachment sha256:${digest}]`), why: { rule: 'dsh/image-omitted', reason: 'The model takes text only: a text stands in place of the image.' } };
  }
  if (block.media !== undefined && block.media.where !== 'absent') return undefined;
  const name = id === undefined ? literal('') : textRef(id);
  return {
    node: joinRef([literal('[image not in file: '), name, literal(']')]),
    why: { rule: 'dsh/image-not-in-file', reason: 'The image is in dsh\'s attachment store, not in the session file: a text stands in its place. dsh itself would send the image.' },
  };
}

const OFFLOADED = '[image omitted to keep the request within its image limit; older images are omitted first. If this image is still needed, read its file again when a path is available; otherwise ask the user to attach it again.]';

/** Only sessions of other clients hold image bytes. dsh puts a descriptor with its attachment id before an image; such an image has none. */
export const IMAGE_SENT: Why = { reason: 'The image is sent; the descriptor that dsh puts before its own attachments has no counterpart in this session.' };
