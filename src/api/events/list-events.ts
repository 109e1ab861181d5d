import { z } from 'zod';
import { eventTypeNames } from '../../domain/webhooks/event-types.ts';
import { listPublishedEvents } from '../../store/events.ts';
import { endpoint } from '../endpoint.ts';
import { queryInteger } from '../paging.ts';
import { readEventCursor, writeEventCursor } from './event-cursor.ts';
import { EventResponse, toEventResponse } from './event-response.ts';

const maxLimit = 1_000;
const names: ReadonlySet<string> = new Set(eventTypeNames);

const eventTypeList = z
  .string()
  .max(2_000)
  .transform((text) => text.split(',').map((name) => name.trim()))
  .refine((types) => types.every((type) => names.has(type)), 'Names an unknown event type.');

export const listEvents = endpoint({
  method: 'GET',
  path: '/v1/api/events',
  operationId: 'listEvents',
  tag: 'Webhooks',
  summary: 'Poll events',
  description:
    'Returns the events of the last 30 days in the order of their publication. Store `nextCursor` and send it as `after` with the next request. Events that are published later always come after it. Without `after`, the list starts at the oldest event.',
  scope: 'webhooks:read',
  query: z.strictObject({
    after: z.string().max(64).optional().meta({ description: 'The `nextCursor` of the previous response.' }),
    types: eventTypeList.optional().meta({ description: 'Event types, separated by commas.' }),
    limit: queryInteger(1, maxLimit)
      .default(100)
      .meta({
        description: `Events per response, 1 to ${maxLimit}.`,
      }),
  }),
  reply: z.object({
    data: z
      .object({
        events: z.array(EventResponse).meta({ description: 'The events in the order of their publication.' }),
        nextCursor: z.string().meta({
          description: 'Always present: new events come after it.',
          examples: ['ZXZ0IDQ3MTE'],
        }),
        hasMore: z.boolean().meta({ description: 'Whether further events are available now.' }),
      })
      .meta({ description: 'The events and the position after them.' }),
  }),

  async handle({ caller: { workspaceId }, query: { after, types, limit } }, { database }) {
    const afterPosition = after === undefined ? 0 : readEventCursor(after);
    const filters = { workspaceId, after: afterPosition, types, limit };
    const { rows, lastPosition } = await listPublishedEvents(database.inWorkspace(workspaceId), filters);
    const events = rows.map(toEventResponse);
    const hasMore = rows.length === limit;
    const position = hasMore ? rows.at(-1)!.position : Math.max(lastPosition, afterPosition);
    return { data: { events, nextCursor: writeEventCursor(position), hasMore } };
  },
});
