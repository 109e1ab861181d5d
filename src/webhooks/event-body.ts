import type { PublishedEvent } from '../store/events.ts';

/** Returns the body of an event. It is the same, byte for byte, in every attempt. */
export function eventBody({
  eventId,
  eventType,
  eventAt,
  workspaceId,
  data,
}: Omit<PublishedEvent, 'position'>): string {
  return JSON.stringify({
    id: eventId,
    event: eventType,
    createdAt: eventAt.toISOString(),
    workspaceId,
    data,
  });
}
