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
  /** The new version. A deletion sorts after every version. */
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

const afterEveryVersion = 2 ** 31 - 1;

/** The version of a deletion, which sorts after every other version. */
export const deletedVersion = afterEveryVersion;

/** Appends the event of a change in the transaction of the change, so that neither is stored without the other. */
export async function publishEvent(tx: Queryable, { version, ...event }: ResourceEvent): Promise<void> {
  await appendEvent(tx, { ...event, sequence: version });
}
