import { z } from 'zod';
import { eventTypeName, type EventTypeName } from '../../domain/webhooks/event-types.ts';
import type { PublishedEvent } from '../../store/events.ts';

/** An event with the fields of a webhook's body. */
export const EventResponse = z
  .object({
    id: z.string(),
    event: eventTypeName,
    createdAt: z.iso.datetime(),
    workspaceId: z.string(),
    data: z.record(z.string(), z.json()),
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
