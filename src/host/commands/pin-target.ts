import { current } from '../current.ts';
import type { HostCommand } from '../host.ts';
import { readSettings } from '../settings.ts';
import { pickTarget } from './choose-target.ts';

const MOST = 2;

/** Pins a target beside the chosen one, or takes it off. Two at most: three columns are what fits. */
export const pinTarget: HostCommand = {
  id: 'turnlens.pinTarget',
  async run(host) {
    const now = current(host);
    if (now === undefined) return;
    try {
      const { pinned } = now.session.choices;
      const placeholder = pinned.length === 0 ? 'Show a second target beside the chosen one' : `Pinned: ${pinned.map((p) => p.target).join(', ')}. Choose one to take it off, another to pin it`;
      const choice = (await pickTarget(now.session, readSettings(host.log, now.session.uri), placeholder))?.choice;
      if (choice === undefined) return;
      const rest = pinned.filter((p) => p.target !== choice.target);
      await host.choices.change(now.session.uri, { pinned: rest.length < pinned.length ? rest : [...rest, choice].slice(-MOST) });
    } finally { now.release(); }
  },
};
