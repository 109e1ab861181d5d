import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'is_node_alive',
  text: `select exists (select from nodes where id = $1 and lease_until > now()) as alive`,
};

/** Returns whether the lease of a node is valid. `db` is the system's scope. */
export async function isNodeAlive(db: Queryable, { nodeId }: { readonly nodeId: string }): Promise<boolean> {
  return (await db.row<{ alive: boolean }>(statement, [nodeId]))!.alive;
}
