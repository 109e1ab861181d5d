import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = { text: 'call parley_analyze_batches()' };

/** So that lists and claims are planned for the jobs that have just come. A sample is read, of the same size however many there are. */
export async function analyzeBatches(db: Queryable): Promise<void> {
  await db.execute(statement);
}
