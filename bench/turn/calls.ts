/** Set-up shared by the benchmarks that let simulated callers converse over RTP on loopback. */
import { once, type EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { silentLogger } from '../../src/core/logger.ts';
import { createMediaEngine } from '../../src/media/media-engine.ts';
import type { MediaEngine, MediaPort } from '../../src/media/media-port.ts';
import type { CallersConfig, CallersMessage } from './callers-worker.ts';

/** Returns the value of the option `--name`. Throws a `RangeError` unless it is a whole number from `min` to `max`. */
export function parseBounded(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`--${name} must be a whole number from ${min} to ${max}`);
  return value;
}

/** Starts the simulated callers in a thread. */
export const startCallers = (config: CallersConfig): Worker =>
  new Worker(new URL('./callers-worker.ts', import.meta.url), { workerData: config });

/** Waits for the first message of the callers. Returns their UDP ports. */
export async function listeningPorts(callers: EventEmitter): Promise<readonly number[]> {
  const [listening] = (await once(callers, 'message')) as [Extract<CallersMessage, { type: 'listening' }>];
  return listening.ports;
}

/** Creates a media engine with one thread and, from `firstPort` on, ports for `calls` calls and as many that have just ended. */
export const createCallMedia = (
  calls: number,
  firstPort: number,
  recordingRoot?: string,
): Promise<MediaEngine> =>
  createMediaEngine({
    threads: 1,
    rtpPorts: [firstPort, firstPort + 4 * calls + 20],
    localAddress: '127.0.0.1',
    logger: silentLogger,
    ...(recordingRoot === undefined ? {} : { recordingRoot }),
  });

/** Opens one port per caller, in the order of the callers. */
export async function openCallPorts(
  media: MediaEngine,
  callerPorts: readonly number[],
): Promise<MediaPort[]> {
  const ports = await Promise.all(callerPorts.map(() => media.openPort()));
  for (const [index, port] of ports.entries())
    port.configure({
      remoteAddress: '127.0.0.1',
      remotePort: callerPorts[index]!,
      codec: 'PCMU',
      payloadType: 0,
      telephoneEventPayloadType: 101,
      direction: 'sendrecv',
    });
  return ports;
}
