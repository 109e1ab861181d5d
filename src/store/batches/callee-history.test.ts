import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBatchOf } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedWorkspace, type Fixture } from '../../../test/support/fixtures.ts';
import { TextArray } from '../text-array.ts';
import { findRecentBatches, findRepeatedNumbers } from './callee-history.ts';

let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedWorkspace(database.db);
});
afterAll(() => database.close());

async function repeatedOf(numbers: readonly string[]) {
  const { workspaceId, agent } = fixture;
  const db = database.db.inWorkspace(workspaceId);
  const batches = await findRecentBatches(db, {
    workspaceId,
    batchOf: { type: 'calls', agentId: agent.id },
    since: noon,
  });
  const texts = new TextArray();
  for (const number of numbers) texts.add(number);
  const rows = numbers.map((_, index) => index + 2);
  const candidates = { workspaceId, channel: 'voice', batches, rows, skipReasons: null } as const;
  return findRepeatedNumbers(db, { ...candidates, numbers: texts.take() });
}

it('finds numbers in small and large batches, and counts per batch', async () => {
  const { batch: large } = await seedBatchOf(database.db, fixture, 1200);
  const { batch: small } = await seedBatchOf(database.db, fixture, 3);
  expect(await repeatedOf(['+12025551199', '+12025552', '+1202555x', '+12025551'])).toEqual({
    rowNumbers: [2, 3, 5],
    rowsOfBatch: { [large.id]: 3, [small.id]: 2 },
  });
  expect(await repeatedOf(['+1202555x'])).toEqual({ rowNumbers: [], rowsOfBatch: {} });
});
