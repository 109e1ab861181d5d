import type { Queryable, Statement } from '../store/queryable.ts';

const statement: Statement = {
  name: 'renew_leases',
  text: `update jobs set lease_until = now() + $2 * interval '1 ms'
    from unnest($3::bigint[], $4::int[]) as lease (id, attempt)
    where jobs.id = lease.id and owner = $1 and attempts = lease.attempt and state = 'running' returning jobs.id`,
};

export interface LeaseRenewal {
  readonly owner: string;
  readonly leaseMs: number;
  readonly leases: readonly { readonly id: number; readonly attempt: number }[];
}

/** Renews the leases of these jobs. Returns the ids of the jobs whose lease the owner still has. */
export async function renewLeases(db: Queryable, renewal: LeaseRenewal): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(statement, [
    renewal.owner,
    renewal.leaseMs,
    renewal.leases.map((job) => job.id),
    renewal.leases.map((job) => job.attempt),
  ]);
  return new Set(rows.map((row) => row.id));
}
