import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedCall, seedWorkspace } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { eventTypes, type EventTypeName } from '../../domain/webhooks/event-types.ts';
import { insertDispositionCode } from '../disposition-codes.ts';
import type { Queryable } from '../queryable.ts';
import { isSuppressed } from '../suppressions.ts';
import { appendTranscriptEntry } from './call-timeline.ts';
import { findCall, recordCallChange } from './calls.ts';
import { finishCall, finishCallWithin, type CallEnd } from './finish-call.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Ends a call with `dispositionCode`, in a workspace with a custom code. Returns whether its number is then suppressed. */
async function isSuppressedAfter(code: { addsToDnc: boolean }, dispositionCode: string): Promise<boolean> {
  const fixture = await seedWorkspace(database.db);
  const { workspaceId } = fixture;
  const scope = database.db.inWorkspace(workspaceId);
  const codeSettings = { code: 'sued_us', isTerminal: true, retryDelaySeconds: null, ...code };
  await insertDispositionCode(scope, {
    id: newId('dispositionCode'),
    workspaceId,
    ...codeSettings,
    at: noon,
  });
  const call = await seedCall(database.db, fixture, { toNumber: '+12025550101' });
  await finishCall(scope, {
    workspaceId,
    callId: call.id,
    endReason: 'agent_hangup',
    at: noon,
    disposition: { code: dispositionCode, status: 'completed' },
  });
  return isSuppressed(scope, { workspaceId, channel: 'voice', address: '+12025550101' });
}

/** SQL that counts the rows that the end of a call writes. */
const effectsOfCall = `select (select count(*) from dispositions where call_id = $1) as dispositions,
  (select count(*) from events where subject_id = $1) as events,
  (select count(*) from call_events where call_id = $1) as timeline,
  (select count(*) from suppressions where call_id = $1) as suppressions`;

/** Returns a transaction in which the statement with this name fails. `names` receives the names of all statements. */
function transactionFailingAt(tx: Queryable, failing: string, names: string[]): Queryable {
  const check = (name = '') => {
    names.push(name);
    if (name === failing) throw new Error('This statement fails.');
  };
  return {
    rows: async (statement, values) => (check(statement.name), tx.rows(statement, values)),
    row: async (statement, values) => (check(statement.name), tx.row(statement, values)),
    execute: async (statement, values) => (check(statement.name), tx.execute(statement, values)),
    write: async (statement, values) => (check(statement.name), tx.write(statement, values)),
  };
}

/** Ends a call after an answer, with this transcript and these variables. Returns its events by type. */
async function eventsAfter(
  content: readonly string[],
  end: Partial<CallEnd>,
): Promise<Map<string, EventRow>> {
  const fixture = await seedWorkspace(database.db);
  const { workspaceId } = fixture;
  const scope = database.db.inWorkspace(workspaceId);
  const { id: callId } = await seedCall(database.db, fixture, {
    toNumber: '+12025550104',
    customer: { name: 'Ada', externalId: 'customer-1' },
    metadata: { order: 4711 },
  });
  await recordCallChange(scope, { workspaceId, callId, from: ['queued'], to: 'dialing', at: noon });
  await recordCallChange(scope, { workspaceId, callId, from: ['dialing'], to: 'in_progress', at: noon });
  for (const [index, text] of content.entries()) {
    const startMs = index * 1_000;
    const entry = {
      role: 'agent',
      content: text,
      startMs,
      endMs: startMs + 900,
      interrupted: false,
    } as const;
    await appendTranscriptEntry(scope, { workspaceId, callId, sequence: index + 1, entry });
  }
  await finishCall(scope, {
    workspaceId,
    callId,
    endReason: 'customer_hangup',
    at: noon,
    disposition: { code: 'answered', status: 'completed' },
    ...end,
  });
  const events = await scope.rows<EventRow>({ text: `select type, data from events where subject_id = $1` }, [
    callId,
  ]);
  for (const { type, data } of events)
    expect(eventTypes[type as EventTypeName].data.safeParse(data).error?.issues).toBeUndefined();
  return new Map(events.map((event) => [event.type, event]));
}

interface EventRow {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

describe('the events of the end of a call', () => {
  it('have what an integration needs without a further request', async () => {
    const events = await eventsAfter(['Hello Ada.', 'Goodbye.'], {
      variables: { comes: true },
      recordingPath: 'recordings/1.wav',
      recordingDurationMs: 1_900,
    });
    const { callId } = events.get('call.completed')!.data;
    expect(events.get('call.completed')!.data).toMatchObject({
      customer: { name: 'Ada', externalId: 'customer-1' },
      metadata: { order: 4711 },
      answeredAt: noon.toISOString(),
      endedAt: noon.toISOString(),
      endReason: 'customer_hangup',
      disposition: 'answered',
      variables: { comes: true },
      truncated: false,
      transcript: [
        { role: 'agent', content: 'Hello Ada.', startMs: 0, endMs: 900 },
        { role: 'agent', content: 'Goodbye.', startMs: 1_000, endMs: 1_900 },
      ],
      transcriptUrl: `/api/v1/calls/${String(callId)}`,
      recordingUrl: `/api/v1/calls/${String(callId)}/recording`,
    });
    expect(events.get('recording.ready')!.data).toMatchObject({ durationMs: 1_900, reason: null });
    expect(events.has('recording.failed')).toBe(false);
  });

  it('omit the transcript after 64 KiB, and variables of more than 16 KiB', async () => {
    const minutes = Array.from({ length: 80 }, (_, index) => `${index} ${'word '.repeat(200)}`);
    const long = (await eventsAfter(minutes, {})).get('call.completed')!.data;
    expect(long).toMatchObject({ truncated: true, recordingUrl: null });
    const { transcript } = long as { transcript: { content: string }[] };
    expect(transcript.map(({ content }) => content)).toEqual(minutes.slice(0, transcript.length));
    expect(transcript.length).toBeGreaterThan(50);
    expect(Buffer.byteLength(JSON.stringify(transcript))).toBeLessThan(65_536);
    const large = await eventsAfter([], { variables: { essay: 'x'.repeat(17_000) } });
    expect(large.get('call.completed')!.data).toMatchObject({ truncated: true, variables: {} });
  });

  it('report why there is no recording', async () => {
    const events = await eventsAfter([], { recordingPath: null, recordingFault: 'disk_full' });
    expect(events.get('recording.failed')!.data).toMatchObject({ reason: 'disk_full' });
    expect(events.has('recording.ready')).toBe(false);
  });
});

describe('the end of a call', () => {
  it('is atomic if any of its statements fails', async () => {
    const fixture = await seedWorkspace(database.db);
    const { workspaceId } = fixture;
    const scope = database.db.inWorkspace(workspaceId);
    const call = await seedCall(database.db, fixture, { toNumber: '+12025550102' });
    const end: CallEnd = {
      workspaceId,
      callId: call.id,
      endReason: 'agent_hangup',
      at: noon,
      disposition: { code: 'do_not_call', status: 'completed' },
      optOut: { reason: 'Asked not to be called.' },
    };
    const names: string[] = [];
    const failAt = (failing: string) =>
      scope.transaction(async (tx) => {
        await finishCallWithin(transactionFailingAt(tx, failing, names), end);
        throw new Error('The whole transaction fails.');
      });
    const effects = { text: effectsOfCall };
    const before = await scope.row(effects, [call.id]);
    await expect(failAt('')).rejects.toThrow('The whole transaction fails.');
    const statements = new Set(names);
    expect(statements.size).toBeGreaterThan(12);
    for (const name of statements) {
      await expect(failAt(name)).rejects.toThrow('This statement fails.');
      expect(await findCall(scope, { workspaceId, callId: call.id })).toMatchObject({ state: call.state });
      expect(await scope.row(effects, [call.id])).toEqual(before);
    }
    expect(await finishCall(scope, end)).toMatchObject({ state: 'ended' });
  });

  it('adds the number to the do-not-call list if the custom code requires it', async () => {
    expect(await isSuppressedAfter({ addsToDnc: true }, 'sued_us')).toBe(true);
  });

  it('adds no suppression for other codes', async () => {
    expect(await isSuppressedAfter({ addsToDnc: false }, 'sued_us')).toBe(false);
    expect(await isSuppressedAfter({ addsToDnc: true }, 'answered')).toBe(false);
  });
});
