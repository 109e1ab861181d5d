import { z } from 'zod';
import { listPublishedEvents, readLastPosition } from '../../store/events.ts';
import type { Queryable } from '../../store/queryable.ts';
import { endpoint } from '../endpoint.ts';
import { queryMaxEvents } from '../paging.ts';
import { sequenceOf } from '../http/event-stream.ts';
import { readEventCursor } from './event-cursor.ts';
import { EventResponse, toEventResponse } from './event-response.ts';

const pollIntervalMs = 250;
const eventsPerPoll = 100;

export const followEvents = endpoint({
  method: 'GET',
  path: '/v1/api/events/stream',
  operationId: 'followEvents',
  tag: 'Webhooks',
  summary: 'Follow events',
  description:
    'Server-sent events of type `event`, one for each event since the start of the stream. The server closes a stream after ten minutes, or when the client reads too slowly. Reconnect with `Last-Event-ID`, as browsers do; the new stream continues after that event. Each node allows 20 open streams per key and 60 per workspace.',
  scope: 'webhooks:read',
  query: z.strictObject({
    after: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'A `nextCursor` of `GET /v1/api/events`. Default: the events from now on.' }),
    maxEvents: queryMaxEvents,
  }),
  reply: {
    contentType: 'text/event-stream',
    description: 'Each event has an ascending `id` and the body of a webhook as JSON.',
    event: EventResponse,
  },
  errorCodes: ['stream_limit_reached'],

  async handle({ caller: { workspaceId, actor }, query, header }, { database, clock, streams }) {
    const db = database.inWorkspace(workspaceId);
    const lastEventId = header('last-event-id');
    const lastSeenPosition = sequenceOf(lastEventId);
    const startPosition = lastSeenPosition > 0 ? lastSeenPosition : await startOf(db, query.after);
    return streams.open({ id: actor.id, workspaceId, lastEventId }, async (writer) => {
      let after = startPosition;
      let remaining = query.maxEvents ?? Number.POSITIVE_INFINITY;
      while (remaining > 0) {
        const limit = Math.min(eventsPerPoll, remaining);
        const { rows, lastPosition } = await listPublishedEvents(db, { workspaceId, after, limit });
        for (const row of rows) writer.send({ type: 'event', data: toEventResponse(row), id: row.position });
        remaining -= rows.length;
        after = rows.length === limit ? rows.at(-1)!.position : Math.max(after, lastPosition);
        if (rows.length < limit) await clock.sleep(pollIntervalMs, writer.signal);
      }
    });
  },
});

const startOf = async (db: Queryable, cursor: string | undefined): Promise<number> =>
  cursor === undefined ? readLastPosition(db) : readEventCursor(cursor);
