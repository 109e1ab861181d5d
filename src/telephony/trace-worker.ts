import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { CallTrace } from '../sip/call-trace.ts';
import { TraceFolder } from './trace-folder.ts';
import type { TraceCommand, TraceReport, TraceWorkerStart } from './trace-messages.ts';

/* Writes the traces of calls, so that a slow disk never stops the thread that SIP runs on. */
const port = parentPort as MessagePort;
const report = (message: TraceReport): void => port.postMessage(message);
const traces = new TraceFolder({
  ...(workerData as TraceWorkerStart),
  logger: { error: ({ err }) => report({ type: 'failing', message: String(err) }) },
});

port.on('message', (command: TraceCommand) => {
  switch (command.type) {
    case 'write':
      if (command.trace === undefined) traces.forget(command.key);
      else traces.keep(command.key, JSON.parse(command.trace) as CallTrace);
      return report({ type: 'written' });
    case 'reserve':
      traces.reserve();
      return report({ type: 'answer', id: command.id, value: undefined });
    case 'others':
      return report({ type: 'answer', id: command.id, value: traces.others() });
    case 'take-over':
      return report({ type: 'answer', id: command.id, value: traces.takeOver(command.nodeId) });
    case 'close':
      traces.close();
      return report({ type: 'answer', id: command.id, value: undefined });
  }
});
