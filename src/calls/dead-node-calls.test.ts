import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { rescueJobs } from '../jobs/rescue-jobs.ts';
import { expireDeadNodes } from '../jobs/expire-dead-nodes.ts';
import { findCall } from '../store/calls/calls.ts';
import { acquireSlot, countSlots } from '../store/concurrency-slots.ts';
import { heartbeatNode, isNodeAlive, type NodeRow } from '../store/nodes.ts';
import { endCallsOfDeadNodes } from './lost-calls.ts';

const leaseMs = 60_000;
let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await system().execute({ text: 'delete from nodes' });
  fixture = await seedWorkspace(database.db);
  for (const nodeId of ['node-new', 'node-dead', 'node-other'])
    await heartbeatNode(system(), { nodeId, roles: [], startedAt: noon, leaseMs, details: { nodeId } });
});

const system = () => database.db.asSystem();
const scope = () => database.db.inWorkspace(fixture.workspaceId);

/** Creates a ringing call of the node, with its slot. */
async function createRingingCall(nodeId: string): Promise<string> {
  const { id: callId } = await seedCall(database.db, fixture, { state: 'ringing', nodeId });
  const slot = { workspaceId: fixture.workspaceId, callId, limit: 10, owner: nodeId, leaseMs };
  await acquireSlot(scope(), slot);
  return callId;
}

async function stateOf(callId: string) {
  const { state, endReason } = (await findCall(scope(), { workspaceId: fixture.workspaceId, callId }))!;
  return { state, endReason };
}

/** Starts a new node while the named nodes are proven dead. Returns the number of calls that it ends. */
async function startNode(...dead: string[]): Promise<number> {
  const { db } = database;
  const isDead = async ({ details }: NodeRow) => dead.includes(details['nodeId'] as string);
  const nodeIds = await expireDeadNodes({ db, nodeId: 'node-new', isDead });
  const clock = new ManualClock(noon.getTime() + 5_000);
  return endCallsOfDeadNodes({ db, clock, logger: silentLogger, recordingRoot: '/nowhere' }, nodeIds);
}

describe('the calls of a dead process', () => {
  it('are ended at once and release their slots before the lease expires', async () => {
    const calls = await Promise.all([createRingingCall('node-dead'), createRingingCall('node-dead')]);
    expect(await startNode('node-dead')).toBe(2);
    for (const callId of calls)
      expect(await stateOf(callId)).toEqual({ state: 'ended', endReason: 'node_lost' });
    expect(await countSlots(scope(), { workspaceId: fixture.workspaceId })).toBe(0);
    expect(await isNodeAlive(system(), { nodeId: 'node-dead' })).toBe(false);
  });

  it('are ended once', async () => {
    await createRingingCall('node-dead');
    expect(await startNode('node-dead')).toBe(1);
    expect(await startNode('node-dead')).toBe(0);
  });

  it('are not ended if the node may be alive or is this node', async () => {
    const calls = await Promise.all([createRingingCall('node-other'), createRingingCall('node-new')]);
    expect(await startNode('node-dead', 'node-new')).toBe(0);
    for (const callId of calls) expect(await stateOf(callId)).toEqual({ state: 'ringing', endReason: null });
    expect(await countSlots(scope(), { workspaceId: fixture.workspaceId })).toBe(2);
    expect(await isNodeAlive(system(), { nodeId: 'node-other' })).toBe(true);
    expect(await isNodeAlive(system(), { nodeId: 'node-new' })).toBe(true);
  });
});

describe('the jobs of a dead process', () => {
  it('are rescued at once; jobs of other nodes are not', async () => {
    const { workspaceId } = fixture;
    const job = { kind: 'test', workspaceId, payload: {} };
    const ids = await Promise.all([enqueueJob(scope(), job), enqueueJob(scope(), job)]);
    const lease = `update jobs set state = 'running', lease_until = now() + interval '1 min', owner = $2 where id = $1`;
    await system().execute({ text: lease }, [ids[0], 'node-dead']);
    await system().execute({ text: lease }, [ids[1], 'node-other']);
    await startNode('node-dead');
    const rescued = await rescueJobs(system(), [{ kind: 'test', onWorkerLost: 'retry', maxAttempts: 3 }]);
    expect(rescued.map(({ id, state }) => ({ id, state }))).toEqual([{ id: ids[0], state: 'queued' }]);
  });
});
