import { json, type Queryable, type Statement } from '../queryable.ts';

export interface Heartbeat {
  /** Differs at each start of the process. */
  readonly nodeId: string;
  readonly roles: readonly string[];
  readonly startedAt: Date;
  readonly leaseMs: number;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

const statement: Statement = {
  name: 'heartbeat_node',
  text: `insert into nodes (id, roles, started_at, beat_at, lease_until, details)
    values ($1, $2, $3, now(), now() + $4 * interval '1 ms', $5)
    on conflict (id) do update set beat_at = excluded.beat_at, lease_until = excluded.lease_until,
      roles = excluded.roles, details = excluded.details`,
};

/** Records a heartbeat of this process. The first heartbeat is required before the process accepts calls. */
export async function heartbeatNode(db: Queryable, beat: Heartbeat): Promise<void> {
  await db.execute(statement, [
    beat.nodeId,
    beat.roles,
    beat.startedAt,
    beat.leaseMs,
    json(beat.details ?? {}),
  ]);
}
