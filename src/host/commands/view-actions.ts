import type { ToView } from '../../protocol/view-messages.ts';
import type { HostCommand } from '../host.ts';

type Action = Extract<ToView, { type: 'do' }>['action'];

/** Commands that the view itself carries out, so that people can bind other keys to them. The view has its own keys, too. */
const ACTIONS: readonly (readonly [string, Action])[] = [
  ['find', 'find'], ['filter', 'filter'], ['nextFinding', 'nextFinding'], ['previousFinding', 'previousFinding'], ['nextBoundary', 'nextBoundary'], ['previousBoundary', 'previousBoundary'],
  ['nextTurn', 'nextTurn'], ['previousTurn', 'previousTurn'], ['toggleDetails', 'toggleDetails'], ['nextPane', 'nextPane'], ['showKeys', 'showKeys'], ['copyBlockText', 'copyText'], ['copyBlockJson', 'copyRaw'], ['partner', 'partner'],
];

export const viewActions: readonly HostCommand[] = ACTIONS.map(([name, action]) => ({
  id: `turnlens.view.${name}`,
  run(host) { host.editor.active?.post({ type: 'do', action }); },
}));
