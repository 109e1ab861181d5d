import { appendEvent } from '../store/events.ts';
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
    | 'number.released'
    | 'batch.cancelled';
  readonly workspaceId: string;
  readonly subjectId: string;
  /** Position among the events of the resource, such as its new version. A deletion counts as one more version. */
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Appends the event of a change in the transaction of the change, so that both are stored or neither. */
export async function publishEvent(tx: Queryable, event: ResourceEvent): Promise<void> {
  await appendEvent(tx, event);
}
