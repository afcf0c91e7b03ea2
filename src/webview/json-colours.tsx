import hljs from 'highlight.js/lib/core';
import json from 'highlight.js/lib/languages/json';
import type { ComponentChildren } from 'preact';
import { visible } from './visible-text.tsx';

hljs.registerLanguage('json', json);
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
const CLASSES: Readonly<Record<string, string>> = { 'hljs-attr': 'j-key', 'hljs-string': 'j-string', 'hljs-number': 'j-word', 'hljs-literal': 'j-word', 'hljs-keyword': 'j-word' };

/** JSON as coloured text nodes. The highlighter's markup is read as a list of spans, never given to the page as HTML. */
export function colourJson(text: string): ComponentChildren {
  const out: ComponentChildren[] = [];
  const open: string[] = [];
  for (const [, name, closing, plain] of hljs.highlight(text, { language: 'json' }).value.matchAll(/<span class="([^"]*)">|(<\/span>)|([^<]+)/g)) {
    if (name !== undefined) open.push(name.split(' ')[0] ?? '');
    else if (closing !== undefined) open.pop();
    else if (plain !== undefined) {
      const own = visible(plain.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity));
      const look = open.map((one) => CLASSES[one]).find((one) => one !== undefined);
      out.push(look === undefined ? own : <span class={look}>{own}</span>);
    }
  }
  return out;
}
