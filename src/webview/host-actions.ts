import type { ToView } from '../protocol/view-messages.ts';
import { command } from './host-link.ts';
import { openFind } from './find-actions.ts';
import { copyAs, goToPartner, movePane, moveToNext, moveTurn, showDetails } from './navigate.ts';
import { cursor, detailsShown, filterShown, keysShown } from './view-state.ts';

type Action = Extract<ToView, { type: 'do' }>['action'];

/** The editor's commands, for people who bind their own keys: the same actions as the page's own keys. */
export function act(action: Action): void {
  switch (action) {
    case 'find': openFind(); return;
    case 'filter': filterShown.value = true; return;
    case 'nextFinding': void moveToNext('finding', 1); return;
    case 'previousFinding': void moveToNext('finding', -1); return;
    case 'nextBoundary': void moveToNext('boundary', 1); return;
    case 'previousBoundary': void moveToNext('boundary', -1); return;
    case 'nextTurn': moveTurn(1); return;
    case 'previousTurn': moveTurn(-1); return;
    case 'toggleDetails': showDetails(!detailsShown.peek()); return;
    case 'nextPane': movePane(1); return;
    case 'showKeys': keysShown.value = true; return;
    case 'copyText': copyAs('copyText'); return;
    case 'copyRaw': copyAs('copyRaw'); return;
    case 'copyWirePath': copyAs('copyWirePath'); return;
    case 'openSource': { const at = cursor.peek(); if (at !== undefined) command('openSource', at.id); return; }
    case 'partner': void goToPartner(); return;
  }
}
