import type { Clock } from '../../core/clock.ts';
import type { BatchProgress, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { minuteText } from '../minute-text.ts';

/** Maximum number of requests for the progress. A busy service needs some time to schedule a new batch. */
const maxPolls = 10;
const pollMs = 200;

/**
 * Returns a sentence that states when the calls of a new batch start; undefined if the service has not scheduled the batch within 2 s.
 */
export async function firstCallsText(
  client: Pick<ParleyClient, 'getBatchProgress'>,
  batchId: string,
  clock: Pick<Clock, 'sleep'>,
): Promise<string | undefined> {
  for (let poll = 1; poll <= maxPolls; poll += 1) {
    const text = textOf(await client.getBatchProgress({ path: { batchId } }));
    if (text !== undefined || poll === maxPolls) return text;
    await clock.sleep(pollMs);
  }
  return undefined;
}

/** The text after the start time, by what the batch waits for. */
const reasonTexts: Readonly<Record<BatchProgress['waitingFor'], string>> = {
  none: '',
  window: ', when the calling hours open',
  concurrency: '',
  retries: '',
};

function textOf(progress: BatchProgress): string | undefined {
  const { waitingFor, waitingUntil, dialing, inProgress, completed, failed } = progress;
  if (dialing + inProgress + completed > 0) return 'Calls start now.';
  if (waitingUntil !== null) return `Calls start at ${minuteText(waitingUntil)}${reasonTexts[waitingFor]}.`;
  if (waitingFor === 'window') return 'No call can start: the configured calling hours never open.';
  if (waitingFor === 'concurrency') return 'Calls start when the concurrency limit allows it.';
  // A failed row does not show that calls start if other rows wait: a row that can never be called fails without a call. If no row waits, a
  // failed row shows that the service has scheduled the batch.
  return failed > 0 ? 'Calls start now.' : undefined;
}
