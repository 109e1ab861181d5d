import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A delivery: the id of its event and its arrival in ms since the epoch. */
export type Arrival = readonly [id: string, atMs: number];

export interface ReceiverProcess {
  readonly port: number;
  stop(): void;
}

/** Starts the receiver. `onArrivals` is called every 100 ms with the deliveries since the last call. */
export async function startReceiver(
  onArrivals: (arrivals: readonly Arrival[]) => void,
): Promise<ReceiverProcess> {
  const receiver = fork(path.join(import.meta.dirname, 'receiver.ts'));
  const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
  receiver.on('message', (message) => onArrivals((message as { arrivals: readonly Arrival[] }).arrivals));
  return { port, stop: () => receiver.disconnect() };
}
