import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import type { CallCost } from '../domain/call.ts';
import { findCall, recordCallChange } from '../store/calls/calls.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { listCallEvents, listTranscript } from '../store/calls/call-timeline.ts';
import type { Database, Scope } from '../store/database.ts';
import { listDispositions } from '../store/dispositions/list-dispositions.ts';
import { isSuppressed } from '../store/suppressions.ts';
import { applyWrite } from './call-write.ts';
import { createJournalFiles } from './journal-files.ts';
import { loadCallPlan } from './load-call-plan.ts';
import { StoreCallRecords } from './store-call-records.ts';
import { WriteJournal } from './write-journal.ts';

let database: TestDatabase;
let fixture: Fixture;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedWorkspace(database.db);
  folder = await mkdtemp(path.join(tmpdir(), 'store-records-'));
  return () => rm(folder, { recursive: true });
});

const customerNumber = '+12025550107';
const scope = () => database.db.inWorkspace(fixture.workspaceId);
const clock = new ManualClock(noon.getTime() + 60_000);

/** The database; fails while `isUnavailable()` is true. */
function flakyDatabase(isUnavailable: () => boolean): Database {
  const refuse = () => Promise.reject(Object.assign(new Error('unavailable'), { code: 'ECONNREFUSED' }));
  const unavailable: Scope = {
    rows: refuse,
    row: refuse,
    execute: refuse,
    write: refuse,
    transaction: refuse,
  };
  return {
    ...database.db,
    inWorkspace: (workspaceId) => (isUnavailable() ? unavailable : database.db.inWorkspace(workspaceId)),
  };
}

/** Simulates a process with a journal in the folder and a database with outages. */
function createProcess(nodeId: string) {
  const state = { isUnavailable: false };
  const db = flakyDatabase(() => state.isUnavailable);
  const journal = new WriteJournal({
    files: createJournalFiles(folder),
    apply: (write) => applyWrite(db, write, true),
    isNodeAlive: async () => false,
    clock,
    logger: silentLogger,
    nodeId,
    storeTimeoutMs: Infinity,
  });
  return { state, db, journal };
}

/** Creates a dialing call and its records in that process. */
async function createDialingCall({ db, journal }: ReturnType<typeof createProcess>) {
  const call = await seedCall(database.db, fixture, { toNumber: customerNumber });
  const callKey = { workspaceId: fixture.workspaceId, callId: call.id };
  await recordCallChange(scope(), {
    ...callKey,
    from: ['queued'],
    to: 'dialing',
    at: noon,
    nodeId: 'node-1',
  });
  const plan = await loadCallPlan(scope(), call);
  const records = new StoreCallRecords({ db, clock, logger: silentLogger, journal, plan, nodeId: 'node-1' });
  return { callKey, records };
}

const costs: CallCost[] = [
  {
    provider: 'trunk',
    model: null,
    kind: 'carrier',
    quantity: 12.5,
    unit: 'seconds',
    estimated: false,
    cost: '0.0025',
    currency: 'USD',
  },
];

/** Records a complete call with an opt-out. */
function recordCall(records: StoreCallRecords): void {
  records.recordStatus('in_progress');
  records.recordEvent('node_entered', { nodeId: 'confirm' });
  records.recordTranscript({
    role: 'customer',
    content: 'Stop calling.',
    startMs: 0,
    endMs: 900,
    interrupted: false,
  });
  records.recordOptOut('opted out');
  records.recordEnd({
    endReason: 'customer_hangup',
    disposition: { code: 'do_not_call', status: 'completed', scheduledAt: noon, notes: 'Asked to stop.' },
    variables: { comes: false },
    latency: [],
    costs,
    optOut: { reason: 'opted out' },
  });
}

type CallKey = Awaited<ReturnType<typeof createDialingCall>>['callKey'];

async function recordOf(callKey: CallKey) {
  const [call, timeline, transcript, dispositions, suppressed] = [
    await findCall(scope(), callKey),
    await listCallEvents(scope(), callKey),
    await listTranscript(scope(), callKey),
    await listDispositions(scope(), { ...callKey, phoneNumber: customerNumber, limit: 9 }),
    await isSuppressed(scope(), { ...callKey, channel: 'voice', address: customerNumber }),
  ];
  return {
    call,
    timeline: timeline.map(({ type }) => type),
    transcript,
    dispositions: dispositions.rows,
    suppressed,
  };
}

const completeRecord = {
  call: { state: 'ended', endReason: 'customer_hangup', variables: { comes: false }, costs },
  timeline: ['queued', 'dialing', 'in_progress', 'node_entered', 'ended'],
  transcript: [{ content: 'Stop calling.' }],
  dispositions: [{ disposition: 'do_not_call', scheduledAt: noon, notes: 'Asked to stop.' }],
  suppressed: true,
};

describe('the record of a call', () => {
  it('is written to the database', async () => {
    const { callKey, records } = await createDialingCall(createProcess('node-1'));
    recordCall(records);
    await records.flushed();
    expect(await recordOf(callKey)).toMatchObject(completeRecord);
    expect(await readdir(folder)).toEqual([]);
  });

  it('has the path of the recording relative to the data folder', async () => {
    const { callKey, records } = await createDialingCall(createProcess('node-1'));
    const file = `/var/lib/parley/recordings/2026-01/${callKey.callId}.wav`;
    const stored = `recordings/2026-01/${callKey.callId}.wav`;
    records.recordStatus('in_progress', { recordingPath: file });
    await records.flushed();
    expect(await findCall(scope(), callKey)).toMatchObject({ recordingPath: stored });
    const disposition = { code: 'answered', status: 'completed' } as const;
    records.recordEnd({
      endReason: 'agent_hangup',
      disposition,
      variables: {},
      latency: [],
      recordingPath: file,
    });
    await records.flushed();
    expect(await findCall(scope(), callKey)).toMatchObject({ state: 'ended', recordingPath: stored });
  });

  it('is stored on disk during a database outage, and written once afterwards', async () => {
    const process = createProcess('node-1');
    const { callKey, records } = await createDialingCall(process);
    process.state.isUnavailable = true;
    recordCall(records);
    await records.flushed();
    await process.journal.replay();
    expect(await recordOf(callKey)).toMatchObject({ call: { state: 'dialing' }, suppressed: false });
    const [name] = await readdir(folder);
    expect((await stat(path.join(folder, name!))).mode & 0o777).toBe(0o600);
    process.state.isUnavailable = false;
    await process.journal.replay();
    expect(await recordOf(callKey)).toMatchObject(completeRecord);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is written by the next process after a long database outage, and only once if the journal is applied twice', async () => {
    const process = createProcess('node-1');
    const { callKey, records } = await createDialingCall(process);
    process.state.isUnavailable = true;
    recordCall(records);
    await records.flushed();
    const next = createProcess('node-2');
    await next.journal.recover();
    expect(await recordOf(callKey)).toMatchObject(completeRecord);
    await next.journal.replay();
    expect(await recordOf(callKey)).toMatchObject(completeRecord);
    expect(await readdir(folder)).toEqual([]);
  });

  it('gets the opt-out, the costs and an event if its outcome arrives after the call was ended as lost', async () => {
    const process = createProcess('node-1');
    const { callKey, records } = await createDialingCall(process);
    process.state.isUnavailable = true;
    recordCall(records);
    await records.flushed();
    const disposition = { code: 'answered', status: 'completed' } as const;
    await finishCall(scope(), { ...callKey, endReason: 'node_lost', at: noon, disposition });
    process.state.isUnavailable = false;
    for (const { journal } of [process, createProcess('node-2')]) await journal.recover();
    const { call, timeline, suppressed } = await recordOf(callKey);
    expect(call).toMatchObject({ endReason: 'node_lost', costs });
    expect(timeline.filter((type) => type === 'outcome_found')).toHaveLength(1);
    expect(suppressed).toBe(true);
  });

  it('is stored in refused.jsonl if the call was deleted, and does not block other records', async () => {
    const process = createProcess('node-1');
    const [deleted, existing] = [await createDialingCall(process), await createDialingCall(process)];
    process.state.isUnavailable = true;
    recordCall(deleted.records);
    recordCall(existing.records);
    await Promise.all([deleted.records.flushed(), existing.records.flushed()]);
    await database.db
      .asSystem()
      .execute({ text: 'delete from calls where id = $1' }, [deleted.callKey.callId]);
    process.state.isUnavailable = false;
    await process.journal.replay();
    expect((await recordOf(existing.callKey)).call).toMatchObject({ state: 'ended' });
    expect(await readdir(folder)).toEqual(['refused.jsonl']);
  });
});
