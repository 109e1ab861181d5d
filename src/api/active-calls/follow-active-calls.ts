import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { queryMaxEvents } from '../paging.ts';
import { eventText } from '../http/event-stream.ts';
import { ActiveCallsFeedEvent, toFeedCallResponse } from './call-feed-response.ts';
import type { WorkspaceFeed } from './call-feeds.ts';
import { sendChanges, sendSnapshotPart, type FeedReader } from './feed-reader.ts';

const callsPerPart = 20;

export const followActiveCalls = endpoint({
  method: 'GET',
  path: '/v2/api/active-calls/events',
  operationId: 'followActiveCalls',
  tag: 'Active calls',
  summary: 'Follow active calls',
  description:
    'Server-sent events from all nodes: `snapshot` with the active calls, then every change. The name of each event is its `type`. The server closes a stream after ten minutes, or when the client reads too slowly. Reconnect with `Last-Event-ID`, as browsers do; the new stream continues after that event, or starts with a new `snapshot` if later events are not kept any more. Each node allows 20 open streams per key and 60 per workspace.',
  scope: 'active-calls:read',
  workspace: 'required',
  query: z.strictObject({ maxEvents: queryMaxEvents }),
  reply: {
    contentType: 'text/event-stream',
    description: 'Each event has an `id` and the change as JSON.',
    event: ActiveCallsFeedEvent,
  },
  errorCodes: ['stream_limit_reached'],

  async handle({ caller: { workspaceId, actor }, query, header }, { clock, streams, callFeeds }) {
    const lastEventId = header('last-event-id');
    return streams.open({ id: actor.id, workspaceId, lastEventId }, async (writer) => {
      const feed = await callFeeds.join(workspaceId);
      const reader = { writer, clock, feed, remaining: query.maxEvents ?? Infinity };
      try {
        const position = feed.positionAfter(lastEventId) ?? (await sendSnapshot(reader));
        await sendChanges(reader, { position, accepts: () => true, isLast: () => false });
      } finally {
        feed.leave();
      }
    });
  },
});

/** Sends the active calls in parts. Returns the position of the changes that follow. */
async function sendSnapshot(reader: FeedReader): Promise<number> {
  const { feed, clock } = reader;
  const { position, calls } = feed;
  const parts = Math.max(Math.ceil(calls.length / callsPerPart), 1);
  for (let part = 1; part <= parts; part += 1) {
    const ofPart = calls.slice((part - 1) * callsPerPart, part * callsPerPart);
    const data = {
      type: 'snapshot',
      part,
      parts,
      calls: ofPart.map((call) => toFeedCallResponse(call, clock.now())),
    };
    const id = snapshotId(feed, position, part === parts);
    await sendSnapshotPart(reader, eventText(id, 'snapshot', data));
  }
  return position;
}

/** Only a complete snapshot can be resumed. */
const snapshotId = (feed: WorkspaceFeed, position: number, isComplete: boolean): string =>
  isComplete ? feed.idAt(position) : 'incomplete';
