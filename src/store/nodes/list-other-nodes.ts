import type { Queryable, Statement } from '../queryable.ts';

export interface NodeRow {
  readonly id: string;
  /** Details of the last heartbeat. */
  readonly details: Readonly<Record<string, unknown>>;
}

const statement: Statement = {
  name: 'list_other_nodes',
  text: `select id, details from nodes where id <> $1 order by started_at`,
};

/** Lists all other nodes that are running or did not shut down properly. `db` is the system's scope. */
export function listOtherNodes(db: Queryable, { nodeId }: { readonly nodeId: string }): Promise<NodeRow[]> {
  return db.rows<NodeRow>(statement, [nodeId]);
}
