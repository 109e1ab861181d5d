import { expect } from 'vitest';
import {
  LanguageModelError,
  type LanguageModel,
  type LanguagePart,
} from '../../src/contracts/language-model.ts';
import { FakeCaller } from '../../src/contracts/testing/fake-caller.ts';
import { FakeLeg } from '../../src/contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../../src/contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import type { Clock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import { AgentInput } from '../../src/domain/agent.ts';
import type { TranscriptEntry } from '../../src/domain/call.ts';
import { CallFlowInput, type FlowGraph } from '../../src/domain/flow/flow.ts';
import type { CallRecords, CallOutcome, LiveView } from '../../src/calls/call-records.ts';
import type { CallPlan } from '../../src/calls/call-plan.ts';
import { CallSession } from '../../src/calls/call-session.ts';

/** Asks for confirmation of an appointment, repeats the question once, then gives up. */
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
    { id: 'nobody', type: 'end', config: { text: 'I cannot hear you. Goodbye.' } },
  ],
  edges: [
    { id: 'e1', from: 'confirm', to: 'thanks', condition: expression('comes', true) },
    { id: 'e2', from: 'confirm', to: 'sorry', condition: expression('comes', false) },
    { id: 'e3', from: 'confirm', to: 'nobody', condition: { type: 'else' } },
  ],
});

function expression(left: string, right: boolean) {
  return { type: 'expression' as const, all: [{ left, op: '==' as const, right }] };
}

export class MemoryCallRecords implements CallRecords {
  readonly moves: string[] = [];
  readonly notes: { type: string; detail: Readonly<Record<string, unknown>> }[] = [];
  readonly entries: TranscriptEntry[] = [];
  readonly ends: CallOutcome[] = [];
  readonly views: LiveView[] = [];
  readonly optOuts: string[] = [];

  get view(): LiveView | undefined {
    return this.views.at(-1);
  }
  recordStatus(to: 'ringing' | 'in_progress'): void {
    this.moves.push(to);
  }
  recordRecordingStart(path: string): void {
    this.notes.push({ type: 'recording_started', detail: { path } });
  }
  recordEvent(type: string, detail: Readonly<Record<string, unknown>>): void {
    this.notes.push({ type, detail });
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

/** Returns a language model that answers with the texts in order; `null` fails. */
export function modelThatSays(clock: Clock, delayMs: number, ...texts: (string | null)[]): LanguageModel {
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

export interface Stage {
  readonly agent?: AgentInput;
  readonly flow?: FlowGraph;
  readonly plan?: Partial<CallPlan>;
  readonly direction?: 'outbound' | 'inbound';
  readonly models?: (clock: Clock) => LanguageModel[];
}

/** Returns the plan of a call about an appointment. */
export function planOfStage(plan: Partial<CallPlan> = {}): CallPlan {
  return {
    callId: 'call_1',
    workspaceId: 'ws_1',
    direction: 'outbound',
    agentId: 'agent_1',
    agent: AgentInput.parse({ name: 'Ada', voicemail: { detection: 'off' } }),
    flow: reminderFlow,
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

/** Creates a call session with fakes only. Every word takes 250 ms. */
export function stage({ agent, flow = reminderFlow, plan, direction = 'outbound', models }: Stage = {}) {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock, direction });
  const engine = new FakeTextToSpeech({ clock });
  const recognizer = new FakeSpeechToText();
  const records = new MemoryCallRecords();
  const session = new CallSession({
    plan: planOfStage({
      direction,
      agent: AgentInput.parse({ name: 'Ada', voicemail: { detection: 'off' }, ...agent }),
      flow,
      ...plan,
    }),
    leg,
    clock,
    logger: silentLogger,
    records,
    providers: {
      voices: [{ engine, voiceId: 'tone', speed: 1, volume: 1 }],
      recognizer,
      models: models?.(clock) ?? [],
    },
    recordingPath: '/data/recordings/2026-01/call_1.wav',
  });
  const said = () => records.entries.map(({ role, content }) => `${role}: ${content}`);
  const noted = (type: string) =>
    records.notes.filter((note) => note.type === type).map(({ detail }) => detail);
  return {
    clock,
    leg,
    engine,
    recognizer,
    records,
    views: records.views,
    session,
    said,
    noted,
    caller: new FakeCaller(clock, leg, recognizer),
  };
}

/** Creates a call that has rung and was answered. */
export async function answered(options: Stage = {}) {
  const call = stage(options);
  call.session.start();
  if (options.direction !== 'inbound') {
    call.leg.ring();
    await call.clock.advance(2_000);
    call.leg.pickUp();
  }
  return call;
}

/** Checks that a call has one end and left no timer. */
export function expectClosed({ clock, leg, records, session }: Awaited<ReturnType<typeof answered>>) {
  expect(records.ends).toHaveLength(1);
  expect(session.phase).toBe('closed');
  expect(leg.ended).toBe(true);
  expect(clock.pendingTimers).toBe(0);
}
