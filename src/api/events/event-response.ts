import { z } from 'zod';
import { idOf } from '../../domain/fields.ts';
import { eventTypeName, type EventTypeName } from '../../domain/webhooks/event-types.ts';
import type { PublishedEvent } from '../../store/events.ts';

/** An event with the fields of a webhook's body. */
export const EventResponse = z
  .object({
    id: idOf('event'),
    event: eventTypeName,
    createdAt: z.iso.datetime().meta({ description: 'The time of the event.' }),
    workspaceId: idOf('workspace').meta({ description: 'The workspace of the event.' }),
    data: z.record(z.string(), z.json()).meta({
      description: 'The data of the event. The fields depend on `event`.',
    }),
  })
  .meta({ id: 'Event' });

export function toEventResponse({
  eventId,
  eventType,
  eventAt,
  workspaceId,
  data,
}: PublishedEvent): z.input<typeof EventResponse> {
  return {
    id: eventId,
    event: eventType as EventTypeName,
    createdAt: eventAt.toISOString(),
    workspaceId,
    data: data as Record<string, z.core.util.JSONType>,
  };
}
