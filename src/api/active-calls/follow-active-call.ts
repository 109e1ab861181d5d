import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { findActiveCall } from '../../store/active-calls.ts';
import { listTranscript } from '../../store/calls/call-timeline.ts';
import { findOpenCallOfRoom, type CallRow } from '../../store/calls/calls.ts';
import { endpoint } from '../endpoint.ts';
import { queryMaxEvents } from '../paging.ts';
import type { ApiContext } from '../context.ts';
import { eventText } from '../http/event-stream.ts';
import { toActiveCallDetailResponse } from './active-call-response.ts';
import { roomParameter } from './room-parameter.ts';
import { ActiveCallFeedEvent } from './call-feed-response.ts';
import type { FeedEntry } from './call-feeds.ts';
import { sendChanges, sendEntries, sendSnapshotPart, type FeedReader } from './feed-reader.ts';

export const followActiveCall = endpoint({
  method: 'GET',
  path: '/v2/api/active-calls/{roomName}/events',
  operationId: 'followActiveCall',
  tag: 'Active calls',
  summary: 'Follow an active call',
  description:
    'Server-sent events: `snapshot` with the call and its transcript so far, then every change until `ended`. `end` comes last. A call that is dialed or rings can be followed before it is answered. The server closes a stream after ten minutes, or when the client reads too slowly. Reconnect with `Last-Event-ID`, as browsers do. Each node allows 20 open streams per key and 60 per workspace.',
  scope: 'active-calls:read',
  workspace: 'required',
  parameters: roomParameter,
  query: z.strictObject({ maxEvents: queryMaxEvents }),
  reply: {
    contentType: 'text/event-stream',
    description: 'Each event has an `id` and the change as JSON.',
    event: ActiveCallFeedEvent,
  },
  errorCodes: ['stream_limit_reached'],

  async handle({ caller: { workspaceId, actor }, path: { roomName }, query, header }, context) {
    const { clock, streams, callFeeds, database } = context;
    const lastEventId = header('last-event-id');
    const resumed = callFeeds.find(workspaceId)?.positionAfter(lastEventId);
    const call = await findOpenCallOfRoom(database.inWorkspace(workspaceId), { workspaceId, roomName });
    // The changes that a client missed can include the end of the call.
    if (call === undefined && resumed === undefined) reject('call_not_found');
    return streams.open({ id: actor.id, workspaceId, lastEventId }, async (writer) => {
      const feed = await callFeeds.join(workspaceId);
      const reader = { writer, clock, feed, remaining: query.maxEvents ?? Infinity };
      const isOfCall = (entry: FeedEntry) => entry.roomName === roomName;
      const isLast = ({ change }: FeedEntry) => change.type === 'ended';
      try {
        const position = feed.positionAfter(lastEventId);
        if (position !== undefined || call === undefined)
          return await sendChanges(reader, {
            position: position ?? feed.position,
            accepts: isOfCall,
            isLast,
          });
        const start = await sendSnapshot(reader, call, context);
        const isNew = (entry: FeedEntry) => isOfCall(entry) && !isTurnUpTo(start.entryCount, entry);
        await sendChanges(reader, { position: start.position, accepts: isNew, isLast });
      } finally {
        feed.leave();
      }
    });
  },
});

/** Returns whether the change is an entry of the transcript that the snapshot has. */
const isTurnUpTo = (entryCount: number, { change }: FeedEntry): boolean =>
  change.type === 'turn' && change.sequence <= entryCount;

/** Sends the call, and the changes that the database does not have yet. Returns where the further changes begin. */
async function sendSnapshot(
  reader: FeedReader,
  { id: callId, workspaceId, roomName }: CallRow,
  { database, clock, node }: ApiContext,
): Promise<{ readonly position: number; readonly entryCount: number }> {
  const { feed } = reader;
  const { position } = feed;
  const db = database.inWorkspace(workspaceId);
  const [row, transcript, current] = await Promise.all([
    findActiveCall(db, { workspaceId, ownNodeId: node.id, roomName }),
    listTranscript(db, { workspaceId, callId }),
    findOpenCallOfRoom(db, { workspaceId, roomName }),
  ]);
  const call = row === undefined ? null : toActiveCallDetailResponse(row, transcript, clock.now());
  const data = { type: 'snapshot', callId, roomName, status: current?.state ?? 'ended', call };
  await sendSnapshotPart(reader, eventText(feed.idAt(position), 'snapshot', data));
  const entryCount = row === undefined ? 0 : (transcript.at(-1)?.sequence ?? 0);
  const missed = feed
    .entriesBefore(position)
    .filter(
      (entry) =>
        entry.roomName === roomName && entry.change.type === 'turn' && !isTurnUpTo(entryCount, entry),
    );
  await sendEntries(reader, missed);
  return { position, entryCount };
}
