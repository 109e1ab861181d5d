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
  /** The version it has become; a deletion comes after every version. */
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

const afterEveryVersion = 2 ** 31 - 1;

/** What a deletion counts as, so that it is told last. */
export const deletedVersion = afterEveryVersion;

/** The event of a change, in the transaction of the change: neither exists without the other. */
export async function publishEvent(tx: Queryable, { version, ...event }: ResourceEvent): Promise<void> {
  await appendEvent(tx, { ...event, sequence: version });
}
