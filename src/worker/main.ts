import { parentPort } from 'node:worker_threads';
import { toWorkerSchema, type FromWorker } from '../protocol/worker-messages.ts';
import { Analysis } from './analysis.ts';
import { answer } from './answers.ts';

// The worker of one document. It ends when the host ends it; nothing here outlives the port.
const port = parentPort;
if (port === null) throw new Error('this is a worker of Turnlens, not a program');

const send = (message: FromWorker): void => { port.postMessage(message); };
const analysis = new Analysis(send);

port.on('message', (data: unknown) => {
  const read = toWorkerSchema.safeParse(data);
  if (!read.success) { send({ type: 'log', level: 'error', message: 'a message from the host did not fit its contract' }); return; }
  const message = read.data;
  switch (message.type) {
    case 'open': analysis.open(message.input, message.choices); return;
    case 'changed': analysis.changed(); return;
    case 'choose': analysis.choose(message.choices); return;
    case 'cancel': analysis.cancel(); return;
    case 'resume': analysis.resume(); return;
    case 'view': analysis.setView(message.view, message.filter); return;
    case 'unview': analysis.dropView(message.view); return;
    default: answer(analysis, message).then(send, (error: unknown) => { send({ type: 'refused', request: message.request, message: (error as Error).message }); });
  }
});
