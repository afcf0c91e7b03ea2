import type { Block, Media } from '../../model/block.ts';
import { joinRef, literal, textRef, type RefNode } from '../../replay/wire.ts';

/** An image or document as the address that the client holds: a `data:` URL, or where it is. */
export function addressOf(media: Media, fallback: string): RefNode {
  return media.where === 'url' ? textRef(media.value) : joinRef([literal(`data:${media.mediaType ?? fallback};base64,`), textRef(media.value)]);
}

/** The recorded name of a document. */
export function fileName(block: Block): string | undefined {
  const name = block.media?.detail?.['filename'];
  return typeof name === 'string' && name !== '' ? name : undefined;
}
