import { newId } from '../core/ids.ts';
import { json, type Queryable, type Statement } from './queryable.ts';

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

const appendEventStatement: Statement = {
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
  await tx.write(appendEventStatement, [
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

/** An event as clients receive it. */
export interface PublishedEvent {
  readonly eventId: string;
  readonly workspaceId: string;
  readonly eventType: string;
  readonly eventAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
  /** Increases in the order of publication. */
  readonly position: number;
}

const eventColumns = `id as "eventId", workspace_id as "workspaceId", type as "eventType", created_at as "eventAt", data,
  published_position as position`;

const listStatement: Statement = {
  name: 'list_published_events',
  text: `select ${eventColumns} from events
    where workspace_id = $1 and published_position > $2 and published_position <= $3
      and type <> 'webhook.test' and ($4::text[] is null or type = any($4))
    order by published_position limit $5`,
};

const last: Statement = {
  name: 'read_last_event_position',
  text: `select last_position as "lastPosition" from event_publication`,
};

export interface PublishedEventFilters {
  readonly workspaceId: string;
  /** Position of the last event that is already known; 0 for none. */
  readonly after: number;
  readonly types?: readonly string[] | undefined;
  readonly limit: number;
}

/**
 * Lists events after a position, oldest first. The list has every matching event up to `lastPosition`, unless the limit was
 * reached. `lastPosition` is read before the events, since positions are committed in ascending order.
 */
export async function listPublishedEvents(
  db: Queryable,
  { workspaceId, after, types, limit }: PublishedEventFilters,
): Promise<{ rows: PublishedEvent[]; lastPosition: number }> {
  const lastPosition = await readLastPosition(db);
  const rows = await db.rows<PublishedEvent>(listStatement, [workspaceId, after, lastPosition, types, limit]);
  return { rows, lastPosition };
}

/** Returns the position of the last published event of all workspaces. */
export async function readLastPosition(db: Queryable): Promise<number> {
  return (await db.row<{ lastPosition: number }>(last))!.lastPosition;
}

const findStatement: Statement = {
  name: 'find_event',
  text: `select ${eventColumns} from events where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findEvent(
  db: Queryable,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<PublishedEvent | undefined> {
  return db.row(findStatement, [workspaceId, id]);
}
