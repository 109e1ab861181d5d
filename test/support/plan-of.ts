import type { Queryable, Statement } from '../../src/store/queryable.ts';

/** How the server carried out a statement. */
export interface Plan {
  /** Such as `Index Only Scan`, the outermost first. */
  readonly nodes: readonly string[];
  /** By the server's own clock, in milliseconds. */
  readonly executionMs: number;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly Plans?: readonly PlanNode[];
}

/** The plan of the one statement that an operation runs, carried out within `db`; the operation itself gets no row. */
export async function planOf(db: Queryable, operation: (db: Queryable) => Promise<unknown>): Promise<Plan> {
  let asked: { statement: Statement; values: readonly unknown[] | undefined } | undefined;
  const keep = (statement: Statement, values?: readonly unknown[]) => {
    asked = { statement, values };
    throw new Error('only its statement was wanted');
  };
  await operation({
    row: async (...sent) => keep(...sent),
    rows: async (...sent) => keep(...sent),
    execute: async (...sent) => keep(...sent),
    write: async (...sent) => keep(...sent),
  }).catch(() => {});
  const text = `explain (analyze, format json) ${asked!.statement.text}`;
  const row = await db.row<Record<string, readonly [{ Plan: PlanNode; 'Execution Time': number }]>>(
    { text },
    asked!.values,
  );
  const [whole] = row!['QUERY PLAN']!;
  return { nodes: nodesOf(whole.Plan), executionMs: whole['Execution Time'] };
}

const nodesOf = (node: PlanNode): string[] => [node['Node Type'], ...(node.Plans ?? []).flatMap(nodesOf)];
