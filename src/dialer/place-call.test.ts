import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { journalOf } from '../../test/support/journal.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { lostCallSweep } from '../calls/lost-calls.ts';
import { SessionRegistry } from '../calls/session-registry.ts';
import { publishCallCommand } from '../contracts/call-commands.ts';
import { LocalBus } from '../contracts/local-bus.ts';
import { FakeCarrier } from '../contracts/testing/fake-carrier.ts';
import type { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../contracts/testing/fake-speech-to-text.ts';
import { FakeLanguageModel } from '../contracts/testing/fake-language-model.ts';
import { FakeTextToSpeech } from '../contracts/testing/fake-text-to-speech.ts';
import type { TextToSpeech } from '../contracts/text-to-speech.ts';
import { newId } from '../core/ids.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { NumberZones } from '../core/number-zones.ts';
import { ratePlans } from '../domain/rate-plan.ts';
import { type CallDetailRow, findCall, type NewCallRow, recordCallChange } from '../store/calls/calls.ts';
import { listCallEvents, listTranscript } from '../store/calls/call-timeline.ts';
import { acquireSlot, countSlots } from '../store/concurrency-slots.ts';
import { insertDialIntent } from '../store/dial-intents.ts';
import { lockCallCounters } from '../store/dialing/claims.ts';
import { heartbeatNode } from '../store/nodes.ts';
import { insertOwnedNumber } from '../store/phone-numbers.ts';
import { addSuppression } from '../store/suppressions.ts';
import { updateWorkspace } from '../store/workspaces.ts';
import { LegalCallingHours } from './calling-permission.ts';
import { placeCallHandler, type PlaceCallOptions } from './place-call.ts';

let database: TestDatabase;
let fixture: Fixture;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedWorkspace(database.db);
});

interface DialerChanges {
  readonly hasVoice?: boolean;
  readonly hasModel?: boolean;
  readonly trunks?: PlaceCallOptions['trunks'];
  readonly isOverloaded?: PlaceCallOptions['isOverloaded'];
  readonly permission?: PlaceCallOptions['permission'];
}

/** Creates the dialer of one node. `onDial` scripts the far end. */
function dialer(onDial: (leg: FakeLeg) => void = () => undefined, options: DialerChanges = {}) {
  const clock = new ManualClock(noon.getTime() + 60_000);
  const bus = new LocalBus((error) => {
    throw error;
  });
  const carrier = new FakeCarrier(clock, onDial);
  const sessions = new SessionRegistry({ bus, clock });
  const engine = new FakeTextToSpeech({ clock });
  const voice: TextToSpeech = {
    provider: 'builtin',
    capabilities: engine.capabilities,
    synthesize: (request) => engine.synthesize({ ...request, voiceId: 'tone' }),
    checkHealth: () => engine.checkHealth(),
    close: () => engine.close(),
  };
  const recogniser = new FakeSpeechToText();
  const handler = placeCallHandler({
    db: database.db,
    clock,
    logger: silentLogger,
    nodeId: 'node-1',
    isOverloaded: options.isOverloaded ?? (() => false),
    providers: {
      textToSpeech: () => (options.hasVoice === false ? undefined : voice),
      speechToText: () => recogniser,
      languageModel: () => (options.hasModel === true ? new FakeLanguageModel([]) : undefined),
      fallbackRecogniser: ([first]) => first,
    },
    sessions,
    ratePlans,
    journal: journalOf(database.db, clock),
    recordingRoot: '/data/recordings',
    bus,
    carrier,
    trunks: options.trunks ?? [],
    permission: options.permission ?? {
      countsEarlierCalls: () => false,
      decide: () => ({ allowed: true, evidence: {} }),
    },
  });
  const run = (call: CallDetailRow, attempt = 1) => {
    const { workspaceId, id: callId } = call;
    const job = {
      id: 1,
      kind: 'place-call',
      key: callId,
      workspaceId,
      attempt,
      payload: { workspaceId, callId },
    };
    const context = { signal: new AbortController().signal, complete: () => Promise.resolve() };
    return handler.run(job, context);
  };
  const collectReports = (callId: string) => {
    const publishedReports: unknown[] = [];
    bus.subscribe(`calls.${callId}`, (report) => publishedReports.push(report));
    return publishedReports;
  };
  return { clock, bus, carrier, sessions, run, collectReports };
}

const seed = (changes: Partial<NewCallRow> = {}) => seedCall(database.db, fixture, changes);
const scope = () => database.db.inWorkspace(fixture.workspaceId);
const findStored = async (call: CallDetailRow) =>
  (await findCall(scope(), { workspaceId: fixture.workspaceId, callId: call.id }))!;
const keyOf = (call: CallDetailRow) => ({ workspaceId: fixture.workspaceId, callId: call.id });

describe('placeCallHandler', () => {
  it('dials a call and stores all its events', async () => {
    const { clock, carrier, sessions, run, collectReports } = dialer((leg) => {
      leg.proceed();
      leg.ring();
      leg.pickUp();
    });
    const call = await seed();
    const publishedReports = collectReports(call.id);
    await run(call);
    const session = sessions.find(call.id)!;
    await clock.advance(6_000);
    await session.closed;
    expect(carrier.requests).toMatchObject([
      { reference: `${call.id}.1`, from: '+12025550100', to: '+12025550101', ringTimeoutMs: 30_000 },
    ]);
    expect(carrier.requests[0]!.promptHints![0]).toMatchObject({ text: 'Hello and goodbye.' });
    expect(await findStored(call)).toMatchObject({
      state: 'ended',
      endReason: 'agent_hangup',
      disposition: 'answered',
      nodeId: 'node-1',
      recordingPath: `recordings/2026-01/${call.id}.wav`,
    });
    const transcript = await listTranscript(scope(), keyOf(call));
    expect(transcript.map(({ content }) => content)).toEqual(['Hello and goodbye.']);
    const events = await listCallEvents(scope(), keyOf(call));
    expect(events.map(({ type }) => type)).toEqual([
      'queued',
      'dialing',
      'leg_proceeding',
      'ringing',
      'in_progress',
      'amd_result',
      'node_entered',
      'ended',
    ]);
    expect(publishedReports).toEqual([{ type: 'proceeding' }, { type: 'reached-carrier' }]);
    expect(sessions.size).toBe(0);
  });

  it.each([
    ['nothing', 'the flow continues to speak', {}],
    ['text', 'a conversation follows', { flowId: undefined, flowVersion: undefined }],
  ] as const)(
    'sends a prompt hint for the first message that expects "%s" if %s',
    async (expects, _, change) => {
      const { carrier, sessions, run } = dialer(undefined, { hasModel: true });
      const overrides = { firstMessage: 'Good day.', model: 'fake/scripted' };
      await run(await seed({ ...change, overrides }));
      expect(carrier.requests[0]!.promptHints![0]).toEqual({
        id: 'first-message',
        text: 'Good day.',
        expects,
      });
      await sessions.close();
    },
  );

  it.each([
    ['busy', { type: 'reached-carrier' }],
    ['invalid_number', { type: 'failed', message: 'No trunk answered.' }],
    ['carrier_error', { type: 'failed', message: 'No trunk answered.' }],
  ] as const)('publishes for the end cause %s: %j', async (cause, report) => {
    const { clock, sessions, run, collectReports } = dialer((leg) =>
      leg.end(cause, { detail: 'No trunk answered.' }),
    );
    const call = await seed();
    const publishedReports = collectReports(call.id);
    await run(call);
    const session = sessions.find(call.id);
    await clock.advance(10);
    await session?.closed;
    expect(publishedReports).toEqual([report]);
    expect(await findStored(call)).toMatchObject({
      state: 'ended',
      endReason: cause,
      endDetail: 'No trunk answered.',
    });
  });

  it('does not dial a suppressed number', async () => {
    const { clock, carrier, run, collectReports } = dialer();
    const call = await seed();
    const publishedReports = collectReports(call.id);
    const address = call.toNumber;
    const { workspaceId } = fixture;
    await addSuppression(scope(), { workspaceId, channel: 'voice', address, reason: 'asked', at: noon });
    await run(call);
    await clock.advance(0);
    expect(carrier.requests).toEqual([]);
    expect(publishedReports).toMatchObject([{ type: 'failed' }]);
    expect(await findStored(call)).toMatchObject({ endReason: 'cancelled', disposition: 'do_not_call' });
  });

  it('does not dial from a number that was released or that another workspace owns', async () => {
    const { carrier, run } = dialer();
    const fromNumber = '+12125552310';
    const { workspaceId } = fixture;
    const releasedNumberCall = await seed({ fromNumber });
    await run(releasedNumberCall);
    const other = await seedWorkspace(database.db);
    const id = newId('number');
    const owned = { id, workspaceId: other.workspaceId, e164: fromNumber, at: noon };
    await insertOwnedNumber(database.db.inWorkspace(other.workspaceId), owned);
    const foreignNumberCall = await seed({ fromNumber });
    await run(foreignNumberCall);
    const e164 = '+12125552311';
    await insertOwnedNumber(scope(), { id: newId('number'), workspaceId, e164, at: noon });
    const ownNumberCall = await seed({ fromNumber: e164 });
    await run(ownNumberCall);
    expect(carrier.requests.map(({ from }) => from)).toEqual([e164]);
    for (const call of [releasedNumberCall, foreignNumberCall])
      expect(await findStored(call)).toMatchObject({ endReason: 'cancelled', disposition: 'cancelled' });
  });

  it('does not dial after the deadline or without a provider', async () => {
    const lateDialer = dialer();
    const lateCall = await seed({ notAfter: noon });
    await lateDialer.run(lateCall);
    const voicelessDialer = dialer(undefined, { hasVoice: false });
    const voicelessCall = await seed();
    await voicelessDialer.run(voicelessCall);
    expect([...lateDialer.carrier.requests, ...voicelessDialer.carrier.requests]).toEqual([]);
    expect(await findStored(lateCall)).toMatchObject({ endReason: 'cancelled' });
    expect(await findStored(voicelessCall)).toMatchObject({ endReason: 'provider_error', fault: 'provider' });
  });

  it('does not dial if the recogniser does not support the language', async () => {
    const { carrier, run, collectReports } = dialer();
    const call = await seed({ overrides: { language: 'es-MX' } });
    const publishedReports = collectReports(call.id);
    await run(call);
    const detail = 'The speech-to-text provider "fake" understands en-US, not es-MX.';
    expect(carrier.requests).toEqual([]);
    expect(publishedReports).toEqual([{ type: 'failed', message: detail }]);
    expect(await findStored(call)).toMatchObject({ endReason: 'provider_error', endDetail: detail });
  });

  it('dials once even if the job runs several times', async () => {
    const { carrier, run } = dialer();
    const call = await seed();
    await Promise.all([run(call), run(call), run(call)]);
    await run(call);
    expect(carrier.requests).toHaveLength(1);
  });

  it('never dials again a call that may have rung', async () => {
    const { carrier, run } = dialer();
    const call = await seed();
    const reference = `${call.id}.1`;
    await insertDialIntent(scope(), {
      reference,
      ...keyOf(call),
      attempt: 1,
      nodeId: 'dead',
      carrier: 'fake',
      at: noon,
    });
    await run(call);
    expect(carrier.requests).toEqual([]);
    expect(await findStored(call)).toMatchObject({ endReason: 'node_lost', fault: 'platform' });
  });

  it('waits for a concurrency slot, and cancels the call after the last attempt', async () => {
    const { carrier, run } = dialer();
    const call = await seed();
    const other = await seed();
    await database.db
      .asSystem()
      .execute({ text: `update workspaces set plan = 'developer' where id = $1` }, [fixture.workspaceId]);
    await acquireSlot(scope(), { ...keyOf(other), limit: 1, owner: 'node-2', leaseMs: 60_000 });
    await expect(run(call)).rejects.toThrow('limit of concurrent calls');
    expect(await findStored(call)).toMatchObject({ state: 'queued' });
    await run(call, 10);
    expect(await findStored(call)).toMatchObject({ endReason: 'cancelled' });
    expect(carrier.requests).toEqual([]);
  });

  it('waits while the node is overloaded, then dials', async () => {
    let isOverloaded = true;
    const call = await seed();
    const checked: (string | undefined)[] = [];
    const { carrier, run, collectReports } = dialer((leg) => leg.ring(), {
      isOverloaded: (number) => {
        checked.push(number);
        return isOverloaded;
      },
    });
    const publishedReports = collectReports(call.id);
    await expect(run(call)).rejects.toThrow('overloaded');
    expect(publishedReports).toEqual([{ type: 'waiting' }]);
    expect(checked).toEqual([call.toNumber]);
    expect(await findStored(call)).toMatchObject({ state: 'queued' });
    isOverloaded = false;
    await run(call, 2);
    expect(carrier.requests).toHaveLength(1);
  });

  it('counts calls towards the limit of their trunk, but dials them even if it is exhausted', async () => {
    const trunks = [{ name: 't.example', carries: () => true, concurrentCalls: 1 }];
    const { carrier, run } = dialer((leg) => leg.ring(), { trunks });
    await run(await seed());
    await run(await seed());
    expect(carrier.requests).toHaveLength(2);
    const { workspaceId } = fixture;
    const query = { workspaceId, trunks: ['t.example'] };
    const counters = await database.db.asSystem().transaction((tx) => lockCallCounters(tx, query));
    expect(counters.ofTrunks.get('t.example')).toBe(2);
  });

  it('ends a call when any node sends the command', async () => {
    const { clock, bus, carrier, sessions, run } = dialer((leg) => leg.ring());
    const call = await seed();
    await run(call);
    const session = sessions.find(call.id)!;
    await clock.advance(100);
    bus.publish('call-commands', { type: 'nonsense' });
    publishCallCommand(bus, {
      callId: call.id,
      commandId: 'command-1',
      command: { type: 'end' },
      sentAtMs: clock.now(),
    });
    await clock.advance(100);
    await session.closed;
    expect(carrier.legs[0]!.isEnded).toBe(true);
    expect(await findStored(call)).toMatchObject({ endReason: 'cancelled', disposition: 'cancelled' });
    expect(await countSlots(scope(), { workspaceId: fixture.workspaceId })).toBe(0);
  });

  it('hangs up every call and stores its end when the node closes', async () => {
    const { clock, sessions, run } = dialer((leg) => leg.pickUp());
    const calls = [await seed(), await seed()];
    for (const call of calls) await run(call);
    await clock.advance(500);
    await sessions.close();
    for (const call of calls)
      expect(await findStored(call)).toMatchObject({
        state: 'ended',
        endReason: 'cancelled',
        endDetail: 'The service was stopped.',
      });
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a dead node', () => {
  it('has its calls ended as lost and never dialed again', async () => {
    const { carrier, run } = dialer();
    const call = await seed();
    const alive = await seed();
    const heartbeat = { roles: [], startedAt: noon };
    await heartbeatNode(database.db.asSystem(), { ...heartbeat, nodeId: 'node-alive', leaseMs: 60_000 });
    const change = { workspaceId: fixture.workspaceId, from: ['queued'], to: 'dialing', at: noon } as const;
    await recordCallChange(scope(), { ...change, callId: call.id, nodeId: 'node-dead' });
    await recordCallChange(scope(), { ...change, callId: alive.id, nodeId: 'node-alive' });
    const clock = new ManualClock(noon.getTime() + 60_000);
    const sweepOptions = { db: database.db, clock, logger: silentLogger, recordingRoot: '/data/recordings' };
    const sweep = lostCallSweep({ ...sweepOptions, nodeId: 'node-1' });
    // A call is ended only if two consecutive runs find it.
    await sweep();
    await sweep();
    await run(call);
    expect(carrier.requests).toEqual([]);
    expect(await findStored(call)).toMatchObject({
      state: 'ended',
      endReason: 'node_lost',
      fault: 'platform',
    });
    expect(await findStored(alive)).toMatchObject({ state: 'dialing' });
  });
});

describe('a call that is due outside the calling hours', () => {
  /** 07:01 in New York. */
  const early = { toNumber: '+12126000100', createdBy: 'key_1', scheduledAt: noon } as const;
  const placeEarlyCall = async (singleCallsOutsideHours: 'warn' | 'refuse', changes: Partial<NewCallRow>) => {
    const { workspaceId } = fixture;
    await updateWorkspace(scope(), { workspaceId, singleCallsOutsideHours, at: noon });
    const permission = new LegalCallingHours({ zones: await NumberZones.load() });
    const { carrier, run } = dialer(undefined, { permission });
    const call = await seed({ ...early, ...changes });
    await run(call);
    return { dials: carrier.requests.length, call: await findStored(call) };
  };

  it('is not dialed if the workspace rejects such calls, with the reason', async () => {
    const { dials, call } = await placeEarlyCall('refuse', {});
    expect(dials).toBe(0);
    expect(call).toMatchObject({
      state: 'ended',
      endReason: 'cancelled',
      endDetail: expect.stringMatching(/^The number may not be called at this time \(47 CFR/),
      disposition: 'cancelled',
    });
  });

  it.each([
    ['if the workspace only warns', 'warn', {}],
    ['if the hours at the number allow it', 'refuse', { toNumber: '+498912345678' }],
    ['if it is a callback', 'refuse', { createdBy: null }],
  ] as const)('is dialed %s', async (_condition, mode, changes) => {
    expect((await placeEarlyCall(mode, changes)).dials).toBe(1);
  });

  it('is dialed unless earlier calls to the number exhaust a legal limit; it does not count itself', async () => {
    const inMaine = { toNumber: '+12076000100', purpose: 'sales', consent: true } as const;
    const { workspaceId } = fixture;
    await updateWorkspace(scope(), { workspaceId, callingHours: 'off', at: noon });
    expect((await placeEarlyCall('refuse', inMaine)).dials).toBe(1);
    const { dials, call } = await placeEarlyCall('refuse', inMaine);
    expect(dials).toBe(0);
    expect(call.endDetail).toMatch(/1498/);
  });
});
