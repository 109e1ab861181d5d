import type { Clock } from '../../core/clock.ts';
import { ParleyError, type BatchProgress, type ParleyClient } from '../../../packages/sdk/src/client.ts';
import { CommandFailed } from '../output.ts';

/** As long as a service that is restarted may take. */
export const patienceMs = 60_000;
const pauseMs = 1000;

interface Following {
  readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>;
  readonly signal: AbortSignal;
  /** Told once each time that the service has gone. */
  readonly onGone: () => void;
}

/**
 * The figures of a batch until it is over. A service that has answered once and is gone then, as while it is restarted, is asked
 * again for 60 s; the figures after that are those of the moment.
 * @throws {CommandFailed} where it stays away
 * @throws {ParleyError} where it refuses, or was not there in the first place
 */
export async function* followOn(
  client: Pick<ParleyClient, 'follow'>,
  batchId: string,
  { clock, signal, onGone }: Following,
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
      if (signal.aborted || !hasAnswered || !isGone(error)) throw error;
      if (goneMs === undefined) onGone();
      goneMs ??= clock.monotonicMs();
      if (clock.monotonicMs() - goneMs >= patienceMs) throw stayedAway(batchId, error);
    }
    await clock.sleep(pauseMs, signal);
  }
}

/** Nobody answered, or what stands before the service says that it is not there. */
const isGone = (error: unknown): boolean =>
  error instanceof ParleyError && [0, 502, 503, 504].includes(error.status);

const stayedAway = (batchId: string, cause: unknown): CommandFailed =>
  new CommandFailed(
    `The service has not answered for ${patienceMs / 1000} s. Once it runs: npx parley batch watch ${batchId}`,
    { cause },
  );
