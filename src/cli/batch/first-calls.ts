import type { Clock } from '../../core/clock.ts';
import type { BatchProgress, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { minuteText } from '../minute-text.ts';

/** A busy service needs some time until it schedules a new batch. */
const maxPolls = 10;
const pauseMs = 200;

/**
 * Returns when the calls of a new batch start, as a sentence; undefined if the service does not know it within 2 s.
 */
export async function firstCallsText(
  client: Pick<ParleyClient, 'getBatchProgress'>,
  batchId: string,
  clock: Pick<Clock, 'sleep'>,
): Promise<string | undefined> {
  for (let poll = 1; poll <= maxPolls; poll += 1) {
    const text = textOf(await client.getBatchProgress({ path: { batchId } }));
    if (text !== undefined || poll === maxPolls) return text;
    await clock.sleep(pauseMs);
  }
  return undefined;
}

const reasons: Readonly<Record<BatchProgress['waitingFor'], string>> = {
  none: '',
  window: ', when the calling hours open',
  concurrency: '',
  retries: '',
};

function textOf(progress: BatchProgress): string | undefined {
  const { waitingFor, waitingUntil, dialing, inProgress, completed, failed } = progress;
  if (dialing + inProgress + completed > 0) return 'Calls start now.';
  if (waitingUntil !== null) return `Calls start at ${minuteText(waitingUntil)}${reasons[waitingFor]}.`;
  if (waitingFor === 'window') return 'No call can start: the configured calling hours never open.';
  if (waitingFor === 'concurrency') return 'Calls start when a concurrent call is free.';
  // Rows that can never be called fail while the others wait.
  return failed > 0 ? 'Calls start now.' : undefined;
}
