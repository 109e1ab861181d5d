import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = { text: 'call parley_analyze_inventory()' };

/** So that searches are planned for what has just come. A sample is read, of the same size however large the table; nobody is kept from it. */
export async function analyzeInventory(db: Queryable): Promise<void> {
  await db.execute(statement);
}
