import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = { name: 'remove_node', text: `delete from nodes where id = $1` };

/** Removes a node at shutdown, after its last call has ended. */
export async function removeNode(db: Queryable, { nodeId }: { readonly nodeId: string }): Promise<void> {
  await db.execute(statement, [nodeId]);
}
