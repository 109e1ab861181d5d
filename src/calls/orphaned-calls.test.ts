import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { findCall, recordCallChange } from '../store/calls/calls.ts';
import { acquireSlot, countSlots } from '../store/concurrency-slots.ts';
import { orphanedCallSweep } from './lost-calls.ts';

let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedWorkspace(database.db);
});

const scope = () => database.db.inWorkspace(fixture.workspaceId);
const findById = async (callId: string) =>
  (await findCall(scope(), { workspaceId: fixture.workspaceId, callId }))!;

/** Creates a dialing call of `nodeId`, with its slot. */
async function createDialingCall(nodeId: string): Promise<string> {
  const { id: callId } = await seedCall(database.db, fixture);
  const { workspaceId } = fixture;
  await recordCallChange(scope(), { workspaceId, callId, from: ['queued'], to: 'dialing', at: noon, nodeId });
  await acquireSlot(scope(), { workspaceId, callId, limit: 9, owner: nodeId, leaseMs: 60_000 });
  return callId;
}

function createSweep(nodeId: string, callIds: string[]) {
  const clock = new ManualClock(noon.getTime());
  return orphanedCallSweep({
    db: database.db,
    clock,
    logger: silentLogger,
    nodeId,
    recordingRoot: '/data/recordings',
    activeCallIds: () => callIds,
  });
}

describe('orphanedCallSweep', () => {
  it('ends a call without a session as lost when it is found a second time, and releases its slot', async () => {
    const callId = await createDialingCall('node-1');
    const sweep = createSweep('node-1', []);
    expect(await sweep()).toBe(0);
    expect(await findById(callId)).toMatchObject({ state: 'dialing' });
    expect(await sweep()).toBe(1);
    expect(await findById(callId)).toMatchObject({
      state: 'ended',
      endReason: 'node_lost',
      fault: 'platform',
      disposition: 'failed',
    });
    expect(await countSlots(scope(), { workspaceId: fixture.workspaceId })).toBe(0);
    expect(await sweep()).toBe(0);
  });

  it('does not end active, connecting or queued calls, or calls of other nodes', async () => {
    const active = await createDialingCall('node-2');
    const connecting = await createDialingCall('node-2');
    const others = await createDialingCall('node-3');
    const { id: queued } = await seedCall(database.db, fixture);
    const callIds = [active];
    const sweep = createSweep('node-2', callIds);
    await sweep();
    callIds.push(connecting);
    await sweep();
    await sweep();
    const states = await Promise.all(
      [active, connecting, others, queued].map(async (callId) => (await findById(callId)).state),
    );
    expect(states).toEqual(['dialing', 'dialing', 'dialing', 'queued']);
  });
});
