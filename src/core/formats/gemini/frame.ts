import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Detection, Head } from '../format.ts';
import { either } from './part.ts';

/** Where the body stands in the document, and which of its forms it has. */
export interface Frame {
  readonly body: JsonObject;
  /** Pointer of the body: `/request` and `/response` inside a wrapper of Code Assist. */
  readonly pointer: string;
  readonly kind: 'request' | 'response';
  /** `{model, contents, config}`, as the SDK takes it. */
  readonly sdk: boolean;
  readonly model?: string;
}

/** Finds the body in a document: bare, in the SDK's form, or in the wrapper that Code Assist puts around it. */
export function frameOf(root: Json | undefined): Frame | undefined {
  const document = root === undefined ? undefined : asObject(root);
  if (document === undefined) return undefined;
  const named = (body: JsonObject): { model?: string } => {
    const model = asString(document.model) ?? asString(body.modelVersion);
    return model === undefined ? {} : { model };
  };
  if (document.contents !== undefined) return { body: document, pointer: '', kind: 'request', sdk: asObject(document.config ?? null) !== undefined, ...named(document) };
  if (Array.isArray(document.candidates)) return { body: document, pointer: '', kind: 'response', sdk: false, ...named(document) };
  for (const [key, member, kind] of [['request', 'contents', 'request'], ['response', 'candidates', 'response']] as const) {
    const inner = asObject(document[key] ?? null);
    if (inner !== undefined && Array.isArray(inner[member])) return { body: inner, pointer: `/${key}`, kind, sdk: false, ...named(inner) };
  }
  return undefined;
}

/** Scores a JSON document as a generateContent body (session-formats, table 1.2 row 28): contents are lists of parts, not of blocks. */
export function detectGeminiBody(head: Head): Detection | null {
  if (head.shape !== 'document') return null;
  const root = head.records[0];
  const bare = asArray(root);
  if (bare !== undefined) {
    const good = bare.filter(isContent).length;
    return good > 0 && good >= bare.length * 0.6 ? { confidence: 0.7, reasons: [`a list with ${good} contents of parts`] } : null;
  }
  const frame = frameOf(root);
  if (frame === undefined) return null;
  const around = frame.pointer === '' ? frame.sdk ? ['the SDK\'s form, with config'] : [] : [`inside "${frame.pointer.slice(1)}"`];
  if (frame.kind === 'response') {
    const candidates = asArray(frame.body.candidates) ?? [];
    const good = candidates.filter((candidate) => isContent(asObject(candidate)?.content ?? null)).length;
    const counted = either(frame.body, 'usageMetadata') !== undefined || candidates.some((candidate) => either(asObject(candidate) ?? {}, 'finishReason') !== undefined);
    return good > 0 && counted ? { confidence: 0.95, reasons: [`candidates hold ${good} contents`, ...around] } : null;
  }
  const contents = asArray(frame.body.contents);
  if (contents === undefined) return frame.sdk && typeof frame.body.contents === 'string' && frame.model !== undefined ? { confidence: 0.8, reasons: ['model, contents and config'] } : null;
  const good = contents.filter(isContent).length;
  return good > 0 && good >= contents.length * 0.6 ? { confidence: 0.95, reasons: [`${good} contents of parts`, ...around] } : null;
}

function isContent(value: Json): boolean {
  const content = asObject(value);
  const role = content?.role;
  return Array.isArray(content?.parts) && (role === undefined || role === 'user' || role === 'model' || role === 'function' || role === 'system');
}
