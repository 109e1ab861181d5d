import type { Queryable, Statement } from '../queryable.ts';

export interface NodeRow {
  readonly id: string;
  /** As the node gave them with its last beat. */
  readonly details: Readonly<Record<string, unknown>>;
}

const statement: Statement = {
  name: 'list_other_nodes',
  text: `select id, details from nodes where id <> $1 order by started_at`,
};

/** Every node that did not say goodbye, dead or alive, but the one that asks. `db` is the system's scope. */
export function listOtherNodes(db: Queryable, { nodeId }: { readonly nodeId: string }): Promise<NodeRow[]> {
  return db.rows<NodeRow>(statement, [nodeId]);
}
