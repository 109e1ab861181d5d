import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'renew_slots',
  text: `update concurrency_slots set lease_until = now() + $2 * interval '1 ms' where owner = $1`,
};

/** Renews the leases of all slots of a node. Returns the number of slots. `db` is the system's scope. */
export function renewSlots(
  db: Queryable,
  { owner, leaseMs }: { readonly owner: string; readonly leaseMs: number },
): Promise<number> {
  return db.execute(statement, [owner, leaseMs]);
}
