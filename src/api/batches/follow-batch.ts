import { refuse } from '../../core/problems.ts';
import { isBatchEnded } from '../../domain/batches/batch-state.ts';
import { endpoint } from '../endpoint.ts';
import type { EventStreamWriter } from '../event-stream.ts';
import { batchParameter } from './batch-response.ts';
import { BatchProgressResponse } from './get-batch-progress.ts';
import { readProgress } from './read-progress.ts';

/**
 * A batch that is followed is looked at so often. Notices would make the commits of all calls wait for each other, whether anybody
 * listens or not: PostgreSQL holds one lock for all transactions that notify.
 */
const pollIntervalMs = 500;

type Progress = NonNullable<Awaited<ReturnType<typeof readProgress>>>;

export const followBatch = endpoint({
  method: 'GET',
  path: '/v1/api/batch-calls/{batchId}/events',
  operationId: 'followBatch',
  tag: 'Batch calls',
  summary: 'Follow batch progress',
  description:
    'Server-sent events. `progress` tells the figures at once, and again when they have changed, at most twice a second; `end` comes last, when the batch has ended and no call of it is under way. A stream breaks off after ten minutes, or when its reader is too slow: ask again with `Last-Event-ID`, as browsers do, and it begins with the figures of that moment. One key may have 20 streams open at a node, one workspace 60.',
  scope: 'batches:read',
  parameters: batchParameter,
  reply: {
    contentType: 'text/event-stream',
    description: 'Each event has an `id` that counts up, and the figures as JSON.',
    event: BatchProgressResponse,
  },
  errorCodes: ['stream_limit_reached'],

  async handle({ caller, path: { batchId }, header }, { database, clock, streams }) {
    const { workspaceId, actor } = caller;
    const db = database.inWorkspace(workspaceId);
    const look = () => readProgress(db, { workspaceId, batchId }, clock.now());
    const first = (await look()) ?? refuse('batch_not_found');
    const reader = { id: actor.id, workspaceId, lastEventId: header('last-event-id') };
    return streams.open(reader, (teller) =>
      streamProgress(teller, first, async () => {
        await clock.sleep(pollIntervalMs, teller.signal);
        return look();
      }),
    );
  },
});

/** Until the batch is over, or gone. */
async function streamProgress(
  teller: EventStreamWriter,
  first: Progress,
  lookAgain: () => Promise<Progress | undefined>,
): Promise<void> {
  let told: string | undefined;
  for (let data: Progress | undefined = first; data !== undefined; data = await lookAgain()) {
    const text = JSON.stringify(data);
    if (text !== told) teller.tell({ type: 'progress', data });
    told = text;
    if (isOver(data)) return;
  }
}

/** Calls under way in a cancelled batch still change its figures. */
const isOver = ({ status, dialing, inProgress }: Progress): boolean =>
  isBatchEnded(status) && dialing + inProgress === 0;
