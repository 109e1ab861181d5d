import { appendEvent } from '../store/events/append-event.ts';
import type { Queryable } from '../store/queryable.ts';

export interface ResourceEvent {
  readonly type:
    | 'agent.created'
    | 'agent.updated'
    | 'agent.deleted'
    | 'flow.created'
    | 'flow.updated'
    | 'flow.deleted'
    | 'number.acquired'
    | 'batch.cancelled'
    | 'disposition.created';
  readonly workspaceId: string;
  readonly subjectId: string;
  /** Sequence number of the event among the events of its resource, such as the new version; `deletedVersion` for a deletion. */
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** The version of a deletion, which sorts after every other version. */
export const deletedVersion = 2 ** 31 - 1;

/** Appends the event of a change in the transaction of the change, so that both are stored or neither. */
export async function publishEvent(tx: Queryable, { version, ...event }: ResourceEvent): Promise<void> {
  await appendEvent(tx, { ...event, sequence: version });
}
