import { reject } from '../../core/problems.ts';
import { isBatchEnded } from '../../domain/batches/batch-state.ts';
import { endpoint } from '../endpoint.ts';
import type { EventStreamWriter } from '../http/event-stream.ts';
import { batchParameter } from './batch-response.ts';
import { BatchProgressResponse } from './get-batch-progress.ts';
import { readProgress } from './read-progress.ts';

/**
 * Interval at which progress is polled. NOTIFY would serialize the commits of all calls, even without a listener: PostgreSQL takes one
 * global lock to commit a transaction with a notification.
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
    'Server-sent events. `progress` contains the counts. It is sent immediately and after each change, at most twice a second. `end` comes last, when the batch has ended and none of its calls is in progress. The server closes a stream after ten minutes, or when the client reads too slowly. Reconnect with `Last-Event-ID`, as browsers do; the new stream starts with the current counts. Each node allows 20 open streams per key and 60 per workspace.',
  scope: 'batches:read',
  parameters: batchParameter,
  reply: {
    contentType: 'text/event-stream',
    description: 'Each event has an ascending `id` and the counts as JSON.',
    event: BatchProgressResponse,
  },
  errorCodes: ['stream_limit_reached'],

  async handle({ caller, path: { batchId }, header }, { database, clock, streams }) {
    const { workspaceId, actor } = caller;
    const db = database.inWorkspace(workspaceId);
    const read = () =>
      readProgress(db, { workspaceId, batchId }, clock.now(), caller.limits.callStartsPerSecond);
    const first = (await read()) ?? reject('batch_not_found');
    const reader = { id: actor.id, workspaceId, lastEventId: header('last-event-id') };
    return streams.open(reader, (writer) =>
      streamProgress(writer, { first, isFinished }, async () => {
        await clock.sleep(pollIntervalMs, writer.signal);
        return read();
      }),
    );
  },
});

/** Sends each change of progress until the batch is finished or deleted. */
export async function streamProgress<Data extends object>(
  writer: EventStreamWriter,
  { first, isFinished: isLast }: { readonly first: Data; readonly isFinished: (data: Data) => boolean },
  readNext: () => Promise<Data | undefined>,
): Promise<void> {
  let lastText: string | undefined;
  for (let data: Data | undefined = first; data !== undefined; data = await readNext()) {
    const text = JSON.stringify(data);
    if (text !== lastText) writer.send({ type: 'progress', data });
    lastText = text;
    if (isLast(data)) return;
  }
}

/** Returns whether the counts are final. Calls in progress still change the counts of a cancelled batch. */
const isFinished = ({ status, dialing, inProgress }: Progress): boolean =>
  isBatchEnded(status) && dialing + inProgress === 0;
