import type { Queryable, Statement } from '../store/queryable.ts';

const statement: Statement = {
  name: 'renew_leases',
  text: `update jobs set lease_until = now() + $2 * interval '1 ms'
    from unnest($3::bigint[], $4::int[]) as held (id, attempt)
    where jobs.id = held.id and owner = $1 and attempts = held.attempt and state = 'running' returning jobs.id`,
};

export interface Renewal {
  readonly owner: string;
  readonly leaseMs: number;
  readonly held: readonly { readonly id: number; readonly attempt: number }[];
}

/** Prolongs the leases of these jobs; the ids of those that are still ours. */
export async function renewLeases(db: Queryable, renewal: Renewal): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(statement, [
    renewal.owner,
    renewal.leaseMs,
    renewal.held.map((job) => job.id),
    renewal.held.map((job) => job.attempt),
  ]);
  return new Set(rows.map((row) => row.id));
}
