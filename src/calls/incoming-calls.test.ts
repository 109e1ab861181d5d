import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { journalOf } from '../../test/support/journal.ts';
import { noon, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { LocalBus } from '../contracts/local-bus.ts';
import { FakeCarrier } from '../contracts/testing/fake-carrier.ts';
import { FakeSpeechToText } from '../contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../contracts/testing/fake-text-to-speech.ts';
import { newId } from '../core/ids.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { ratePlans } from '../domain/rate-plan.ts';
import { listCalls } from '../store/calls/list-calls.ts';
import { findActiveCall } from '../store/active-calls.ts';
import { listTranscript } from '../store/calls/call-timeline.ts';
import { insertOwnedNumber } from '../store/phone-numbers.ts';
import { AgentInput } from '../domain/agent.ts';
import { FlowInput } from '../domain/flow/flow.ts';
import { insertFlow } from '../store/flows.ts';
import { insertAgent } from '../store/agents.ts';
import { incomingCalls } from './incoming-calls.ts';
import { SessionRegistry } from './session-registry.ts';

let database: TestDatabase;
let fixture: Fixture;
let nextSubscriberNumber = 100;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedWorkspace(database.db);
});

const scope = () => database.db.inWorkspace(fixture.workspaceId);

/** Creates an owned number with an agent that uses the fake providers. */
async function createOwnedNumber(
  change: { agent?: Partial<AgentInput>; hasAgent?: boolean } = {},
): Promise<string> {
  const { workspaceId, flow } = fixture;
  const voice = { provider: 'fake', voiceId: 'tone' };
  const config = AgentInput.parse({ name: 'Ada', flowId: flow.id, voice, ...change.agent });
  const agent = await insertAgent(scope(), { id: newId('agent'), workspaceId, config, at: noon });
  const e164 = `+12025550${nextSubscriberNumber++}`;
  await insertOwnedNumber(scope(), {
    id: newId('number'),
    workspaceId,
    e164,
    friendlyName: e164,
    country: 'US',
    locality: null,
    region: null,
    type: null,
    source: 'inventory',
    agentId: change.hasAgent === false ? null : agent.id,
    metadata: {},
    at: noon,
  });
  return e164;
}

function startIncomingCalls(internalError?: Error) {
  const clock = new ManualClock(noon.getTime());
  const bus = new LocalBus(() => undefined);
  const sessions = new SessionRegistry({ bus, clock });
  const engine = new FakeTextToSpeech({ clock });
  const recogniser = new FakeSpeechToText();
  const carrier = new FakeCarrier(clock);
  const handleCall = incomingCalls({
    db: database.db,
    clock,
    logger: silentLogger,
    nodeId: 'node-1',
    providers: {
      textToSpeech: (provider) => {
        if (internalError !== undefined) throw internalError;
        return provider === 'fake' ? engine : undefined;
      },
      speechToText: () => recogniser,
      languageModel: () => undefined,
      fallbackRecogniser: ([first]) => first,
    },
    sessions,
    ratePlans,
    journal: journalOf(database.db, clock),
    recordingRoot: '/data/recordings',
  });
  carrier.onIncoming(handleCall);
  return { clock, sessions, carrier };
}

/** Waits in real time, since the database does not use the manual clock. */
async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { timeout: 5_000, interval: 5 }).toBe(true);
}

const calls = async () => (await listCalls(scope(), { workspaceId: fixture.workspaceId, limit: 10 })).rows;

describe('an inbound call', () => {
  it('to an owned number is answered by its agent', async () => {
    const to = await createOwnedNumber();
    const { clock, sessions, carrier } = startIncomingCalls();
    carrier.receiveCall({ from: '+447700900123', to });
    await until(() => sessions.size === 1);
    await clock.advance(500);
    const [call] = await calls();
    const session = sessions.find(call!.id)!;
    const callKey = { workspaceId: fixture.workspaceId, ownNodeId: 'node-1', roomName: call!.roomName };
    await expect
      .poll(() => findActiveCall(scope(), callKey))
      .toMatchObject({ agentName: 'Ada', customerPhone: '+447700900123' });
    await clock.advance(5_000);
    await session.closed;
    expect((await calls())[0]).toMatchObject({
      direction: 'inbound',
      state: 'ended',
      endReason: 'agent_hangup',
    });
    const transcript = await listTranscript(scope(), { workspaceId: fixture.workspaceId, callId: call!.id });
    expect(transcript).toHaveLength(1);
    expect(await findActiveCall(scope(), callKey)).toBeUndefined();
  });

  it('that fails by an internal error has a record that does not contain the text of the error', async () => {
    const to = await createOwnedNumber();
    const { carrier } = startIncomingCalls(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
    const leg = carrier.receiveCall({ from: '+447700900123', to });
    await until(() => leg.isEnded);
    await expect
      .poll(async () => (await calls())[0])
      .toMatchObject({
        state: 'ended',
        endReason: 'provider_error',
        endDetail: 'The call could not be connected.',
      });
  });

  it('to an agent without a language model is rejected if its flow needs one', async () => {
    const { workspaceId } = fixture;
    const definition = FlowInput.parse({ type: 'call', name: 'Empty', status: 'active' });
    const flow = await insertFlow(scope(), { id: newId('flow'), workspaceId, definition, at: noon });
    const to = await createOwnedNumber({ agent: { flowId: flow.id } });
    const { carrier } = startIncomingCalls();
    const leg = carrier.receiveCall({ from: '+447700900123', to });
    await until(() => leg.isEnded);
    await expect
      .poll(async () => (await calls())[0])
      .toMatchObject({ endReason: 'provider_error', endDetail: expect.stringContaining('Set model.') });
  });

  it('to an unknown number is rejected as not found', async () => {
    const { carrier } = startIncomingCalls();
    const leg = carrier.receiveCall({ from: '+447700900123', to: '+12025550199' });
    await until(() => leg.isEnded);
    expect(leg.rejectReason).toBe('not_found');
    expect(await calls()).toEqual([]);
  });

  it('to a number without an active agent is rejected as unavailable', async () => {
    const { carrier } = startIncomingCalls();
    const unassigned = carrier.receiveCall({
      from: '+447700900123',
      to: await createOwnedNumber({ hasAgent: false }),
    });
    const inactive = carrier.receiveCall({
      from: '+447700900123',
      to: await createOwnedNumber({ agent: { status: 'inactive' } }),
    });
    await until(() => unassigned.isEnded && inactive.isEnded);
    expect([unassigned.rejectReason, inactive.rejectReason]).toEqual(['unavailable', 'unavailable']);
  });

  it.each([
    [{ voice: { provider: 'elsewhere', voiceId: 'x' } }, 'No voice provider of the agent is configured.'],
    [{ language: 'es-MX' }, 'The speech-to-text provider "fake" understands en-US, not es-MX.'],
    [{ language: 'es-MX', transcriber: { language: 'en' } }, 'The voice "tone" speaks en-US, not es-MX.'],
  ])(
    'whose agent has %j is rejected as unavailable, with the reason in the record',
    async (agent, endDetail) => {
      const to = await createOwnedNumber({ agent });
      const { carrier } = startIncomingCalls();
      const leg = carrier.receiveCall({ from: '+447700900123', to });
      await until(() => leg.isEnded);
      expect(leg.rejectReason).toBe('unavailable');
      await expect
        .poll(async () => (await calls())[0])
        .toMatchObject({
          state: 'ended',
          endReason: 'provider_error',
          endDetail,
        });
    },
  );

  it('above the concurrency limit of the plan is rejected as busy', async () => {
    await database.db
      .asSystem()
      .execute({ text: `update workspaces set plan = 'developer' where id = $1` }, [fixture.workspaceId]);
    const to = await createOwnedNumber();
    const { sessions, carrier } = startIncomingCalls();
    carrier.receiveCall({ reference: 'a', from: '+447700900123', to });
    await until(() => sessions.size === 1);
    const second = carrier.receiveCall({ reference: 'b', from: '+447700900124', to });
    await until(() => second.isEnded);
    expect(second.rejectReason).toBe('busy');
    expect(sessions.size).toBe(1);
  });

  it('ends when the caller hangs up before the answer', async () => {
    const to = await createOwnedNumber();
    const { clock, sessions, carrier } = startIncomingCalls();
    const leg = carrier.receiveCall({ from: '+447700900123', to });
    leg.end('far_hangup');
    await until(() => sessions.size === 1);
    await clock.advance(6_000);
    await until(() => sessions.size === 0);
    expect((await calls())[0]).toMatchObject({ endReason: 'customer_hangup', disposition: 'no_answer' });
  });
});
