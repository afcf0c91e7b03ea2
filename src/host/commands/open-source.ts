import { current } from '../current.ts';
import type { HostCommand } from '../host.ts';
import { openPlace } from '../open-place.ts';

/** Opens the text at the row in focus. */
export const openSource: HostCommand = {
  id: 'turnlens.openSource',
  async run(host) {
    const now = current(host);
    if (now === undefined) return;
    try { if (now.channel?.focus !== undefined) await openPlace(host, now.session, now.channel.focus); } finally { now.release(); }
  },
};
