import type { BlockRow, Row, ViewDecision, ViewOp } from '../protocol/view-model.ts';
import type { IconName } from './icon.tsx';
import { spelled } from './visible-text.tsx';

/** Id of the row for system text that is recorded beside the turns (worker/session-index.ts). */
export const RECORDED_ID = 't:recorded';

/** A whole number with thin grouping: 12 518. */
export function count(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A number with its noun: `1 turn`, `12 turns`. */
export function counted(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** Bytes for people; details give them exactly. */
export function size(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes; let unit = -1;
  do { value /= 1000; unit += 1; } while (value >= 999.5 && unit < units.length - 1);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

export function lines(first: number, last: number): string {
  return first === last ? `L${first}` : `L${first}\u2013${last}`;
}

/** Names of kinds as people say them: `agent-message` is shown as `agent message`. */
export function kindName(kind: string): string {
  return spelled(kind.replaceAll('-', ' '));
}

export const OPS: readonly ViewOp[] = ['kept', 'converted', 'moved', 'merged', 'omitted', 'rejected', 'inserted'];

export const OP_ICONS: Readonly<Record<ViewOp, IconName>> = {
  kept: 'check', converted: 'arrow-swap', moved: 'reply', merged: 'merge', omitted: 'circle-slash', rejected: 'close', inserted: 'add',
};

const KIND_ICONS: Readonly<Record<string, IconName>> = {
  'text': 'quote', 'thinking': 'thinking', 'redacted-thinking': 'thinking', 'tool-call': 'tools', 'tool-result': 'output', 'image': 'file-media', 'document': 'file',
  'refusal': 'shield', 'server-tool-use': 'server', 'server-tool-result': 'server', 'compaction': 'archive', 'opaque': 'file-binary', 'boundary': 'references', 'problem': 'warning',
};
export function kindIcon(kind: string): IconName {
  return Object.hasOwn(KIND_ICONS, kind) ? KIND_ICONS[kind] ?? 'quote' : 'quote';
}

export const ROLE_ICONS: Readonly<Record<BlockRow['role'], IconName>> = { system: 'settings-gear', developer: 'settings-gear', user: 'person', assistant: 'robot', toolResult: 'output' };

/** The kind as a row says it: content of a tool result is a `tool-result`. */
export function shownKind(row: BlockRow): string {
  return row.role === 'toolResult' && row.kind === 'text' ? 'tool-result' : row.kind;
}

export function responseName(key: string): string {
  return spelled(key).toUpperCase();
}

function decisionWords(decision: ViewDecision): string {
  const where = decision.wirePaths[0];
  return `${decision.op}${where === undefined ? '' : ` at ${spelled(where)}`}${decision.severity === undefined ? '' : `, ${decision.severity}`}`;
}

/** What a screen reader says of a row, in this order: kind, signed, response, decision at path, line. */
export function labelOf(row: Row, decided: boolean): string {
  switch (row.row) {
    case 'turn':
      return [row.id === RECORDED_ID ? 'no turn' : `turn ${row.turn}`, row.role, ...(row.kind === undefined ? [] : [kindName(row.kind)]), ...(decided && row.decision ? [decisionWords(row.decision)] : []), lineWords(row.firstLine, row.lastLine)].join(', ');
    case 'block':
      return [
        shownKind(row), ...(row.name === undefined ? [] : [spelled(row.namespace === undefined ? row.name : `${row.namespace}.${row.name}`)]), ...(row.signed ? ['signed'] : []), ...(row.response === undefined ? [] : [responseName(row.response)]),
        decided ? decisionWords(row.decision) : 'decision not known yet', ...(row.shadowed ? ['not in the context'] : []), `line ${row.line}`,
      ].join(', ');
    case 'boundary': return `boundary, ${row.level}, ${row.level === 'held' ? '' : `${row.severity}, `}${spelled(row.title)}`;
    case 'inserted': return `inserted at ${spelled(row.wirePath)}, in no record`;
    case 'problem': return `problem, ${row.severity}, ${spelled(row.message)}, line ${row.line}`;
  }
}

function lineWords(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}
