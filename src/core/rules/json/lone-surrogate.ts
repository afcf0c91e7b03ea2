import { spellsLone } from '../../model/surrogates.ts';
import { isRef, type Ref, type Wire, type WireObject } from '../../replay/wire.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { carriers } from '../views/element-origins.ts';

/** A JSON body holds no half of a surrogate pair. */
export const loneSurrogate: Rule = {
  id: 'json/lone-surrogate',
  severity: 'error',
  summary: 'A string holds an unpaired UTF-16 surrogate (half an emoji after cutting, binary tool output). JSON APIs refuse the body before they look at anything else.',
  fix: 'Replace the half by U+FFFD; inside signed thinking the block must go instead.',
  sources: [
    { text: 'anthropics/claude-code issues 1939, 3277, 4599, 4944, 6234, 6273, 60394', date: '2026-11-30' },
    { text: 'openclaw PR 70437 (live: refused before signatures are checked)', date: '2026-04-25' },
  ],
  errorText: /not valid JSON: (?:no low surrogate in string|invalid high surrogate in string)/,
  *check(judged: Judged): Generator<Hit> {
    const reported = new Set<string>();
    for (const path of loneStrings(judged.request)) { reported.add(path); yield hit(judged, path); }
    yield* insideNatives(judged, reported);
  },
};

interface Frame { readonly node: Wire; readonly key: string; readonly parent: Frame | undefined }

/** Paths of strings with a lone surrogate. Frames link to their parents: a path is spelled only for a string that has one. */
function* loneStrings(root: Wire): Generator<string> {
  const stack: Frame[] = [{ node: root, key: '', parent: undefined }];
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    const { node } = frame;
    if (isLone(node)) yield pathOf(frame);
    if (typeof node !== 'object' || node === null) continue;
    if (isRef(node)) { if (node.ref === 'native' || node.ref === 'derived') stack.push({ ...frame, node: node.shape }); continue; }
    const keys = Object.keys(node);
    for (let k = keys.length - 1; k >= 0; k--) {
      const child = (node as WireObject)[keys[k]!];
      if (child !== undefined) stack.push({ node: child, key: keys[k]!, parent: frame });
    }
  }
}

function isLone(node: Wire): boolean {
  if (typeof node === 'string') return !node.isWellFormed();
  if (!isRef(node)) return false;
  const ref: Ref = node;
  switch (ref.ref) {
    case 'text': return ref.facts.loneSurrogate && ref.as !== 'strip-surrogates' && ref.as !== 'well-formed';
    case 'json': return ref.facts.loneSurrogate || ref.facts.inline !== undefined && spellsLone(ref.facts.inline);
    case 'join': return ref.parts.some(isLone);
    case 'literal': return typeof ref.value === 'string' && !ref.value.isWellFormed();
    case 'native': case 'derived': return false;
  }
}

function pathOf(frame: Frame): string {
  const keys: string[] = [];
  for (let at: Frame | undefined = frame; at?.parent !== undefined; at = at.parent) keys.push(at.key);
  return keys.reverse().join('.');
}

/** Blocks that are sent whole as recorded, where the shape does not show the string. */
function* insideNatives(judged: Judged, reported: ReadonlySet<string>): Generator<Hit> {
  const covered = new Set<string>();
  for (const path of reported) for (let at = path; at !== ''; at = at.includes('.') ? at.slice(0, at.lastIndexOf('.')) : '') covered.add(at);
  for (const turn of judged.conversation.turns) for (const block of turn.blocks) {
    if (!block.text.loneSurrogate && block.signature?.value.loneSurrogate !== true) continue;
    const decision = judged.replay.decisions.get(block.id);
    const path = decision?.wirePaths[0];
    // Decided by this rule: its strings were replaced on the way.
    if (decision?.rule === 'json/lone-surrogate' || path === undefined || covered.has(path) || !isNativeAt(judged.request, path)) continue;
    yield { ...hit(judged, path), blocks: [block.id] };
  }
}

function isNativeAt(root: Wire, path: string): boolean {
  let at: Wire | undefined = root;
  for (const key of path.split('.')) {
    if (isRef(at)) return isOpaqueRef(at);
    at = typeof at === 'object' && at !== null ? (at as WireObject)[key] : undefined;
  }
  return isRef(at) && isOpaqueRef(at);
}

/** A recorded value, or one made of it: its shape need not show every string. */
function isOpaqueRef(ref: Ref): boolean {
  return ref.ref === 'native' || ref.ref === 'derived';
}

function hit(judged: Judged, path: string): Hit {
  const blocks = carriers(judged, path);
  const first = blocks[0] === undefined ? undefined : judged.block(blocks[0]);
  const signed = first?.signature !== undefined && first.signature.state !== 'unsigned';
  return {
    wirePath: path, blocks,
    message: `A string here holds half of a surrogate pair${signed ? '; the block is signed, so that it cannot be repaired, only left out' : ''}.`,
    providerError: 'The request body is not valid JSON: no low surrogate in string',
  };
}
