import { expect } from 'vitest';
import {
  LanguageModelError,
  type LanguageModel,
  type LanguagePart,
} from '../../src/contracts/language-model.ts';
import type { RealtimeModel } from '../../src/contracts/realtime-model.ts';
import { FakeCaller } from '../../src/contracts/testing/fake-caller.ts';
import { FakeLeg } from '../../src/contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../../src/contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { rethrowUncaught } from '../../src/contracts/testing/rethrow-uncaught.ts';
import type { Clock } from '../../src/core/clock.ts';
import { InternalErrorLog } from '../../src/core/internal-errors.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import { agentIn, AgentInput, type AgentInLanguage } from '../../src/domain/agent.ts';
import type { TranscriptEntry } from '../../src/domain/call.ts';
import { CallFlowInput, flowIn, type StoredFlowGraph } from '../../src/domain/flow/flow.ts';
import type { CallRecords, CallOutcome, LiveView } from '../../src/calls/call-records.ts';
import type { CallPlan } from '../../src/calls/call-plan.ts';
import { CallNotPossible } from '../../src/calls/load-call-plan.ts';
import { CallSession, type CallSessionOptions } from '../../src/calls/call-session.ts';
import { InvalidVoiceTransition } from '../../src/voice/voice-state.ts';

/** Asks whether the customer will come. Repeats the question once if there is no answer. */
const reminderFlow = CallFlowInput.parse({
  name: 'Reminder',
  startNodeId: 'confirm',
  nodes: [
    {
      id: 'confirm',
      type: 'ask',
      config: {
        prompt: 'Hello {{customer.name}}. Will you come to your appointment on Tuesday?',
        variable: 'comes',
        expect: 'yes_no',
        retries: 1,
      },
    },
    { id: 'thanks', type: 'end', config: { text: 'Thank you. Goodbye.', disposition: 'interested' } },
    { id: 'sorry', type: 'end', config: { text: 'What a pity. Goodbye.', disposition: 'not_interested' } },
    { id: 'no_answer', type: 'end', config: { text: 'I cannot hear you. Goodbye.' } },
  ],
  edges: [
    { id: 'e1', from: 'confirm', to: 'thanks', condition: expression('comes', true) },
    { id: 'e2', from: 'confirm', to: 'sorry', condition: expression('comes', false) },
    { id: 'e3', from: 'confirm', to: 'no_answer', condition: { type: 'else' } },
  ],
});

function expression(left: string, right: boolean) {
  return { type: 'expression' as const, all: [{ left, op: '==' as const, right }] };
}

export class MemoryCallRecords implements CallRecords {
  readonly statuses: string[] = [];
  readonly events: { type: string; detail: Readonly<Record<string, unknown>> }[] = [];
  readonly entries: TranscriptEntry[] = [];
  readonly ends: CallOutcome[] = [];
  readonly views: LiveView[] = [];
  readonly optOuts: string[] = [];

  get view(): LiveView | undefined {
    return this.views.at(-1);
  }
  recordStatus(to: 'ringing' | 'in_progress'): void {
    this.statuses.push(to);
  }
  recordRecordingStart(path: string): void {
    this.events.push({ type: 'recording_started', detail: { path } });
  }
  recordEvent(type: string, detail: Readonly<Record<string, unknown>>): void {
    this.events.push({ type, detail });
  }
  recordTranscript(entry: TranscriptEntry): void {
    this.entries.push(entry);
  }
  updateLiveView(view: LiveView): void {
    this.views.push(view);
  }
  recordOptOut(reason: string): void {
    this.optOuts.push(reason);
  }
  recordEnd(outcome: CallOutcome): void {
    this.ends.push(outcome);
  }
  flushed(): Promise<void> {
    return Promise.resolve();
  }
}

/** Returns a language model that replies with the texts in order and fails for `null`. */
export function modelReplying(clock: Clock, delayMs: number, ...texts: (string | null)[]): LanguageModel {
  return {
    id: 'test/model',
    async *respond({ signal }): AsyncIterable<LanguagePart> {
      const text = texts.shift() ?? null;
      await clock.sleep(delayMs, signal).catch(() => undefined);
      if (signal?.aborted === true) return;
      if (text === null) throw new LanguageModelError('down', { retryable: true });
      yield { type: 'text-delta', text };
      yield { type: 'finished', reason: 'stop', inputTokens: 1, outputTokens: 1 };
    },
    checkHealth: () => Promise.resolve({ ok: true, detail: '' }),
  };
}

export interface TestCallOptions {
  readonly agent?: AgentInput;
  readonly flow?: StoredFlowGraph;
  readonly plan?: Partial<CallPlan>;
  readonly direction?: 'outbound' | 'inbound';
  readonly models?: (clock: Clock) => LanguageModel[];
  /** A voice of the same engine that speaks if the first one fails. */
  readonly fallbackVoiceId?: string;
  readonly http?: (clock: Clock) => CallSessionOptions['http'];
  readonly realtimeModel?: (clock: Clock) => RealtimeModel;
  /** The agents to which the call can be handed over, by id. They use the voice `hum`. */
  readonly nextAgents?: Readonly<Record<string, TestAgent>>;
  /** Whether clients follow the active calls. */
  readonly isFollowed?: () => boolean;
  /** How long it takes to find one of them. */
  readonly findAgentMs?: number;
}

export interface TestAgent {
  readonly agent?: AgentInput;
  readonly flow: StoredFlowGraph;
  readonly models?: (clock: Clock) => LanguageModel[];
  readonly realtimeModel?: (clock: Clock) => RealtimeModel;
}

const testAgent = (agent: Partial<AgentInput> | undefined): AgentInLanguage =>
  agentIn(AgentInput.parse({ name: 'Ada', voicemail: { detection: 'off' }, ...agent }), 'en');

/** Returns the plan of a call about an appointment. */
export function testCallPlan(plan: Partial<CallPlan> = {}): CallPlan {
  return {
    callId: 'call_1',
    roomName: 'room_1',
    workspaceId: 'ws_1',
    direction: 'outbound',
    agentId: 'agent_1',
    agent: testAgent({}),
    flow: flowIn(reminderFlow, 'en'),
    customer: { name: 'Anna' },
    customerNumber: '+12025550100',
    dynamic: {},
    timezone: 'America/New_York',
    callingHours: 'law',
    callingWindow: null,
    record: true,
    maxDurationMs: 600_000,
    ...plan,
  };
}

/** Fails the test at an invalid transition of a voice, which a call in production survives. */
class StrictInternalErrors extends InternalErrorLog {
  override record(...args: Parameters<InternalErrorLog['record']>): void {
    super.record(...args);
    if (args[1] instanceof InvalidVoiceTransition) rethrowUncaught(args[1]);
  }
}

/** Creates a call with fakes for the leg and the providers. Every spoken word takes 250 ms. */
export function createTestCall({
  agent,
  flow = reminderFlow,
  plan,
  direction = 'outbound',
  models,
  fallbackVoiceId,
  http,
  nextAgents = {},
  findAgentMs = 5,
  realtimeModel,
  isFollowed,
}: TestCallOptions = {}) {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock, direction });
  const engine = new FakeTextToSpeech({ clock });
  const recogniser = new FakeSpeechToText();
  const records = new MemoryCallRecords();
  const session = new CallSession({
    plan: testCallPlan({
      direction,
      agent: testAgent(agent),
      flow: flowIn(flow, 'en'),
      ...plan,
    }),
    leg,
    clock,
    logger: silentLogger,
    internalErrors: new StrictInternalErrors({ logger: silentLogger, clock }),
    records,
    providers: {
      voices: ['tone', ...(fallbackVoiceId === undefined ? [] : [fallbackVoiceId])].map((voiceId) => ({
        engine,
        voiceId,
        language: 'en-US',
        speed: 1,
        volume: 1,
      })),
      recogniser,
      models: models?.(clock) ?? [],
      realtimeModel: realtimeModel?.(clock),
    },
    http: http?.(clock),
    isFollowed,
    findAgent: async (agentId, language) => {
      await clock.sleep(findAgentMs);
      const next = nextAgents[agentId];
      if (next === undefined) throw new CallNotPossible(`The agent ${agentId} does not exist.`);
      const agent = agentIn(AgentInput.parse({ name: agentId, ...next.agent }), language);
      const voice = { engine, voiceId: 'hum', language: 'en-US', speed: 1, volume: 1 };
      const providers = { voices: [voice], recogniser, models: next.models?.(clock) ?? [] };
      return { agentId, agentVersion: 3, agent, flow: flowIn(next.flow, language), providers };
    },
    recordingPath: plan?.record === false ? undefined : '/data/recordings/2026-01/call_1.wav',
  });
  const said = () => records.entries.map(({ role, content }) => `${role}: ${content}`);
  const eventsOf = (type: string) =>
    records.events.filter((event) => event.type === type).map(({ detail }) => detail);
  return {
    clock,
    leg,
    engine,
    recogniser,
    records,
    views: records.views,
    session,
    said,
    eventsOf,
    caller: new FakeCaller(clock, leg, recogniser),
  };
}

/** Returns an answered call; an outbound call rang for 2 s before. */
export async function answeredCall(options: TestCallOptions = {}) {
  const call = createTestCall(options);
  call.session.start();
  if (options.direction !== 'inbound') {
    call.leg.ring();
    await call.clock.advance(2_000);
    call.leg.pickUp();
  }
  return call;
}

/** Expects that the call has one recorded end and no timers. */
export function expectClosed({ clock, leg, records, session }: Awaited<ReturnType<typeof answeredCall>>) {
  expect(records.ends).toHaveLength(1);
  expect(session.phase).toBe('closed');
  expect(leg.isEnded).toBe(true);
  expect(clock.pendingTimers).toBe(0);
}
