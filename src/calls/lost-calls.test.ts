import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { parseWav, wavHeader } from '../audio/wav-header.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { appendCallEvent, appendTranscriptEntry, listCallEvents } from '../store/calls/call-timeline.ts';
import { type CallDetailRow, findCall, recordCallChange } from '../store/calls/calls.ts';
import { heartbeatNode } from '../store/nodes.ts';
import { addSuppression } from '../store/suppressions.ts';
import { lostCallSweep, sweepsAfterJournal } from './lost-calls.ts';

let database: TestDatabase;
let fixture: Fixture;
let dataDir: string;
let recordingRoot: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'lost-calls-'));
  recordingRoot = path.join(dataDir, 'recordings');
  await mkdir(recordingRoot);
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  fixture = await seedWorkspace(database.db);
});

const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const answeredAt = later(4);
const hourLater = later(3600);
const scope = () => database.db.inWorkspace(fixture.workspaceId);
const callKey = (callId: string) => ({ workspaceId: fixture.workspaceId, callId });
const findById = async (callId: string): Promise<CallDetailRow> =>
  (await findCall(scope(), callKey(callId)))!;

/** Creates an answered call on a node without a lease. `recordingPath` is relative to `recordingRoot`. */
async function createAnsweredCall(recordingPath?: string): Promise<string> {
  const { id: callId } = await seedCall(database.db, fixture);
  const change = { ...callKey(callId), nodeId: 'node-dead' };
  await recordCallChange(scope(), { ...change, from: ['queued'], to: 'dialing', at: later(1) });
  const file = recordingPath === undefined ? undefined : path.join('recordings', recordingPath);
  const answeredChange = {
    ...change,
    from: ['dialing'],
    to: 'in_progress',
    at: answeredAt,
    recordingPath: file,
  } as const;
  await recordCallChange(scope(), answeredChange);
  return callId;
}

function addTranscript(callId: string, endMs: number): Promise<void> {
  const entry = { role: 'customer', content: 'Yes.', startMs: 0, endMs, interrupted: false } as const;
  return appendTranscriptEntry(scope(), { ...callKey(callId), sequence: 1, entry });
}

/** Writes the file of a recorder that was killed. The length in its header is ten seconds too long. */
async function writeRecording(name: string, seconds: number): Promise<void> {
  const file = path.join(recordingRoot, name);
  await mkdir(path.dirname(file), { recursive: true });
  const dataBytes = seconds * 32_000;
  const header = wavHeader({ sampleRate: 8000, channels: 2, dataBytes: dataBytes + 320_000 });
  await writeFile(file, Buffer.concat([header, Buffer.alloc(dataBytes)]));
}

/** Runs the sweep of a node twice at that time, since it ends only calls that two consecutive runs find. Returns the number of ended calls. */
async function sweepAt(at: Date, nodeId = 'node-1', hasRemoteRecordings = false): Promise<number> {
  const clock = new ManualClock(at.getTime());
  const dependencies = {
    db: database.db,
    clock,
    logger: silentLogger,
    nodeId,
    recordingRoot,
    hasRemoteRecordings,
  };
  const sweep = lostCallSweep(dependencies);
  expect(await sweep()).toBe(0);
  return sweep();
}

describe('a lost call', () => {
  it('ends at its last event, even if the loss is detected much later', async () => {
    const callId = await createAnsweredCall();
    await appendCallEvent(scope(), { ...callKey(callId), type: 'node_entered', at: later(9) });
    expect(await sweepAt(hourLater)).toBe(1);
    const call = await findById(callId);
    expect(call).toMatchObject({ state: 'ended', endReason: 'node_lost', endedAt: later(9) });
    expect(call.updatedAt).toEqual(hourLater);
    expect((await listCallEvents(scope(), callKey(callId))).at(-1)).toMatchObject({
      type: 'ended',
      at: later(9),
    });
  });

  it('ends at the end of the last transcript entry, if that is later', async () => {
    const callId = await createAnsweredCall();
    await addTranscript(callId, 7_500);
    await sweepAt(hourLater);
    expect((await findById(callId)).endedAt).toEqual(later(11.5));
  });

  it('ends at the end of its recording, if that is later, and has the duration of the recording', async () => {
    await writeRecording('2026-01/a.wav', 20);
    const callId = await createAnsweredCall('2026-01/a.wav');
    await addTranscript(callId, 7_500);
    await sweepAt(hourLater);
    expect(await findById(callId)).toMatchObject({ endedAt: later(24), recordingDurationMs: 20_000 });
    const file = await readFile(path.join(recordingRoot, '2026-01/a.wav'));
    expect(file.readUInt32LE(40)).toBe(20 * 32_000);
    expect(parseWav(file).samples).toHaveLength(20 * 16_000);
  });

  it('ends at the last heartbeat of its node, if that is later', async () => {
    const callId = await createAnsweredCall();
    const system = database.db.asSystem();
    await heartbeatNode(system, { nodeId: 'node-dead', roles: [], startedAt: noon, leaseMs: 1_000 });
    await system.execute({ text: `update nodes set beat_at = $1, lease_until = $1 where id = 'node-dead'` }, [
      later(30),
    ]);
    await sweepAt(hourLater);
    await system.execute({ text: `delete from nodes` });
    expect((await findById(callId)).endedAt).toEqual(later(30));
  });

  it('ends at the time of the sweep at the latest, but never before the call was answered', async () => {
    await writeRecording('2026-01/long.wav', 60);
    const withoutRecording = await createAnsweredCall();
    const withRecording = await createAnsweredCall('2026-01/long.wav');
    await sweepAt(later(2));
    for (const callId of [withoutRecording, withRecording])
      expect((await findById(callId)).endedAt).toEqual(answeredAt);
    const sweptLater = await createAnsweredCall('2026-01/long.wav');
    await sweepAt(later(20));
    expect((await findById(sweptLater)).endedAt).toEqual(later(20));
  });

  it('has no recording if the file is missing, empty or truncated in its header, and does not block other calls', async () => {
    await writeFile(path.join(recordingRoot, 'empty.wav'), '');
    await writeFile(
      path.join(recordingRoot, 'short.wav'),
      wavHeader({ sampleRate: 8000, channels: 2, dataBytes: 9 }).subarray(0, 20),
    );
    await writeFile(
      path.join(recordingRoot, 'silent.wav'),
      wavHeader({ sampleRate: 8000, channels: 2, dataBytes: 9 }),
    );
    const files = ['gone.wav', 'empty.wav', 'short.wav', 'silent.wav', '../../etc/passwd'];
    const calls = await Promise.all(files.map((file) => createAnsweredCall(file)));
    expect(await sweepAt(hourLater)).toBe(files.length);
    for (const callId of calls)
      expect(await findById(callId)).toMatchObject({
        state: 'ended',
        recordingPath: null,
        recordingDurationMs: null,
        endedAt: answeredAt,
      });
  });

  it('keeps the path of a recording that may be on another machine', async () => {
    const [remote, outside] = await Promise.all([
      createAnsweredCall('2026-01/remote.wav'),
      createAnsweredCall('../elsewhere/x.wav'),
    ]);
    await sweepAt(hourLater, 'node-1', true);
    for (const callId of [remote, outside])
      expect(await findById(callId)).toMatchObject({
        state: 'ended',
        recordingPath: expect.stringMatching(/(remote|x)\.wav$/) as string,
        recordingDurationMs: null,
        recordingFault: 'node_lost',
      });
  });

  it('keeps an opt-out of the customer as its outcome', async () => {
    const callId = await createAnsweredCall();
    const { toNumber } = await findById(callId);
    const suppression = { channel: 'voice', address: toNumber, reason: 'said so', at: later(8) } as const;
    await addSuppression(scope(), { ...callKey(callId), ...suppression });
    await sweepAt(hourLater);
    expect(await findById(callId)).toMatchObject({ endReason: 'node_lost', disposition: 'do_not_call' });
  });

  it('has requests with an unknown result if their responses were not recorded', async () => {
    const callId = await createAnsweredCall();
    const event = (type: string, detail: object) =>
      appendCallEvent(scope(), { ...callKey(callId), type, at: later(5), detail: { ...detail } });
    await event('http_request_started', { requestId: 'request_1', tool: 'book', method: 'POST' });
    await event('http_request_ended', { requestId: 'request_1', tool: 'book', outcome: 'ok' });
    await event('http_request_started', { requestId: 'request_2', tool: 'book', method: 'POST' });
    await sweepAt(hourLater);
    const timeline = await listCallEvents(scope(), callKey(callId));
    expect(timeline.filter(({ type }) => type === 'http_request_ended').map(({ detail }) => detail)).toEqual([
      { requestId: 'request_1', tool: 'book', outcome: 'ok' },
      {
        requestId: 'request_2',
        tool: 'book',
        method: 'POST',
        outcome: 'unknown',
        detail: 'The node that sent the request went down.',
      },
    ]);
  });

  it('has the time of its loss in its end detail and in its notes', async () => {
    const callId = await createAnsweredCall();
    await addTranscript(callId, 7_500);
    await sweepAt(hourLater);
    expect(await findById(callId)).toMatchObject({
      disposition: 'failed',
      endDetail: 'The node that handled the call went down. The call was cut off 8 s after the answer.',
    });
    expect(
      await scope().row({ text: 'select notes from dispositions where call_id = $1' }, [callId]),
    ).toEqual({
      notes:
        'The node that handled the call went down. The call was cut off 8 s after the answer. Decide manually whether to call again.',
    });
  });

  it('keeps the last disposition that the flow set', async () => {
    const callId = await createAnsweredCall();
    const event = { ...callKey(callId), type: 'disposition_set' };
    await appendCallEvent(scope(), { ...event, at: later(5), detail: { disposition: 'interested' } });
    await appendCallEvent(scope(), { ...event, at: later(6), detail: { disposition: 'not_interested' } });
    await sweepAt(hourLater);
    expect(await findById(callId)).toMatchObject({ endReason: 'node_lost', disposition: 'not_interested' });
  });

  it('keeps the callback that was agreed', async () => {
    const callId = await createAnsweredCall();
    const scheduledAt = '2026-01-06T15:00:00.000Z';
    const detail = { scheduledAt, notes: 'Before lunch.' };
    await appendCallEvent(scope(), { ...callKey(callId), type: 'callback_agreed', at: later(5), detail });
    await sweepAt(hourLater);
    expect(await findById(callId)).toMatchObject({ disposition: 'callback_scheduled' });
    const text = `select status, scheduled_at as "scheduledAt", notes from dispositions where call_id = $1`;
    expect(await scope().row({ text }, [callId])).toEqual({
      status: 'pending',
      scheduledAt: new Date(scheduledAt),
      notes: 'Before lunch.',
    });
  });

  it('suppresses the number if the flow had recorded an opt-out', async () => {
    const callId = await createAnsweredCall();
    const detail = { disposition: 'do_not_call' };
    await appendCallEvent(scope(), { ...callKey(callId), type: 'disposition_set', at: later(5), detail });
    await sweepAt(hourLater);
    expect(await findById(callId)).toMatchObject({ disposition: 'do_not_call' });
    const text = `select reason from suppressions where call_id = $1`;
    expect(await scope().row({ text }, [callId])).toMatchObject({
      reason: expect.stringContaining('opt-out'),
    });
  });

  it('is not ended by its own node, even if the lease of the node expired during a database outage', async () => {
    const callId = await createAnsweredCall();
    expect(await sweepAt(hourLater, 'node-dead')).toBe(0);
    expect((await findById(callId)).state).toBe('in_progress');
    expect(await sweepAt(hourLater)).toBe(1);
  });
});

describe('the sweeps', () => {
  it('run after one minute if the journal cannot be applied', async () => {
    const clock = new ManualClock();
    const swept: number[] = [];
    const sweep = async () => void swept.push(clock.monotonicMs());
    const run = sweepsAfterJournal(clock, [sweep]);
    const startMs = clock.monotonicMs();
    await run(false);
    await clock.advance(5_000);
    await run(true);
    await clock.advance(59_999);
    await run(false);
    await clock.advance(1);
    await run(false);
    expect(swept.map((atMs) => atMs - startMs)).toEqual([5_000, 65_000]);
  });
});
