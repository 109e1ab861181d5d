import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'expire_nodes',
  text: `with slots as (
      update concurrency_slots set lease_until = least(lease_until, now()) where owner = any($1)),
    work as (
      update jobs set lease_until = least(lease_until, now()) where state = 'running' and owner = any($1))
    update nodes set lease_until = least(lease_until, now()) where id = any($1)`,
};

/** Ends the leases of dead nodes, of their slots and of their jobs. `db` is the system's scope. */
export async function expireNodes(
  db: Queryable,
  { nodeIds }: { readonly nodeIds: readonly string[] },
): Promise<void> {
  await db.execute(statement, [nodeIds]);
}
