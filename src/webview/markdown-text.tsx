import createPurify from 'dompurify';
import markdownIt from 'markdown-it';
import type { ComponentChildren } from 'preact';
import { spelled } from './visible-text.tsx';

// Session text is hostile: no HTML from it, no link that leads anywhere, no image that is loaded, and DOMPurify after all that.
const markdown = markdownIt({ html: false, linkify: false, breaks: false });
markdown.renderer.rules['link_open'] = (tokens, at) => `<span data-to="${markdown.utils.escapeHtml(String(tokens[at]?.attrGet('href') ?? ''))}">`;
markdown.renderer.rules['link_close'] = () => '</span>';
markdown.renderer.rules['image'] = (tokens, at) => `<span data-to="${markdown.utils.escapeHtml(String(tokens[at]?.attrGet('src') ?? ''))}">[image: ${markdown.utils.escapeHtml(tokens[at]?.content ?? '')}]</span>`;
markdown.core.ruler.push('no-attributes', (state) => { for (const token of state.tokens) token.attrs = null; });

const TAGS = ['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 's', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span'];
/** Deeper than this, text is shown flat: a hostile one nests thousands of quotes. */
const DEEPEST = 40;
/** Headings of a text stand below the headings of the page. */
const SHOWN_AS: Readonly<Record<string, string>> = { h1: 'h4', h2: 'h4', h3: 'h5', h4: 'h5', h5: 'h6', h6: 'h6' };

/** Markdown as nodes of ours: an allowed set of elements, no attribute of theirs, links as text with their address. */
export function renderMarkdown(text: string): ComponentChildren {
  const html = markdown.render(spelled(text));
  const clean = createPurify(window).sanitize(html, { ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ['data-to'], ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false, RETURN_DOM_FRAGMENT: true });
  return [...clean.childNodes].map((node) => nodeOf(node, 0));
}

function nodeOf(node: Node, depth: number): ComponentChildren {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (!(node instanceof Element) && !('localName' in node)) return null;
  const element = node as Element;
  const children = depth < DEEPEST ? [...element.childNodes].map((child) => nodeOf(child, depth + 1)) : element.textContent;
  const to = element.getAttribute('data-to');
  if (to !== null) return <span class="inert-link">{children}{to !== '' && to !== element.textContent && <span class="dim"> ({to})</span>}</span>;
  const Tag = (SHOWN_AS[element.localName] ?? element.localName) as 'p';
  if (!TAGS.includes(element.localName)) return children;
  return <Tag>{Tag === ('br' as string) || Tag === ('hr' as string) ? undefined : children}</Tag>;
}
