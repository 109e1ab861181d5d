import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedCallback as insertCallback } from '../../test/support/callbacks.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { newId } from '../core/ids.ts';
import type { EndReason } from '../domain/call-state.ts';
import { finishCall } from './calls/finish-call.ts';
import { recordCallChange } from './calls/calls.ts';
import { insertDispositionCode } from './disposition-codes.ts';
import { findDisposition, type NewDispositionRow } from './dispositions/dispositions.ts';
import { listDispositions } from './dispositions/list-dispositions.ts';
import { addSuppression, addSuppressions } from './suppressions.ts';
import {
  beginCallback,
  findNextCallbackTime,
  listDueCallbacks,
  lockCallback,
  settleCallback,
} from './callbacks.ts';

const after = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const phoneNumber = '+12025550102';

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

const seedCallback = (changes: Partial<NewDispositionRow> = {}) =>
  insertCallback(database.db, fixture, changes);

const keyOf = (dispositionId: string) => ({ workspaceId: fixture.workspaceId, dispositionId });
const findCallback = async (id: string) => (await findDisposition(scope(), keyOf(id)))!;

/** Starts the follow-up of a callback, and dials its call unless `isDialed` is false. Returns the id of the call. */
async function startFollowUp(id: string, { maxAttempts = 3, isDialed = true } = {}): Promise<string> {
  const { workspaceId } = fixture;
  const { attempt } = await findCallback(id);
  const call = await seedCall(database.db, fixture, { toNumber: phoneNumber, attempt: attempt + 1 });
  await beginCallback(scope(), {
    ...keyOf(id),
    callId: call.id,
    maxAttempts,
    expiresAt: after(10_000),
    at: noon,
  });
  if (isDialed)
    await recordCallChange(scope(), {
      workspaceId,
      callId: call.id,
      from: ['queued'],
      to: 'dialing',
      at: noon,
    });
  return call.id;
}

const end = (callId: string, endReason: EndReason, code: string) =>
  finishCall(scope(), {
    workspaceId: fixture.workspaceId,
    callId,
    endReason,
    at: after(1),
    disposition: { code, status: 'completed' },
  });

describe('the end of a callback call', () => {
  it('completes the callback if the customer was reached', async () => {
    const id = await seedCallback();
    const callId = await startFollowUp(id);
    expect(await findCallback(id)).toMatchObject({ status: 'in_progress', attempt: 1 });
    await end(callId, 'agent_hangup', 'answered');
    expect(await findCallback(id)).toMatchObject({ status: 'completed', attempt: 2, notes: '' });
  });

  it('leaves the last of several calls in the callback', async () => {
    const id = await seedCallback();
    expect(await findCallback(id)).toMatchObject({ callId: null, followUpCallId: null });
    await end(await startFollowUp(id), 'busy', 'busy');
    const last = await startFollowUp(id);
    expect(await findCallback(id)).toMatchObject({ callId: null, followUpCallId: last });
    const { workspaceId } = fixture;
    const listed = await listDispositions(scope(), { workspaceId, status: 'in_progress', limit: 10 });
    expect(listed.rows).toMatchObject([{ id, followUpCallId: last }]);
  });

  it('retries the callback, depending on the disposition code, until no attempts are left', async () => {
    const id = await seedCallback({ notes: 'After lunch.' });
    await end(await startFollowUp(id, { maxAttempts: 2 }), 'busy', 'busy');
    expect(await findCallback(id)).toMatchObject({ status: 'pending', scheduledAt: after(16), attempt: 2 });
    await end(await startFollowUp(id, { maxAttempts: 2 }), 'no_answer', 'no_answer');
    expect(await findCallback(id)).toMatchObject({
      status: 'expired',
      attempt: 3,
      notes: 'After lunch.\nThe last attempt did not reach the customer.',
    });
  });

  it('applies the disposition codes of the workspace', async () => {
    const { workspaceId } = fixture;
    const codeSettings = {
      code: 'wants_offer',
      isTerminal: false,
      addsToDnc: false,
      retryDelaySeconds: 7200,
    };
    await insertDispositionCode(scope(), {
      id: newId('dispositionCode'),
      workspaceId,
      ...codeSettings,
      at: noon,
    });
    const id = await seedCallback();
    await end(await startFollowUp(id), 'agent_hangup', 'wants_offer');
    expect(await findCallback(id)).toMatchObject({ status: 'pending', scheduledAt: after(121) });
  });

  it('does not count a call that was not dialed', async () => {
    const id = await seedCallback();
    for (let call = 0; call < 3; call += 1)
      await end(await startFollowUp(id, { maxAttempts: 2, isDialed: false }), 'cancelled', 'cancelled');
    expect(await findCallback(id)).toMatchObject({ status: 'pending', attempt: 1 });
  });

  it('fails the callback if the phone may have rung', async () => {
    const id = await seedCallback();
    await end(await startFollowUp(id), 'node_lost', 'failed');
    const { status, notes } = await findCallback(id);
    expect(status).toBe('failed');
    expect(notes).toContain('not retried automatically');
  });

  it('changes nothing if it is written twice or for another call', async () => {
    const id = await seedCallback();
    const callId = await startFollowUp(id);
    const unrelatedCall = await seedCall(database.db, fixture, { toNumber: phoneNumber });
    await end(unrelatedCall.id, 'agent_hangup', 'answered');
    expect(await findCallback(id)).toMatchObject({ status: 'in_progress' });
    await end(callId, 'busy', 'busy');
    const before = await findCallback(id);
    expect(await end(callId, 'agent_hangup', 'answered')).toBeUndefined();
    expect(await findCallback(id)).toEqual(before);
  });
});

describe('a suppressed number', () => {
  const entry = { channel: 'voice', address: phoneNumber, reason: 'Requested by the customer.' } as const;

  it('is not called back after its suppression, and the notes state the reason', async () => {
    const ids = [await seedCallback(), await seedCallback({ notes: 'Prefers mornings.' })];
    const { workspaceId } = fixture;
    await addSuppression(scope(), { workspaceId, ...entry, at: after(1) });
    const notes = (await Promise.all(ids.map(findCallback))).map((row) => [row.status, row.notes]);
    expect(notes).toEqual([
      ['cancelled', 'Cancelled: this number is not to be called.'],
      ['cancelled', 'Prefers mornings.\nCancelled: this number is not to be called.'],
    ]);
  });

  it('is not called back after an import or an opt-out in a call', async () => {
    const imported = await seedCallback();
    await scope().transaction((tx) =>
      addSuppressions(tx, {
        workspaceId: fixture.workspaceId,
        entries: [entry, { ...entry, address: '+12025550199' }],
        createdBy: 'usr_1',
        at: noon,
      }),
    );
    expect(await findCallback(imported)).toMatchObject({ status: 'cancelled' });
    fixture = await seedWorkspace(database.db);
    const optedOut = await seedCallback();
    const call = await seedCall(database.db, fixture, { toNumber: phoneNumber });
    await finishCall(scope(), {
      workspaceId: fixture.workspaceId,
      callId: call.id,
      endReason: 'agent_hangup',
      at: noon,
      disposition: { code: 'do_not_call', status: 'completed' },
      optOut: { reason: 'The customer opted out in a call.' },
    });
    expect(await findCallback(optedOut)).toMatchObject({ status: 'cancelled' });
  });

  it('does not affect other numbers, channels, workspaces and callbacks in progress', async () => {
    const other = await seedCallback({ phoneNumber: '+12025550103' });
    const inProgress = await seedCallback();
    await startFollowUp(inProgress);
    const original = fixture;
    const unaffected = await seedCallback();
    fixture = await seedWorkspace(database.db);
    await addSuppression(scope(), { workspaceId: fixture.workspaceId, ...entry, at: noon });
    fixture = original;
    await addSuppression(scope(), { workspaceId: fixture.workspaceId, ...entry, channel: 'sms', at: noon });
    expect(await findCallback(unaffected)).toMatchObject({ status: 'pending' });
    await addSuppression(scope(), { workspaceId: fixture.workspaceId, ...entry, at: noon });
    expect(await findCallback(other)).toMatchObject({ status: 'pending' });
    expect(await findCallback(inProgress)).toMatchObject({ status: 'in_progress' });
  });
});

describe('due callbacks', () => {
  const listDue = async (at: Date, except: { ids?: string[]; workspaces?: string[] } = {}) => {
    const rows = await listDueCallbacks(database.db.asSystem(), {
      at,
      exceptIds: except.ids ?? [],
      exceptWorkspaces: except.workspaces ?? [],
      limit: 1000,
    });
    return rows
      .filter(({ workspaceId }) => workspaceId === fixture.workspaceId)
      .map(({ dispositionId }) => dispositionId);
  };

  it('are listed in the order of their due times', async () => {
    const later = await seedCallback({ scheduledAt: after(2) });
    const sooner = await seedCallback({ scheduledAt: after(1) });
    await seedCallback({ scheduledAt: after(1), status: 'cancelled' });
    expect(await listDue(after(0))).toEqual([]);
    expect(await listDue(after(1))).toEqual([sooner]);
    expect(await listDue(after(2))).toEqual([sooner, later]);
    expect(await listDue(after(2), { ids: [sooner] })).toEqual([later]);
    expect(await listDue(after(2), { workspaces: [fixture.workspaceId] })).toEqual([]);
    expect((await findNextCallbackTime(database.db.asSystem()))!.getTime()).toBeLessThanOrEqual(
      after(1).getTime(),
    );
  });

  it('are locked by one transaction at a time, and returned with data of their original call', async () => {
    const call = await seedCall(database.db, fixture, {
      direction: 'inbound',
      state: 'ringing',
      toNumber: '+12025550199',
      customer: { name: 'Grace', timezone: 'Europe/Berlin' },
      record: false,
    });
    const id = await seedCallback({ callId: call.id });
    const lockDue = (at = noon) => scope().transaction((tx) => lockCallback(tx, { ...keyOf(id), at }));
    expect(await lockDue(after(-1))).toBeUndefined();
    await scope().transaction(async (tx) => {
      expect(await lockCallback(tx, { ...keyOf(id), at: noon })).toMatchObject({
        id,
        phoneNumber,
        ownNumber: '+12025550199',
        customer: { name: 'Grace' },
        record: false,
        suppressed: false,
        expiresAt: null,
      });
      expect(await lockDue()).toBeUndefined();
    });
    expect(await lockDue()).toMatchObject({ id });
  });

  it('are deferred, with a note that is appended once', async () => {
    const id = await seedCallback();
    const settled = {
      ...keyOf(id),
      status: 'pending',
      expiresAt: null,
      note: 'No number.',
      at: noon,
    } as const;
    await settleCallback(scope(), { ...settled, scheduledAt: after(60) });
    await settleCallback(scope(), { ...settled, scheduledAt: after(120) });
    expect(await findCallback(id)).toMatchObject({ scheduledAt: after(120), notes: 'No number.' });
  });

  it('publish an event with the next sequence number at each start', async () => {
    const id = await seedCallback();
    await end(await startFollowUp(id), 'busy', 'busy');
    await startFollowUp(id);
    const text = `select sequence, data from events where type = 'disposition.due' and subject_id = $1 order by sequence`;
    const rows = await scope().rows({ text }, [id]);
    expect(rows).toMatchObject([
      { sequence: 2, data: { dispositionId: id, status: 'in_progress', phoneNumber } },
      { sequence: 3, data: { sequence: 3 } },
    ]);
  });
});
