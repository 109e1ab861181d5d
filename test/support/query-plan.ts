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

/** Runs the single statement of an operation with EXPLAIN ANALYZE and returns its plan. The operation itself fails at its statement. */
export async function queryPlanOf(
  db: Queryable,
  operation: (db: Queryable) => Promise<unknown>,
): Promise<QueryPlan> {
  let captured: { statement: Statement; values: readonly unknown[] | undefined } | undefined;
  const captureStatement = (statement: Statement, values?: readonly unknown[]) => {
    captured = { statement, values };
    throw new Error('Only the statement is needed.');
  };
  await operation({
    row: async (...args) => captureStatement(...args),
    rows: async (...args) => captureStatement(...args),
    execute: async (...args) => captureStatement(...args),
    write: async (...args) => captureStatement(...args),
  }).catch(() => {});
  const text = `explain (analyze, format json) ${captured!.statement.text}`;
  const row = await db.row<Record<string, readonly [{ Plan: PlanNode; 'Execution Time': number }]>>(
    { text },
    captured!.values,
  );
  const [explained] = row!['QUERY PLAN']!;
  return { nodes: nodesOf(explained.Plan), executionMs: explained['Execution Time'] };
}

const nodesOf = (node: PlanNode): string[] => [node['Node Type'], ...(node.Plans ?? []).flatMap(nodesOf)];
