import type { Clock } from '../../core/clock.ts';
import { ParleyError, type BatchProgress, type ParleyClient } from '../../../packages/sdk/src/client.ts';
import { CommandError } from '../output.ts';

/** As long as a service that is restarted may take. */
export const reconnectTimeoutMs = 60_000;
const pauseMs = 1000;

interface FollowOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>;
  readonly signal: AbortSignal;
  /** Told once each time that the service has gone. */
  readonly onDisconnect: () => void;
}

/**
 * The figures of a batch until it is over. A service that has answered once and is gone then, as while it is restarted, is asked
 * again for 60 s; the figures after that are those of the moment.
 * @throws {CommandError} where it stays away
 * @throws {ParleyError} where it refuses, or was not there in the first place
 */
export async function* followProgress(
  client: Pick<ParleyClient, 'follow'>,
  batchId: string,
  { clock, signal, onDisconnect }: FollowOptions,
): AsyncGenerator<BatchProgress> {
  let hasAnswered = false;
  let goneMs: number | undefined;
  for (;;) {
    try {
      for await (const progress of client.follow('followBatch', { path: { batchId }, signal })) {
        hasAnswered = true;
        goneMs = undefined;
        yield progress;
      }
      return;
    } catch (error) {
      if (signal.aborted || !hasAnswered || !isUnavailable(error)) throw error;
      if (goneMs === undefined) onDisconnect();
      goneMs ??= clock.monotonicMs();
      if (clock.monotonicMs() - goneMs >= reconnectTimeoutMs) throw unavailableError(batchId, error);
    }
    await clock.sleep(pauseMs, signal);
  }
}

/** Nobody answered, or what stands before the service says that it is not there. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof ParleyError && [0, 502, 503, 504].includes(error.status);

const unavailableError = (batchId: string, cause: unknown): CommandError =>
  new CommandError(
    `The service has not answered for ${reconnectTimeoutMs / 1000} s. Once it runs: npx parley batch watch ${batchId}`,
    { cause },
  );
