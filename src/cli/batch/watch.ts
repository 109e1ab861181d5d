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

/** Where no terminal is, a line for each status and for each whole percent. */
const progressKey = ({ status, waitingFor, waitingUntil, percent }: BatchProgress): string =>
  `${status} ${waitingFor} ${waitingUntil} ${Math.floor(percent)}`;

/**
 * Shows how a batch goes on until it is over. A signal leaves, and the batch goes on.
 * @throws {CommandError} where the batch was cancelled or has failed, or it was left
 */
export async function watchBatch(
  client: Pick<ParleyClient, 'follow' | 'getBatch'>,
  batchId: string,
  output: Output,
  around: WatchDependencies = { clock: systemClock, source: process },
): Promise<void> {
  const last = await follow(client, batchId, output, around);
  output.line();
  for (const [name, value] of countsOf(last))
    output.line(`${output.paint('dim', name.padStart(12))}  ${value}`);
  output.result(last);
  if (last.status === 'completed') return;
  const { statusDetail } = await client.getBatch({ path: { batchId } });
  throw new CommandError(`The batch is ${last.status}${statusDetail === null ? '.' : `: ${statusDetail}`}`);
}

/** The figures as they were last. */
async function follow(
  client: Pick<ParleyClient, 'follow'>,
  batchId: string,
  output: Output,
  around: WatchDependencies,
): Promise<BatchProgress> {
  const leaving = new AbortController();
  const left = new CommandError(
    `Left. The batch goes on: npx parley batch watch ${batchId} shows it again, npx parley batch cancel ${batchId} ends it.`,
  );
  const stop = onSignals(around, () => leaving.abort(left));
  let last: BatchProgress | undefined;
  try {
    const progresses = followProgress(client, batchId, {
      clock: around.clock,
      signal: leaving.signal,
      // What it tells first when it is back is shown, changed or not.
      onDisconnect: () => {
        showDisconnected(output);
        last = undefined;
      },
    });
    for await (const progress of progresses) {
      show(progress, last, output);
      last = progress;
    }
  } catch (error) {
    throw leaving.signal.aborted ? left : error;
  } finally {
    stop();
  }
  if (last === undefined) throw new CommandError('The batch is gone.');
  if (output.isLive) output.line(progressLine(last));
  return last;
}

/** On a terminal the next figures take its place. */
function showDisconnected(output: Output): void {
  const text = `The service does not answer; it is asked again for ${reconnectTimeoutMs / 1000} s.`;
  if (output.isLive) output.status(text);
  else output.line(text);
}

function show(progress: BatchProgress, last: BatchProgress | undefined, output: Output): void {
  const text = progressLine(progress);
  if (output.isLive) output.status(text);
  else if (last === undefined || progressKey(last) !== progressKey(progress)) output.line(text);
}
