import type { Queryable, Statement } from '../../src/store/queryable.ts';

/** The execution plan of a statement. */
export interface QueryPlan {
  /** Node types such as `Index Only Scan`, the outermost first. */
  readonly nodes: readonly string[];
  /** Execution time reported by the server, in milliseconds. */
  readonly executionMs: number;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly Plans?: readonly PlanNode[];
}

/** Runs the single statement of an operation with EXPLAIN ANALYZE and returns its plan. The operation gets no rows. */
export async function queryPlanOf(
  db: Queryable,
  operation: (db: Queryable) => Promise<unknown>,
): Promise<QueryPlan> {
  let asked: { statement: Statement; values: readonly unknown[] | undefined } | undefined;
  const captureStatement = (statement: Statement, values?: readonly unknown[]) => {
    asked = { statement, values };
    throw new Error('Only the statement is needed.');
  };
  await operation({
    row: async (...sent) => captureStatement(...sent),
    rows: async (...sent) => captureStatement(...sent),
    execute: async (...sent) => captureStatement(...sent),
    write: async (...sent) => captureStatement(...sent),
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
