import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = { text: 'call parley_analyze_inventory()' };

/** So that searches are planned for what has just come: some 300 ms, whatever the size, in which nobody waits. */
export async function analyzeInventory(db: Queryable): Promise<void> {
  await db.execute(statement);
}
