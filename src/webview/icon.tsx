/** Codicons by name (media/view.css holds their code points). Icons repeat words, they never stand for them: hidden from screen readers. */
export type IconName =
  | 'add' | 'archive' | 'arrow-down' | 'arrow-swap' | 'arrow-up' | 'case-sensitive' | 'check' | 'chevron-down' | 'chevron-right' | 'circle-slash' | 'close' | 'comment-discussion' | 'error'
  | 'export' | 'file' | 'file-binary' | 'file-media' | 'filter' | 'git-branch' | 'info' | 'layout-sidebar-right' | 'loading' | 'lock' | 'mail' | 'merge' | 'output' | 'person' | 'pin'
  | 'record-keys' | 'question' | 'quote' | 'references' | 'regex' | 'reply' | 'robot' | 'search' | 'server' | 'settings-gear' | 'shield' | 'thinking' | 'tools' | 'warning';

export function Icon({ name, small }: { readonly name: IconName; readonly small?: boolean }) {
  return <span class={`i i-${name}${small === true ? ' i-small' : ''}`} aria-hidden="true" />;
}
