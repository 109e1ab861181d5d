import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { DialogLogEntry } from '../sip/dialog-log.ts';
import { DialogLogFolder } from './dialog-log-folder.ts';
import type { DialogLogCommand, DialogLogReport, DialogLogWorkerData } from './dialog-log-messages.ts';

/* Writes the dialog log, so that a slow disk never blocks the thread that runs SIP. */
const port = parentPort as MessagePort;
const report = (message: DialogLogReport): void => port.postMessage(message);
const dialogLog = new DialogLogFolder({
  ...(workerData as DialogLogWorkerData),
  logger: { error: ({ err }) => report({ type: 'write-failed', message: String(err) }) },
});

port.on('message', (command: DialogLogCommand) => {
  switch (command.type) {
    case 'write':
      if (command.entry === undefined) dialogLog.remove(command.key);
      else dialogLog.put(command.key, JSON.parse(command.entry) as DialogLogEntry);
      return report({ type: 'written' });
    case 'preallocate':
      dialogLog.preallocate();
      return report({ type: 'response', id: command.id, value: undefined });
    case 'other-nodes':
      return report({ type: 'response', id: command.id, value: dialogLog.otherNodes() });
    case 'take-over':
      return report({ type: 'response', id: command.id, value: dialogLog.takeOver(command.nodeId) });
    case 'close':
      dialogLog.close();
      return report({ type: 'response', id: command.id, value: undefined });
  }
});
