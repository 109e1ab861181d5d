import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { findCall, recordCallChange } from '../store/calls/calls.ts';
import { staleCallSweep } from './lost-calls.ts';

let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedWorkspace(database.db);
});

const after = (ms: number) => new Date(noon.getTime() + ms);
const scope = () => database.db.inWorkspace(fixture.workspaceId);
const findById = async (callId: string) =>
  (await findCall(scope(), { workspaceId: fixture.workspaceId, callId }))!;
const sweepAt = (ms: number) =>
  staleCallSweep({ db: database.db, clock: new ManualClock(after(ms).getTime()), logger: silentLogger })();

it('ends a queued call after its deadline and the grace time of its job', async () => {
  const { id } = await seedCall(database.db, fixture, { notAfter: after(60_000) });
  expect(await sweepAt(119_000)).toBe(0);
  expect(await sweepAt(121_000)).toBe(1);
  expect(await findById(id)).toMatchObject({
    state: 'ended',
    endReason: 'cancelled',
    endDetail: 'The call was not placed in time.',
  });
  expect(await sweepAt(121_000)).toBe(0);
});

it('does not end calls before their deadline or after they were dialed', async () => {
  const waiting = await seedCall(database.db, fixture);
  const dialing = await seedCall(database.db, fixture, { notAfter: noon });
  const change = {
    workspaceId: fixture.workspaceId,
    callId: dialing.id,
    from: ['queued'],
    at: noon,
  } as const;
  await recordCallChange(scope(), { ...change, to: 'dialing', nodeId: 'node-1' });
  expect(await sweepAt(86_400_000)).toBe(0);
  expect(await findById(waiting.id)).toMatchObject({ state: 'queued' });
  expect(await findById(dialing.id)).toMatchObject({ state: 'dialing' });
});
