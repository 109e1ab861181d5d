import { systemClock, type Clock } from '../../core/clock.ts';
import type { BatchProgress, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { CommandError, type Output } from '../output.ts';
import { onSignals, type SignalSource } from '../signals.ts';
import { followProgress, reconnectTimeoutMs } from './follow-progress.ts';
import { countsOf, progressLine } from './progress.ts';

export interface WatchDependencies {
  readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>;
  readonly source: SignalSource;
}

/** Returns a key of the status, the wait and the whole percent. Outside a terminal, a line is written only when this key changes. */
const progressKey = ({ status, waitingFor, waitingUntil, percent }: BatchProgress): string =>
  `${status} ${waitingFor} ${waitingUntil} ${Math.floor(percent)}`;

/**
 * Shows the progress of a batch until its end. A signal ends the command, and the batch continues.
 * @throws {CommandError} if the batch was cancelled or has failed, or on a signal
 */
export async function watchBatch(
  client: Pick<ParleyClient, 'follow' | 'getBatch'>,
  batchId: string,
  output: Output,
  dependencies: WatchDependencies = { clock: systemClock, source: process },
): Promise<void> {
  const last = await follow(client, batchId, output, dependencies);
  output.line();
  for (const [name, value] of countsOf(last))
    output.line(`${output.paint('dim', name.padStart(12))}  ${value}`);
  output.result(last);
  if (last.status === 'completed') return;
  const { statusDetail } = await client.getBatch({ path: { batchId } });
  throw new CommandError(`The batch is ${last.status}${statusDetail === null ? '.' : `: ${statusDetail}`}`);
}

/** Shows each progress event. Returns the last one. */
async function follow(
  client: Pick<ParleyClient, 'follow'>,
  batchId: string,
  output: Output,
  dependencies: WatchDependencies,
): Promise<BatchProgress> {
  const interruption = new AbortController();
  const interruptedError = new CommandError(
    `Interrupted. The batch continues. Watch it with npx parley-server batch watch ${batchId}, or cancel it with npx parley-server batch cancel ${batchId}.`,
  );
  const unsubscribe = onSignals(dependencies, () => interruption.abort(interruptedError));
  let last: BatchProgress | undefined;
  try {
    const updates = followProgress(client, batchId, {
      clock: dependencies.clock,
      signal: interruption.signal,
      // The first progress event after a reconnection is always shown.
      onDisconnect: () => {
        showDisconnected(output);
        last = undefined;
      },
    });
    for await (const progress of updates) {
      show(progress, last, output);
      last = progress;
    }
  } catch (error) {
    throw interruption.signal.aborted ? interruptedError : error;
  } finally {
    unsubscribe();
  }
  if (last === undefined) throw new CommandError('The batch no longer exists.');
  if (output.isLive) output.line(progressLine(last));
  return last;
}

/** Reports a disconnection. On a terminal the next progress line replaces the report. */
function showDisconnected(output: Output): void {
  const text = `The service does not respond. Reconnecting for ${reconnectTimeoutMs / 1000} s.`;
  if (output.isLive) output.status(text);
  else output.line(text);
}

function show(progress: BatchProgress, last: BatchProgress | undefined, output: Output): void {
  const text = progressLine(progress);
  if (output.isLive) output.status(text);
  else if (last === undefined || progressKey(last) !== progressKey(progress)) output.line(text);
}
