import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon } from '../../test/support/fixtures.ts';
import { Closers } from '../core/closers.ts';
import { readConfig } from '../core/config.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { expireNodes, heartbeatNode } from '../store/nodes.ts';
import type { SipCarrier } from '../telephony/sip-carrier.ts';
import { DialogLogFolder } from '../telephony/dialog-log-folder.ts';
import { endAbandonedCalls } from './abandoned-calls.ts';
import { createStartContext, type StartContext } from './start-context.ts';

const databaseUrl = 'postgresql://db.example.net/parley';
let database: TestDatabase;
let folder: string;
let clock: ManualClock;
/** Keys of the calls that the carrier hung up. */
let hungUp: string[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-abandoned-'));
  clock = new ManualClock();
  hungUp = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const dialogLogOf = (nodeId: string) => new DialogLogFolder({ folder, nodeId, logger: silentLogger });
const addDialog = (nodeId: string) =>
  dialogLogOf(nodeId).put(`call of ${nodeId}`, { type: 'confirmed', bye: '', hop: '' });
const renewLease = (nodeId: string) =>
  heartbeatNode(database.db.asSystem(), { nodeId, roles: [], startedAt: noon, leaseMs: 60_000 });
const expireLease = (nodeId: string) => expireNodes(database.db.asSystem(), { nodeIds: [nodeId] });

/** Runs a start up to SIP. */
async function start(
  settings: Record<string, string>,
  deadNodeIds: readonly string[] = [],
): Promise<StartContext> {
  const dependencies = { clock, random: seededRandom(1), logger: silentLogger };
  const context = createStartContext(readConfig(settings), dependencies, new Closers(silentLogger));
  context.deadNodeIds.push(...deadNodeIds);
  const carrier = { endOrphanedCall: ({ key }) => void hungUp.push(key) } as Pick<
    SipCarrier,
    'endOrphanedCall'
  > as SipCarrier;
  const folderOfThisNode = dialogLogOf(context.nodeId);
  const dialogLog = {
    otherNodes: () => Promise.resolve(folderOfThisNode.otherNodes()),
    takeOver: (nodeId: string) => Promise.resolve(folderOfThisNode.takeOver(nodeId)),
  };
  await endAbandonedCalls(context, database.db, { carrier, dialogLog });
  return context;
}

/** Runs one sweep to its end. */
async function sweep(): Promise<void> {
  await clock.advance(5_000);
  await expect.poll(() => clock.pendingTimers).toBe(1);
}

describe('endAbandonedCalls', () => {
  it('hangs up at once if this process holds the lock of the data folder', async () => {
    addDialog('one');
    addDialog('two');
    const { closers } = await start({});
    expect(hungUp.toSorted()).toEqual(['call of one', 'call of two']);
    await closers.close();
  });

  it('hangs up at once only for nodes that are proven dead', async () => {
    addDialog('dead');
    addDialog('alive');
    await renewLease('alive');
    const { closers } = await start({ PARLEY_DATABASE_URL: databaseUrl }, ['dead']);
    for (let sweeps = 0; sweeps < 4; sweeps += 1) await sweep();
    expect(hungUp).toEqual(['call of dead']);
    await closers.close();
  });

  it('hangs up without proof after two consecutive sweeps with an expired lease', async () => {
    addDialog('expired');
    const { closers } = await start({ PARLEY_DATABASE_URL: databaseUrl });
    await sweep();
    await renewLease('expired');
    await sweep();
    await expireLease('expired');
    await sweep();
    expect(hungUp).toEqual([]);
    await sweep();
    await sweep();
    expect(hungUp).toEqual(['call of expired']);
    await closers.close();
  });
});
