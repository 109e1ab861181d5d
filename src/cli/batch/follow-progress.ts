import type { Clock } from '../../core/clock.ts';
import { ParleyError, type BatchProgress, type ParleyClient } from '../../../packages/sdk/src/client.ts';
import { CommandError } from '../output.ts';

/** Maximum time to wait for a service that restarts. */
export const reconnectTimeoutMs = 60_000;
const reconnectDelayMs = 1000;

interface FollowOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>;
  readonly signal: AbortSignal;
  /** Called once per disconnection. */
  readonly onDisconnect: () => void;
}

/**
 * Iterates over the progress of a batch until its end. After a disconnection, for example during a restart of the service, it reconnects
 * for up to 60 s and continues with the current progress.
 * @throws {CommandError} if the service remains unavailable
 * @throws {ParleyError} if the service rejects the request, or was unavailable from the start
 */
export async function* followProgress(
  client: Pick<ParleyClient, 'follow'>,
  batchId: string,
  { clock, signal, onDisconnect }: FollowOptions,
): AsyncGenerator<BatchProgress> {
  let hasResponded = false;
  let disconnectedAtMs: number | undefined;
  for (;;) {
    try {
      for await (const progress of client.follow('followBatch', { path: { batchId }, signal })) {
        hasResponded = true;
        disconnectedAtMs = undefined;
        yield progress;
      }
      return;
    } catch (error) {
      if (signal.aborted || !hasResponded || !isUnavailable(error)) throw error;
      if (disconnectedAtMs === undefined) onDisconnect();
      disconnectedAtMs ??= clock.monotonicMs();
      if (clock.monotonicMs() - disconnectedAtMs >= reconnectTimeoutMs)
        throw unavailableError(batchId, error);
    }
    await clock.sleep(reconnectDelayMs, signal);
  }
}

/** Returns whether there was no response, or a proxy reports that the service is unavailable. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof ParleyError && [0, 502, 503, 504].includes(error.status);

const unavailableError = (batchId: string, cause: unknown): CommandError =>
  new CommandError(
    `The service has not responded for ${reconnectTimeoutMs / 1000} s. When it runs again: npx parley-server batch watch ${batchId}`,
    { cause },
  );
