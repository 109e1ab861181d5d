import { newId } from '../../core/ids.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';

export interface NewEvent {
  readonly workspaceId: string;
  /** Event type, such as `agent.created`. */
  readonly type: string;
  /** Id of the resource. */
  readonly subjectId: string;
  /** Position among the events of the subject: its version, or a count of its changes. */
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

const statement: Statement = {
  name: 'append_event',
  text: `insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
  writesEvents: true,
};

/**
 * Inserts an event into the outbox, in the transaction of the change. Returns its id. Events of calls are inserted by the
 * statements that change the calls.
 */
export async function appendEvent(tx: Queryable, event: NewEvent): Promise<string> {
  const id = newId('event');
  await tx.write(statement, [
    id,
    event.workspaceId,
    event.type,
    event.subjectId,
    event.sequence,
    json({ ...event.data, sequence: event.sequence }),
    event.at,
  ]);
  return id;
}
