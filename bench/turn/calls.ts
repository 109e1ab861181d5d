/** Set-up shared by the benchmarks that let simulated callers converse over RTP on loopback. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { silentLogger } from '../../src/core/logger.ts';
import { createMediaEngine, type MediaEngineOptions } from '../../src/media/media-engine.ts';
import type { MediaEngine, MediaPort } from '../../src/media/media-port.ts';
import type { CallersConfig, CallersMessage } from './callers.ts';

/** Returns the value of the option `--name`. Throws a `RangeError` unless it is a whole number from `min` to `max`. */
export function parseBounded(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`--${name} must be a whole number from ${min} to ${max}`);
  return value;
}

/** Starts a script in a process, so that its CPU and memory do not count, and sends it its configuration. It ends when it is disconnected. */
export function startProcess(script: URL, config: object): ChildProcess {
  const child = fork(script, { serialization: 'advanced', execArgv: [] });
  child.send(config);
  return child;
}

/** Starts the process of the simulated callers. */
export async function startCallers(
  config: CallersConfig,
): Promise<{ callers: ChildProcess; callerPorts: readonly number[] }> {
  const callers = startProcess(new URL('./callers.ts', import.meta.url), config);
  const [listening] = (await once(callers, 'message')) as [Extract<CallersMessage, { type: 'listening' }>];
  return { callers, callerPorts: listening.ports };
}

/** Creates a media engine with one thread and, from `firstPort` on, ports for `calls` calls and as many that have just ended. */
export const createCallMedia = (
  calls: number,
  firstPort: number,
  options: Pick<MediaEngineOptions, 'recordingRoot' | 'startWorker'> = {},
): Promise<MediaEngine> =>
  createMediaEngine({
    threads: 1,
    rtpPorts: [firstPort, firstPort + 4 * calls + 20],
    localAddress: '127.0.0.1',
    logger: silentLogger,
    ...options,
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
