import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { callStates } from '../../domain/call-state.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../../test/support/fixtures.ts';
import { findActiveCall, listActiveCalls, removeActiveCall, upsertActiveCall } from '../active-calls.ts';
import { acquireSlot, countSlots } from '../concurrency-slots.ts';
import type { Scope } from '../database.ts';
import { listDispositions } from '../dispositions/list-dispositions.ts';
import { expireNodes, heartbeatNode, removeNode } from '../nodes.ts';
import { isSuppressed } from '../suppressions.ts';
import { appendCallEvent, appendTranscriptEntry, listCallEvents, listTranscript } from './call-timeline.ts';
import { findCall, recordCallChange } from './calls.ts';
import { finishCall, type CallEnd } from './finish-call.ts';
import { listCalls } from './list-calls.ts';
import { listLostCalls } from './unfinished-calls.ts';

let database: TestDatabase;
let fixture: Fixture;
let scope: Scope;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedWorkspace(database.db);
  scope = database.db.inWorkspace(fixture.workspaceId);
});

afterAll(() => database.close());

const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

function change(
  callId: string,
  from: (typeof callStates)[number],
  to: 'dialing' | 'ringing' | 'in_progress',
) {
  return recordCallChange(scope, {
    workspaceId: fixture.workspaceId,
    callId,
    from: [from],
    to,
    at: later(1),
    nodeId: 'node-1',
  });
}

function end(callId: string, changes: Partial<CallEnd> = {}): CallEnd {
  return {
    workspaceId: fixture.workspaceId,
    callId,
    endReason: 'customer_hangup',
    at: later(62),
    disposition: { code: 'answered', status: 'completed' },
    ...changes,
  };
}

async function eventsOf(subjectId: string) {
  return scope.rows<{ type: string; sequence: number; data: Record<string, unknown> }>(
    { text: 'select type, sequence, data from events where subject_id = $1 order by position' },
    [subjectId],
  );
}

describe('the language of a call', () => {
  it.each([
    [{}, 'en-US'],
    [{ customer: { language: 'de-DE' } }, 'de-DE'],
    [{ customer: { language: 'de-DE' }, overrides: { language: 'it-IT' } }, 'it-IT'],
  ])('of %j is %s, also in its events', async (more, language) => {
    const call = await seedCall(database.db, fixture, more);
    expect(call.language).toBe(language);
    await change(call.id, 'queued', 'dialing');
    await change(call.id, 'dialing', 'ringing');
    expect((await eventsOf(call.id)).map(({ data }) => data['language'])).toEqual([language]);
  });
});

describe('insertCall and findCall', () => {
  it('return the inserted call', async () => {
    const inserted = await seedCall(database.db, fixture, {
      customer: { name: 'Grace' },
      dynamic: { day: 'Tuesday' },
    });
    const found = await findCall(scope, { workspaceId: fixture.workspaceId, callId: inserted.id });
    expect(found).toEqual(inserted);
    expect(found).toMatchObject({
      state: 'queued',
      customer: { name: 'Grace' },
      createdAt: noon,
      endReason: null,
    });
  });

  it('insert no call for a deleted agent', async () => {
    const deletedAgentFixture = {
      ...fixture,
      agent: { ...fixture.agent, id: newId('agent') },
    };
    expect(await seedCall(database.db, deletedAgentFixture)).toBeUndefined();
  });

  it('insert the first timeline entry', async () => {
    const { id } = await seedCall(database.db, fixture, { direction: 'inbound', state: 'ringing' });
    const timeline = await listCallEvents(scope, { workspaceId: fixture.workspaceId, callId: id });
    expect(timeline).toEqual([{ sequence: 1, at: noon, type: 'ringing', detail: {} }]);
  });
});

describe('recordCallChange', () => {
  it('writes state, timeline and outbox together', async () => {
    const { id, workspaceId } = await seedCall(database.db, fixture);
    await change(id, 'queued', 'dialing');
    await change(id, 'dialing', 'ringing');
    await change(id, 'ringing', 'in_progress');
    const call = await findCall(scope, { workspaceId, callId: id });
    expect(call).toMatchObject({ state: 'in_progress', nodeId: 'node-1', answeredAt: later(1) });
    const timeline = await listCallEvents(scope, { workspaceId, callId: id });
    expect(timeline.map((entry) => entry.type)).toEqual(['queued', 'dialing', 'ringing', 'in_progress']);
    const events = await eventsOf(id);
    expect(events.map((event) => [event.type, event.sequence])).toEqual([
      ['call.ringing', 3],
      ['call.answered', 4],
      ['call.started', 4],
    ]);
    expect(events[2]?.data).toMatchObject({ callId: id, status: 'in_progress', sequence: 4 });
  });

  it('changes nothing if the call is not in the expected state', async () => {
    const { id, workspaceId } = await seedCall(database.db, fixture);
    await finishCall(scope, end(id));
    expect(await change(id, 'queued', 'dialing')).toBeUndefined();
    expect((await findCall(scope, { workspaceId, callId: id }))?.state).toBe('ended');
    expect(await listCallEvents(scope, { workspaceId, callId: id })).toHaveLength(2);
  });

  it('rejects a transition that is not allowed', async () => {
    const { id } = await seedCall(database.db, fixture);
    expect(() => change(id, 'in_progress', 'ringing')).toThrow('cannot change');
  });

  it('changes the state once under concurrency', async () => {
    const { id } = await seedCall(database.db, fixture);
    const results = await Promise.all(Array.from({ length: 8 }, () => change(id, 'queued', 'dialing')));
    expect(results.filter((result) => result !== undefined)).toHaveLength(1);
  });
});

describe('appendCallEvent', () => {
  it('numbers the entries and events of a call in one sequence', async () => {
    const { id, workspaceId } = await seedCall(database.db, fixture);
    const publish = { type: 'recording.ready', data: { bytes: 5 } };
    const append = (type: string) =>
      appendCallEvent(scope, { workspaceId, callId: id, type, at: later(3), publish });
    const numbers = await Promise.all([append('a'), append('b'), append('c')]);
    expect(new Set(numbers)).toEqual(new Set([2, 3, 4]));
    const events = await eventsOf(id);
    expect(events.map((event) => event.sequence).toSorted((left, right) => left - right)).toEqual([2, 3, 4]);
    expect(events[0]?.data).toMatchObject({ callId: id, bytes: 5 });
  });

  it('publishes no event unless the caller requests it', async () => {
    const { id, workspaceId } = await seedCall(database.db, fixture);
    await appendCallEvent(scope, {
      workspaceId,
      callId: id,
      type: 'comment',
      at: later(3),
      detail: { text: 'x' },
    });
    expect(await eventsOf(id)).toEqual([]);
  });
});

describe('finishCall', () => {
  it('writes the end, the disposition, the event and the opt-out, and releases the slot, in one transaction', async () => {
    const { id, workspaceId } = await seedCall(database.db, fixture, { toNumber: '+12025550107' });
    const before = await countSlots(scope, { workspaceId });
    await acquireSlot(scope, { workspaceId, callId: id, limit: 1000, owner: 'node-1', leaseMs: 10_000 });
    await change(id, 'queued', 'dialing');
    await change(id, 'dialing', 'in_progress');
    await activate(id);
    const finished = await finishCall(
      scope,
      end(id, {
        at: later(61),
        disposition: { code: 'do_not_call', status: 'completed', notes: 'Asked to stop.' },
        optOut: { reason: 'Opted out.' },
        variables: { agreed: true },
        recordingPath: 'a/b.wav',
        recordingDurationMs: 60_000.4,
      }),
    );
    expect(finished).toMatchObject({
      state: 'ended',
      endReason: 'customer_hangup',
      fault: 'none',
      disposition: 'do_not_call',
      variables: { agreed: true },
      recordingDurationMs: 60_000,
    });
    expect(await countSlots(scope, { workspaceId })).toBe(before);
    expect(await listActiveCalls(scope, { workspaceId, ownNodeId: 'node-1' })).toEqual([]);
    const outcomes = await listDispositions(scope, { workspaceId, phoneNumber: '+12025550107', limit: 5 });
    expect(outcomes.rows).toMatchObject([
      { callId: id, disposition: 'do_not_call', notes: 'Asked to stop.' },
    ]);
    expect(await isSuppressed(scope, { workspaceId, channel: 'voice', address: '+12025550107' })).toBe(true);
    expect((await eventsOf(id)).slice(-2)).toMatchObject([
      { type: 'call.completed', data: { duration: 60, status: 'ended' } },
      { type: 'recording.ready', data: { callId: id, status: 'ended' } },
    ]);
    expect(await eventsOf(outcomes.rows[0]!.id)).toMatchObject([{ type: 'disposition.created' }]);
  });

  it('publishes call.failed for an unanswered call', async () => {
    const { id } = await seedCall(database.db, fixture);
    await finishCall(scope, end(id, { endReason: 'carrier_error', endDetail: '503 Busy here' }));
    expect((await eventsOf(id)).map((event) => event.type)).toEqual(['call.failed']);
  });

  it('derives the fault from the reason unless one is given', async () => {
    const first = await seedCall(database.db, fixture);
    const second = await seedCall(database.db, fixture);
    expect((await finishCall(scope, end(first.id, { endReason: 'node_lost' })))?.fault).toBe('platform');
    expect((await finishCall(scope, end(second.id, { fault: 'customer' })))?.fault).toBe('customer');
  });

  it('ends the call once under concurrency', async () => {
    const { id, workspaceId } = await seedCall(database.db, fixture, { toNumber: '+12025550109' });
    const results = await Promise.all(Array.from({ length: 8 }, () => finishCall(scope, end(id))));
    expect(results.filter((result) => result !== undefined)).toHaveLength(1);
    const outcomes = await listDispositions(scope, { workspaceId, phoneNumber: '+12025550109', limit: 5 });
    expect(outcomes.total).toBe(1);
    expect((await eventsOf(id)).map((event) => event.type)).toEqual(['call.failed']);
  });
});

describe('finishCall with the condition that the call is queued', () => {
  it('ends a queued call, but not a dialed one', async () => {
    const dialed = await seedCall(database.db, fixture);
    const queued = await seedCall(database.db, fixture);
    const { workspaceId } = fixture;
    const change = { workspaceId, callId: dialed.id, from: ['queued'], to: 'dialing', at: later(1) } as const;
    await recordCallChange(scope, change);
    expect(await finishCall(scope, { ...end(dialed.id), from: ['queued'] })).toBeUndefined();
    expect(await finishCall(scope, { ...end(queued.id), from: ['queued'] })).toMatchObject({
      state: 'ended',
    });
  });

  it('succeeds only if a concurrent dial fails', async () => {
    const { workspaceId } = fixture;
    for (let round = 0; round < 10; round += 1) {
      const { id: callId } = await seedCall(database.db, fixture);
      const change = { workspaceId, callId, from: ['queued'], to: 'dialing', at: later(1) } as const;
      const [ended, dialed] = await Promise.all([
        finishCall(scope, { ...end(callId), from: ['queued'] }),
        recordCallChange(scope, change),
      ]);
      expect((ended === undefined) !== (dialed === undefined)).toBe(true);
    }
  });
});

function activate(callId: string, changes: { lastMessage?: string } = {}) {
  return upsertActiveCall(scope, {
    callId,
    workspaceId: fixture.workspaceId,
    nodeId: 'node-1',
    agentId: fixture.agent.id,
    agentName: 'Ada',
    customerPhone: '+12025550101',
    customerName: null,
    type: 'phone',
    sentiment: 'neutral',
    lastMessage: '',
    transferRequested: false,
    held: false,
    muted: false,
    participants: [],
    startedAt: later(2),
    at: later(3),
    ...changes,
  });
}

describe('active calls', () => {
  it('are listed from the first write to the end of the call', async () => {
    const call = await seedCall(database.db, fixture);
    const query = { workspaceId: fixture.workspaceId, ownNodeId: 'node-1', roomName: call.roomName };
    await activate(call.id);
    await activate(call.id, { lastMessage: 'Good\0 day' });
    expect(await findActiveCall(scope, query)).toMatchObject({ callId: call.id, lastMessage: 'Good day' });
    await finishCall(scope, end(call.id));
    await activate(call.id, { lastMessage: 'too late' });
    expect(await findActiveCall(scope, query)).toBeUndefined();
  });

  it('are the calls of live nodes with a valid lease, and of the requesting node', async () => {
    const call = await seedCall(database.db, fixture);
    await activate(call.id);
    const { workspaceId } = fixture;
    const { roomName } = call;
    const readAs = async (ownNodeId: string) => [
      await findActiveCall(scope, { workspaceId, ownNodeId, roomName }),
      ...(await listActiveCalls(scope, { workspaceId, ownNodeId })),
    ];
    const bothReads = [{ callId: call.id }, { callId: call.id }];
    expect(await readAs('node-1')).toMatchObject(bothReads);
    expect(await readAs('node-2')).toEqual([undefined]);
    const system = database.db.asSystem();
    await heartbeatNode(system, { nodeId: 'node-1', roles: [], startedAt: noon, leaseMs: 60_000 });
    expect(await readAs('node-2')).toMatchObject(bothReads);
    await expireNodes(system, { nodeIds: ['node-1'] });
    expect(await readAs('node-2')).toEqual([undefined]);
    await removeNode(system, { nodeId: 'node-1' });
    await removeActiveCall(scope, { workspaceId, callId: call.id });
  });

  it('can be removed before the end of the call', async () => {
    const call = await seedCall(database.db, fixture);
    await activate(call.id);
    await removeActiveCall(scope, { workspaceId: fixture.workspaceId, callId: call.id });
    expect(await listActiveCalls(scope, { workspaceId: fixture.workspaceId, ownNodeId: 'node-1' })).toEqual(
      [],
    );
  });
});

describe('the transcript', () => {
  const entry = {
    role: 'agent',
    content: 'Hello Grace, this is',
    startMs: 0,
    endMs: 900.5,
    interrupted: true,
  } as const;

  it('has its entries in order, and replaces an entry that is written again', async () => {
    const { id, workspaceId } = await seedCall(database.db, fixture);
    const add = (sequence: number, content: string) =>
      appendTranscriptEntry(scope, { workspaceId, callId: id, sequence, entry: { ...entry, content } });
    await add(2, 'second');
    await add(1, 'first');
    await add(2, 'second, as heard');
    const transcript = await listTranscript(scope, { workspaceId, callId: id });
    expect(transcript.map((row) => row.content)).toEqual(['first', 'second, as heard']);
    expect(transcript[0]).toMatchObject({ endMs: 900.5, interrupted: true, digits: null });
  });
});

describe('listCalls', () => {
  it('filters by every field of the API', async () => {
    const isolated = await seedWorkspace(database.db);
    const db = database.db.inWorkspace(isolated.workspaceId);
    const one = await seedCall(database.db, isolated, { batchId: 'batch_1', toNumber: '+12025550111' });
    const two = await seedCall(database.db, isolated, {
      direction: 'inbound',
      state: 'ringing',
      at: later(5),
    });
    await finishCall(db, { ...end(two.id), workspaceId: isolated.workspaceId, endReason: 'busy' });
    const idsOf = async (filters: object) => {
      const page = await listCalls(db, { workspaceId: isolated.workspaceId, limit: 10, ...filters });
      expect(page.total).toBe(page.rows.length);
      return page.rows.map((row) => row.id);
    };
    expect(await idsOf({})).toEqual([two.id, one.id]);
    expect(await idsOf({ agentId: isolated.agent.id, batchId: 'batch_1' })).toEqual([one.id]);
    expect(await idsOf({ status: 'ended' })).toEqual([two.id]);
    expect(await idsOf({ endReason: 'busy' })).toEqual([two.id]);
    expect(await idsOf({ direction: 'outbound' })).toEqual([one.id]);
    expect(await idsOf({ phoneNumber: '+12025550111' })).toEqual([one.id]);
    expect(await idsOf({ createdAtFrom: later(1) })).toEqual([two.id]);
    expect(await idsOf({ createdAtTo: later(1) })).toEqual([one.id]);
  });
});

describe('listLostCalls', () => {
  it('returns only calls whose node is dead', async () => {
    const system = database.db.asSystem();
    const lost = await seedCall(database.db, fixture, { state: 'ringing', nodeId: 'dead-node' });
    const carried = await seedCall(database.db, fixture, { state: 'ringing', nodeId: 'live-node' });
    const queued = await seedCall(database.db, fixture);
    await heartbeatNode(system, {
      nodeId: 'live-node',
      roles: ['media'],
      startedAt: noon,
      leaseMs: 60_000,
    });
    const before = (await listLostCalls(system, { exceptNodeId: 'node-2', limit: 100 })).map(
      (call) => call.id,
    );
    expect(before).toContain(lost.id);
    expect(before).not.toContain(carried.id);
    expect(before).not.toContain(queued.id);
    await removeNode(system, { nodeId: 'live-node' });
    expect(
      (await listLostCalls(system, { exceptNodeId: 'node-2', limit: 100 })).map((call) => call.id),
    ).toContain(carried.id);
  });
});
