import type { HostCommand } from '../host.ts';

export const showLog: HostCommand = { id: 'turnlens.showLog', run(host) { host.log.show(); } };
