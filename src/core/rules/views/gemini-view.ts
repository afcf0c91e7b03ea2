import type { Id } from '../../model/source.ts';
import { elements, member, textFacts, type Wire } from '../../replay/wire.ts';
import type { Judged } from '../rule.ts';
import { carriers, elementOrigins } from './element-origins.ts';
import { apiOf } from './judged-api.ts';

/** One part of a content. `id` and `name` are of a call or a response. */
export interface GeminiPart { readonly kind: 'call' | 'response' | 'text' | 'other'; readonly index: number; readonly node: Wire; readonly id: string | undefined; readonly name: string | undefined; readonly signed: boolean }
/** One element of `contents`. A content without a role is the user's. */
export interface GeminiContent { readonly index: number; readonly role: string; readonly parts: readonly GeminiPart[]; readonly calls: readonly GeminiPart[]; readonly responses: readonly GeminiPart[] }

const views = new WeakMap<Judged, readonly GeminiContent[]>();

/** The contents of a Gemini request; undefined for a request of another API. Read once per judged request. */
export function geminiContents(judged: Judged): readonly GeminiContent[] | undefined {
  if (apiOf(judged) !== 'gemini') return undefined;
  const known = views.get(judged);
  if (known !== undefined) return known;
  const contents = (elements(member(judged.request, 'contents')) ?? []).map((node, index): GeminiContent => {
    const parts = (elements(member(node, 'parts')) ?? []).map(partOf);
    return { index, role: textFacts(member(node, 'role'))?.inline ?? 'user', parts, calls: parts.filter((part) => part.kind === 'call'), responses: parts.filter((part) => part.kind === 'response') };
  });
  views.set(judged, contents);
  return contents;
}

function partOf(node: Wire, index: number): GeminiPart {
  const call = member(node, 'functionCall') ?? member(node, 'function_call');
  const response = member(node, 'functionResponse') ?? member(node, 'function_response');
  const inner = call ?? response;
  const kind = call !== undefined ? 'call' : response !== undefined ? 'response' : member(node, 'text') !== undefined ? 'text' : 'other';
  const signature = textFacts(member(node, 'thoughtSignature') ?? member(node, 'thought_signature'));
  return { kind, index, node, id: textFacts(member(inner, 'id'))?.inline, name: textFacts(member(inner, 'name'))?.inline, signed: signature !== undefined && signature.length > 0 };
}

/** A content that is nothing but responses goes on with the turn; any other user content begins one. */
export function beginsTurn(content: GeminiContent): boolean {
  return content.role !== 'model' && content.parts.some((part) => part.kind !== 'response');
}

/** The dotted path of a part, and the provider's own spelling. */
export function partPath(content: GeminiContent, part: GeminiPart): { readonly wirePath: string; readonly providerPath: string } {
  return { wirePath: `contents.${content.index}.parts.${part.index}`, providerPath: `contents[${content.index}].parts[${part.index}]` };
}

/** The ids of the blocks of parts: of those themselves or of what stands in them. */
export function partIds(judged: Judged, content: GeminiContent, parts: readonly GeminiPart[]): readonly Id[] {
  const ids = parts.flatMap((part) => { const { wirePath } = partPath(content, part); const below = judged.origin(wirePath); return below.length > 0 ? below : carriers(judged, wirePath); });
  return [...new Set(ids)];
}

/** The ids of the blocks of a content. */
export function contentIds(judged: Judged, content: GeminiContent): readonly Id[] {
  return elementOrigins(judged, 'contents').get(content.index) ?? [];
}
