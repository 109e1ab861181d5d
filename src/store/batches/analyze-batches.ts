import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = { text: 'call parley_analyze_batches()' };

/** Updates the planner statistics after new jobs were inserted. Reads a sample of fixed size. */
export async function analyzeBatches(db: Queryable): Promise<void> {
  await db.execute(statement);
}
