import type { Clock } from '../../core/clock.ts';
import type { BatchProgress, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { minuteText } from '../minute-text.ts';

/** The service looks at a new batch at once; a busy one takes a moment. */
const maxPolls = 10;
const pauseMs = 200;

/**
 * When the calls of a batch that was just started begin, in a sentence; undefined where that cannot be told within 2 s, as with a
 * service that is busy.
 */
export async function firstCallsText(
  client: Pick<ParleyClient, 'getBatchProgress'>,
  batchId: string,
  clock: Pick<Clock, 'sleep'>,
): Promise<string | undefined> {
  for (let look = 1; look <= maxPolls; look += 1) {
    const text = textOf(await client.getBatchProgress({ path: { batchId } }));
    if (text !== undefined || look === maxPolls) return text;
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
  if (dialing + inProgress + completed > 0) return 'Calls begin at once.';
  if (waitingUntil !== null) return `Calls begin at ${minuteText(waitingUntil)}${reasons[waitingFor]}.`;
  if (waitingFor === 'window') return 'No call can begin: the calling hours, as they are set, never open.';
  if (waitingFor === 'concurrency') return 'Calls begin as soon as there is room among the calls at once.';
  // A row that may never be called has failed too, while the others wait.
  return failed > 0 ? 'Calls begin at once.' : undefined;
}
