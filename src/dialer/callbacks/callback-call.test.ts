import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowEveryCall, fakeProviders, seedCallers } from '../../../test/support/batch-dialing.ts';
import { seedCallback } from '../../../test/support/callbacks.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, type Fixture } from '../../../test/support/fixtures.ts';
import { journalOf } from '../../../test/support/journal.ts';
import { lostCallSweep } from '../../calls/lost-calls.ts';
import { SessionRegistry } from '../../calls/session-registry.ts';
import { LocalBus } from '../../contracts/local-bus.ts';
import { FakeCarrier } from '../../contracts/testing/fake-carrier.ts';
import type { FakeLeg } from '../../contracts/testing/fake-leg.ts';
import { idSource } from '../../core/ids.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { systemRandom } from '../../core/random.ts';
import { ratePlans } from '../../domain/rate-plan.ts';
import { listCalls } from '../../store/calls/list-calls.ts';
import { findDisposition } from '../../store/dispositions/dispositions.ts';
import { addSuppression } from '../../store/suppressions.ts';
import { placeCallHandler } from '../place-call.ts';
import { followUp } from './follow-up.ts';

const phoneNumber = '+12025550102';
const nodeId = 'node-that-dies';

let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedCallers(database.db);
});

const scope = () => database.db.inWorkspace(fixture.workspaceId);
const after = (ms: number) => new Date(noon.getTime() + ms);

/** Seeds a callback and the node that makes it. `onDial` scripts the far end. */
async function seedNode(onDial: (leg: FakeLeg) => void = () => undefined) {
  const { workspaceId } = fixture;
  const dispositionId = await seedCallback(database.db, fixture, { phoneNumber });
  const clock = new ManualClock(noon.getTime());
  const bus = new LocalBus((error) => {
    throw error;
  });
  const carrier = new FakeCarrier(clock, onDial);
  const sessions = new SessionRegistry({ bus, clock });
  const dependencies = {
    db: database.db,
    clock,
    ids: idSource(clock, systemRandom),
    logger: silentLogger,
    nodeId,
    ratePlans,
    permission: allowEveryCall,
    maxAttempts: 3,
    expiryMs: 7 * 86_400_000,
    providers: fakeProviders(clock),
    sessions,
    journal: journalOf(database.db, clock),
    recordingRoot: '/data/recordings',
    bus,
    carrier,
  };
  const make = () => followUp(dependencies, { workspaceId, dispositionId });
  const callId = async () => (await listCalls(scope(), { workspaceId, limit: 1 })).rows[0]!.id;
  const handler = placeCallHandler({ ...dependencies, isOverloaded: () => false });
  const place = async () => {
    const key = await callId();
    const job = {
      id: 1,
      kind: 'place-call',
      key,
      workspaceId,
      attempt: 1,
      payload: { workspaceId, callId: key },
    };
    await handler.run(job, { signal: new AbortController().signal, complete: () => Promise.resolve() });
  };
  const converse = async () => {
    // The session of a call to a busy line may have ended already.
    const session = sessions.find(await callId());
    await clock.advance(6_000);
    await session?.closed;
  };
  const findCallback = async () => (await findDisposition(scope(), { workspaceId, dispositionId }))!;
  return { clock, carrier, dependencies, make, place, converse, findCallback };
}

describe('the call of a callback', () => {
  it('completes the callback when the customer is reached', async () => {
    const { carrier, make, place, converse, findCallback } = await seedNode((leg) => {
      leg.proceed();
      leg.ring();
      leg.pickUp();
    });
    await make();
    await place();
    await converse();
    expect(carrier.requests).toMatchObject([{ to: phoneNumber }]);
    expect(await findCallback()).toMatchObject({ status: 'completed', attempt: 2 });
  });

  it('reschedules the callback when the line is busy', async () => {
    const { make, place, converse, findCallback, clock, carrier } = await seedNode((leg) => leg.end('busy'));
    await make();
    await place();
    await converse();
    expect(await findCallback()).toMatchObject({
      status: 'pending',
      scheduledAt: after(900_000),
      attempt: 2,
    });
    expect(await make()).toBe('skipped');
    clock.jumpTo(after(900_000).getTime());
    expect(await make()).toBe('called');
    await place();
    expect(carrier.requests).toHaveLength(2);
  });

  it('is dialed once even if its job runs twice', async () => {
    const { carrier, make, place } = await seedNode();
    await make();
    await Promise.all([place(), place(), place()]);
    expect(carrier.requests).toHaveLength(1);
  });

  it('reschedules the callback if no node placed the call in time', async () => {
    const { carrier, make, place, findCallback, clock } = await seedNode();
    await make();
    clock.jumpTo(after(61_000).getTime());
    await place();
    expect(carrier.requests).toEqual([]);
    expect(await findCallback()).toMatchObject({
      status: 'pending',
      scheduledAt: after(121_000),
      attempt: 1,
    });
  });

  it('is not dialed if the number was suppressed just before', async () => {
    const { carrier, make, place, findCallback } = await seedNode();
    await make();
    const { workspaceId } = fixture;
    await addSuppression(scope(), {
      workspaceId,
      channel: 'voice',
      address: phoneNumber,
      reason: '',
      at: noon,
    });
    await place();
    expect(carrier.requests).toEqual([]);
    expect(await findCallback()).toMatchObject({ status: 'cancelled' });
  });

  it('is not retried automatically if the node died while the phone rang', async () => {
    const { carrier, dependencies, make, place, findCallback } = await seedNode((leg) => leg.ring());
    await make();
    await place();
    const sweep = lostCallSweep({ ...dependencies, nodeId: 'node-that-lives' });
    // A call is ended only if two consecutive runs find it.
    await sweep();
    await sweep();
    const { status, notes } = await findCallback();
    expect(status).toBe('failed');
    expect(notes).toContain('not retried automatically');
    expect(await make()).toBe('skipped');
    expect(carrier.requests).toHaveLength(1);
  });
});
