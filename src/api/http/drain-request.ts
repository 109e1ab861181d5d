import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Clock } from '../../core/clock.ts';

const maxDrainBytes = 64 * 1024 * 1024;
const maxDrainMs = 30_000;

/**
 * Reads the rest of a request body whose response is sent early, and discards it. Browsers read a response only after they have sent the
 * whole body, and without a reader they wait forever. Closes the connection if the rest is large or slow.
 */
export function drainRequest(request: IncomingMessage, clock: Clock): void {
  const { socket } = request;
  // An injected request of a test has no connection.
  if (request.complete || !(socket instanceof Socket) || socket.destroyed) return;
  const disconnect = () => void socket.destroy();
  const timer = clock.after(maxDrainMs, disconnect);
  let bytes = 0;
  request.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > maxDrainBytes) disconnect();
  });
  request.once('end', () => timer.cancel());
  socket.once('close', () => timer.cancel());
  request.resume();
}
