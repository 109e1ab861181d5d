import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowEveryCall, seedCallers } from '../../../test/support/batch-dialing.ts';
import { seedCallback as insertCallback } from '../../../test/support/callbacks.ts';
import { seedBatchOf } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedCall, type Fixture } from '../../../test/support/fixtures.ts';
import { idSource, newId } from '../../core/ids.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { problems } from '../../core/problems.ts';
import { systemRandom } from '../../core/random.ts';
import { AgentInput } from '../../domain/agent.ts';
import { applyEdit, type DispositionEdit } from '../../domain/dispositions/disposition-state.ts';
import { FlowInput } from '../../domain/flow/flow.ts';
import { ratePlans } from '../../domain/rate-plan.ts';
import { insertAgent } from '../../store/agents.ts';
import { findBatch } from '../../store/batches/batches.ts';
import { findCall } from '../../store/calls/calls.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { listCallEvents } from '../../store/calls/call-timeline.ts';
import { listCalls } from '../../store/calls/list-calls.ts';
import { countSlots } from '../../store/concurrency-slots.ts';
import {
  findDisposition,
  lockDisposition,
  type NewDispositionRow,
  updateDisposition,
} from '../../store/dispositions/dispositions.ts';
import { insertFlow } from '../../store/flows.ts';
import { insertOwnedNumber } from '../../store/phone-numbers.ts';
import { addSuppression } from '../../store/suppressions.ts';
import { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import type { CallDetails } from '../../domain/calling-hours/calling-hours-query.ts';
import { NumberZones } from '../../core/number-zones.ts';
import { LegalCallingHours, type CallingPermission } from '../calling-permission.ts';
import { updateWorkspace } from '../../store/workspaces.ts';
import { followUp, type CallbackDependencies } from './follow-up.ts';

const phoneNumber = '+12025550102';
const dayMs = 86_400_000;
const limits = { maxAttempts: 3, expiryMs: 7 * dayMs };
const after = (ms: number) => new Date(noon.getTime() + ms);

let database: TestDatabase;
let fixture: Fixture & { readonly fromNumber: string };
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedCallers(database.db);
});

const scope = () => database.db.inWorkspace(fixture.workspaceId);

function createDependencies(changes: Partial<CallbackDependencies> = {}): CallbackDependencies {
  const clock = new ManualClock(noon.getTime());
  const ids = idSource(clock, systemRandom);
  return {
    db: database.db,
    clock,
    ids,
    nodeId: 'node-1',
    ratePlans,
    permission: allowEveryCall,
    ...limits,
    ...changes,
  };
}

const seedCallback = (changes: Partial<NewDispositionRow> = {}) =>
  insertCallback(database.db, fixture, changes);

const keyOf = (dispositionId: string) => ({ workspaceId: fixture.workspaceId, dispositionId });
const findCallback = async (id: string) => (await findDisposition(scope(), keyOf(id)))!;
const calls = async () => {
  const { workspaceId } = fixture;
  return (await listCalls(scope(), { workspaceId, limit: 100 })).rows;
};
const slots = async () => {
  const { workspaceId } = fixture;
  return countSlots(scope(), { workspaceId });
};

describe('a due callback', () => {
  it('uses its own customer data and variables', async () => {
    const data = { customer: { name: 'Ada' }, dynamic: { appointment: '2026-01-09T10:00:00-05:00' } };
    expect(await followUp(createDependencies(), keyOf(await seedCallback(data)))).toBe('called');
    expect(await calls()).toMatchObject([data]);
  });

  it('uses the agent and the data of the previous call, and adds an entry to the timeline of the new call', async () => {
    const original = await seedCall(database.db, fixture, {
      fromNumber: fixture.fromNumber,
      toNumber: phoneNumber,
      customer: { name: 'Grace' },
      dynamic: { doctor: 'Grey' },
      metadata: { ticket: 7 },
      record: false,
    });
    const id = await seedCallback({ callId: original.id, attempt: 2 });
    expect(await followUp(createDependencies(), keyOf(id))).toBe('called');
    const [call] = (await calls()).filter((row) => row.id !== original.id);
    expect(call).toMatchObject({
      state: 'queued',
      direction: 'outbound',
      fromNumber: fixture.fromNumber,
      toNumber: phoneNumber,
      attempt: 3,
      customer: { name: 'Grace' },
      dynamic: { doctor: 'Grey' },
      metadata: { ticket: 7 },
      record: false,
    });
    expect(await findCallback(id)).toMatchObject({ status: 'in_progress' });
    const events = await listCallEvents(scope(), { workspaceId: fixture.workspaceId, callId: call!.id });
    expect(events.at(-1)).toMatchObject({
      type: 'callback',
      detail: { dispositionId: id, callId: original.id, rules: [] },
    });
    const jobs = await scope().rows({ text: `select kind, payload from jobs where key = $1` }, [call!.id]);
    expect(jobs).toMatchObject([{ kind: 'place-call', payload: { callId: call!.id } }]);
    expect(await slots()).toBe(1);
  });

  it.each(['the callback', 'the previous call'])('is a call of a test key if %s is', async (cause) => {
    const { workspaceId } = fixture;
    const isCall = cause === 'the previous call';
    const original = await seedCall(database.db, fixture, { toNumber: phoneNumber, testOnly: isCall });
    const id = await seedCallback({ callId: isCall ? original.id : null, testOnly: !isCall });
    expect(await followUp(createDependencies(), keyOf(id))).toBe('called');
    const call = (await calls()).find((row) => row.id !== original.id);
    expect(await findCall(scope(), { workspaceId, callId: call!.id })).toMatchObject({ testOnly: true });
  });

  it("calls from the agent's number if there is no previous call or its number was released", async () => {
    const id = await seedCallback();
    await followUp(createDependencies(), keyOf(id));
    const original = await seedCall(database.db, fixture, { fromNumber: '+12025559999' });
    await followUp(createDependencies(), keyOf(await seedCallback({ callId: original.id })));
    const callbackCalls = (await calls()).filter((row) => row.id !== original.id);
    expect(callbackCalls.map((row) => row.fromNumber)).toEqual([fixture.fromNumber, fixture.fromNumber]);
  });

  it('makes a call that belongs to its batch, without changing the rows of the batch', async () => {
    const { workspaceId } = fixture;
    const { batch } = await seedBatchOf(database.db, fixture, 1);
    const id = await seedCallback({ batchId: batch.id });
    await followUp(createDependencies(), keyOf(id));
    const [call] = await calls();
    expect(call).toMatchObject({ batchId: batch.id, jobId: null });
    await finishCall(scope(), {
      workspaceId,
      callId: call!.id,
      endReason: 'no_answer',
      at: noon,
      disposition: { code: 'no_answer', status: 'completed' },
    });
    expect(await findBatch(scope(), { workspaceId, batchId: batch.id })).toEqual(batch);
  });

  it('is called once under concurrency', async () => {
    const id = await seedCallback();
    const results = Array.from({ length: 64 }, () => followUp(createDependencies(), keyOf(id)));
    const outcomes = await Promise.all(results);
    expect(outcomes.filter((outcome) => outcome === 'called')).toHaveLength(1);
    expect(await calls()).toHaveLength(1);
    expect(await slots()).toBe(1);
  });

  it('is not called before its due time or from another workspace', async () => {
    const id = await seedCallback({ scheduledAt: after(1) });
    expect(await followUp(createDependencies(), keyOf(id))).toBe('skipped');
    const other = await seedCallers(database.db);
    const inOther = { ...keyOf(id), workspaceId: other.workspaceId };
    expect(await followUp(createDependencies({ clock: new ManualClock(after(1).getTime()) }), inOther)).toBe(
      'skipped',
    );
    expect(await calls()).toEqual([]);
  });
});

describe('a callback that is rescheduled or cancelled concurrently', () => {
  const patch = (id: string, edit: DispositionEdit) =>
    scope().transaction(async (tx) => {
      const locked = (await lockDisposition(tx, keyOf(id)))!;
      const next = applyEdit(locked, edit);
      if (next === undefined) return 'too late' as const;
      await updateDisposition(tx, { ...keyOf(id), ...next, notes: locked.notes, at: noon });
      return 'done' as const;
    });

  it.each([
    ['cancelled', { type: 'cancel' }],
    ['rescheduled', { type: 'move', scheduledAt: after(dayMs) }],
  ] as const)('is either called or %s, and never twice', async (_, edit) => {
    const ids = await Promise.all(Array.from({ length: 16 }, () => seedCallback()));
    const rounds = ids.map(async (id) => {
      const outcomes = [
        followUp(createDependencies(), keyOf(id)),
        patch(id, edit),
        followUp(createDependencies(), keyOf(id)),
      ];
      return Promise.all([...outcomes, followUp(createDependencies(), keyOf(id))]);
    });
    for (const [index, outcomes] of (await Promise.all(rounds)).entries()) {
      const called = outcomes.filter((outcome) => outcome === 'called').length;
      expect(called).toBe(outcomes.includes('done') ? 0 : 1);
      const { status } = await findCallback(ids[index]!);
      expect(status).toBe(called === 1 ? 'in_progress' : edit.type === 'cancel' ? 'cancelled' : 'pending');
    }
  });
});

describe('a callback that may not be made now', () => {
  const createForbiddingPermission = (nextAllowedAt: Date | null): CallingPermission => ({
    countsEarlierCalls: () => false,
    decide: () => ({ allowed: false, nextAllowedAt, detail: 'It is night.' }),
  });

  it('is deferred to its calling hours, and its expiry restarts from then', async () => {
    const id = await seedCallback();
    const morning = after(10 * 3_600_000);
    expect(
      await followUp(createDependencies({ permission: createForbiddingPermission(morning) }), keyOf(id)),
    ).toBe('settled');
    expect(await findCallback(id)).toMatchObject({ status: 'pending', scheduledAt: morning });
    const lateClock = new ManualClock(morning.getTime() + limits.expiryMs);
    expect(await followUp(createDependencies({ clock: lateClock }), keyOf(id))).toBe('called');
  });

  it('appends the reason and the new time, in the time zone of the workspace, to its notes', async () => {
    const { workspaceId } = fixture;
    await updateWorkspace(scope(), { workspaceId, timezone: 'America/New_York', at: noon });
    const id = await seedCallback({ notes: 'After lunch.' });
    await followUp(
      createDependencies({ permission: createForbiddingPermission(after(3_600_000)) }),
      keyOf(id),
    );
    expect(await findCallback(id)).toMatchObject({
      notes: 'After lunch.\nIt is night. Deferred from 2026-01-05T07:00-05:00 to 2026-01-05T08:00-05:00.',
    });
  });

  it('never truncates notes that a user wrote', async () => {
    const notes = 'x'.repeat(1990);
    const id = await seedCallback({ notes });
    await followUp(
      createDependencies({ permission: createForbiddingPermission(after(3_600_000)) }),
      keyOf(id),
    );
    expect(await findCallback(id)).toMatchObject({ scheduledAt: after(3_600_000), notes });
  });

  it('fails if no allowed time is known', async () => {
    const id = await seedCallback();
    await followUp(createDependencies({ permission: createForbiddingPermission(null) }), keyOf(id));
    expect(await findCallback(id)).toMatchObject({ status: 'failed', notes: 'It is night.' });
  });

  it("applies the customer's time zone, the workspace's settings and earlier calls", async () => {
    const checked: CallDetails[] = [];
    const workspaceHours = CallingWindow.parse({ windows: [{ start: '09:00', end: '10:00' }] });
    const { workspaceId } = fixture;
    await updateWorkspace(scope(), { workspaceId, callingWindow: workspaceHours, at: noon });
    const permission: CallingPermission = {
      countsEarlierCalls: () => true,
      decide: (call) => {
        checked.push(call);
        return { allowed: true, evidence: {} };
      },
    };
    const original = await seedCall(database.db, fixture, {
      toNumber: phoneNumber,
      customer: { timezone: 'Asia/Tokyo', region: 'US-OR' },
      purpose: 'service',
    });
    await followUp(createDependencies({ permission }), keyOf(await seedCallback({ callId: original.id })));
    const expectedCall = {
      number: phoneNumber,
      customerZone: 'Asia/Tokyo',
      customerRegion: 'US-OR',
      purpose: 'service',
      consent: true,
      nowMs: noon.getTime(),
      callingHours: 'law',
      workspaceHours,
      recentCallsMs: [noon.getTime()],
    };
    // The permission is checked before, and again in the transaction that makes the call.
    expect(checked).toMatchObject([expectedCall, expectedCall]);
    expect(await calls()).toMatchObject([{ id: original.id }, { purpose: 'service', consent: true }]);
  });

  it('is not made after another call to the number if the law allows only one', async () => {
    const { workspaceId } = fixture;
    await updateWorkspace(scope(), { workspaceId, callingHours: 'off', at: noon });
    const permission = new LegalCallingHours({ zones: await NumberZones.load() });
    const inMaine = { phoneNumber: '+12075551234' };
    const ids = await Promise.all(Array.from({ length: 4 }, () => seedCallback(inMaine)));
    const nodes = ids.map(() => createDependencies({ permission }));
    await Promise.all(ids.map((id, index) => followUp(nodes[index]!, keyOf(id))));
    for (const id of ids) await followUp(createDependencies({ permission }), keyOf(id));
    expect(await calls()).toHaveLength(1);
    const rows = await Promise.all(ids.map(findCallback));
    expect(rows.filter(({ status }) => status === 'pending')).toHaveLength(3);
  });

  it('is cancelled if the number was suppressed before the callback was inserted', async () => {
    const { workspaceId } = fixture;
    const entry = { channel: 'voice', address: phoneNumber, reason: '' } as const;
    await addSuppression(scope(), { workspaceId, ...entry, at: noon });
    const id = await seedCallback();
    expect(await followUp(createDependencies(), keyOf(id))).toBe('settled');
    expect(await findCallback(id)).toMatchObject({ status: 'cancelled' });
    expect(await slots()).toBe(0);
  });

  it('fails if the number was withheld', async () => {
    const id = await seedCallback({ phoneNumber: 'anonymous' });
    await followUp(createDependencies(), keyOf(id));
    expect(await findCallback(id)).toMatchObject({
      status: 'failed',
      notes: 'The phone number is not valid.',
    });
  });

  it('expires a week after it was due', async () => {
    const id = await seedCallback();
    const lateClock = new ManualClock(after(7 * dayMs + 1).getTime());
    await followUp(createDependencies({ clock: lateClock }), keyOf(id));
    expect(await findCallback(id)).toMatchObject({
      status: 'expired',
      notes: 'The callback expired before it could be made.',
    });
  });

  it('waits while the plan has no capacity, and occupies no slot', async () => {
    const id = await seedCallback();
    const singleCallPlans = { ...ratePlans, unlimited: { ...ratePlans.unlimited, concurrentCalls: 1 } };
    expect(
      await followUp(createDependencies({ ratePlans: singleCallPlans }), keyOf(await seedCallback())),
    ).toBe('called');
    expect(await followUp(createDependencies({ ratePlans: singleCallPlans }), keyOf(id))).toBe('no-capacity');
    expect(await findCallback(id)).toMatchObject({ status: 'pending', scheduledAt: noon });
    expect(await slots()).toBe(1);
    expect(await calls()).toHaveLength(1);
  });
});

describe('a callback that cannot be made', () => {
  const insertAgentWith = async (changes: object) => {
    const config = AgentInput.parse({ name: 'Bea', flowId: fixture.flow.id, ...changes });
    const { workspaceId } = fixture;
    return (await insertAgent(scope(), { id: newId('agent'), workspaceId, config, at: noon })).id;
  };

  it.each([
    ['has no number', {}, 'The agent of the callback has no active number.'],
    ['is not active', { status: 'inactive' }, 'The agent of the callback is not an active voice agent.'],
    ['has no flow', { flowId: null }, 'The agent of the callback has no active flow.'],
  ])('waits an hour with the reason in its notes if the agent %s', async (_, changes, note) => {
    const id = await seedCallback({ agentId: await insertAgentWith(changes) });
    expect(await followUp(createDependencies(), keyOf(id))).toBe('settled');
    expect(await findCallback(id)).toMatchObject({
      status: 'pending',
      scheduledAt: after(3_600_000),
      notes: note,
    });
  });

  it('is not dialed, and waits an hour with the reason in its notes, if the agent has no language model for its flow', async () => {
    const { workspaceId } = fixture;
    const definition = FlowInput.parse({
      type: 'call',
      name: 'Talk',
      status: 'active',
      nodes: [
        { id: 'talk', type: 'conversation', config: {} },
        { id: 'bye', type: 'end' },
      ],
      edges: [{ id: 'e', from: 'talk', to: 'bye', condition: { type: 'else' } }],
    });
    const flow = await insertFlow(scope(), { id: newId('flow'), workspaceId, definition, at: noon });
    const id = await seedCallback({ agentId: await insertAgentWith({ flowId: flow.id }) });
    expect(await followUp(createDependencies(), keyOf(id))).toBe('settled');
    expect(await findCallback(id)).toMatchObject({
      status: 'pending',
      scheduledAt: after(3_600_000),
      notes: problems.agent_needs_model.text,
    });
    expect([await calls(), await slots()]).toEqual([[], 0]);
  });

  it('is made after the missing number is added', async () => {
    const e164 = '+12025561234';
    const id = await seedCallback({ agentId: await insertAgentWith({ phoneNumber: e164 }) });
    await followUp(createDependencies(), keyOf(id));
    const { workspaceId } = fixture;
    await insertOwnedNumber(scope(), { id: newId('number'), workspaceId, e164, at: noon });
    expect(
      await followUp(createDependencies({ clock: new ManualClock(after(3_600_000).getTime()) }), keyOf(id)),
    ).toBe('called');
  });

  it('expires a week after it was first due', async () => {
    const id = await seedCallback({ agentId: newId('agent') });
    for (let at = noon.getTime(); (await findCallback(id)).status === 'pending'; at += 36 * 3_600_000)
      await followUp(createDependencies({ clock: new ManualClock(at) }), keyOf(id));
    const { status, notes } = await findCallback(id);
    expect(status).toBe('expired');
    expect(notes).toBe(
      'The agent of the callback was deleted.\nThe callback expired before it could be made.',
    );
  });
});
