import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  dialingNode,
  seedCallers,
  type DialingNode,
  type DialingNodeSettings,
} from '../../../test/support/batch-dialing.ts';
import { seedBatchOf } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import type { Fixture } from '../../../test/support/fixtures.ts';
import type { FakeLeg } from '../../contracts/testing/fake-leg.ts';
import type { NewBatchRow } from '../../store/batches/insert-batch.ts';
import { findBatch } from '../../store/batches/find-batch.ts';

let database: TestDatabase;
let fixture: Fixture & { readonly fromNumber: string };
let nodes: DialingNode[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedCallers(database.db);
});
afterEach(async () => {
  for (const node of nodes) await node.close();
  nodes = [];
});

const fast = { callsPerSecond: 1000 } satisfies Partial<NewBatchRow>;
const busy = (leg: FakeLeg) => leg.end('busy');

async function startNode(settings: DialingNodeSettings = {}): Promise<DialingNode> {
  const node = await dialingNode(database.db, settings);
  nodes.push(node);
  node.dialer.start();
  return node;
}

const seed = (count: number, changes: Partial<NewBatchRow> = fast) =>
  seedBatchOf(database.db, fixture, count, changes);

const scope = () => database.db.inWorkspace(fixture.workspaceId);
const found = async (batchId: string) =>
  (await findBatch(scope(), { workspaceId: fixture.workspaceId, batchId }))!;

describe('a batch', () => {
  it('is worked through: one call for each row, and then it is completed', async () => {
    const { batch } = await seed(30);
    const { carrier, until } = await startNode({ onDial: busy });
    await until(async () => (await found(batch.id)).status === 'completed');
    expect(new Set(carrier.requests.map(({ to }) => to)).size).toBe(30);
    expect(carrier.requests).toHaveLength(30);
    expect(new Set(carrier.requests.map(({ from }) => from))).toEqual(new Set([fixture.fromNumber]));
    expect(await found(batch.id)).toMatchObject({ pending: 0, dialing: 0, failed: 30, connected: 0 });
  });
});
