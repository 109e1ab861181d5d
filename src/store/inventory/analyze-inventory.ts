import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = { text: 'call parley_analyze_inventory()' };

/**
 * Updates the planner statistics after new numbers were inserted. Reads a sample of fixed size and blocks no other
 * statement.
 */
export async function analyzeInventory(db: Queryable): Promise<void> {
  await db.execute(statement);
}
