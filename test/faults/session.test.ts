import { Writable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import type { LanguageModel } from '../../src/contracts/language-model.ts';
import { FakeCaller } from '../../src/contracts/testing/fake-caller.ts';
import { FakeLeg } from '../../src/contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../../src/contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { conversationOnlyFlow } from '../../src/calls/call-plan.ts';
import { CallSession } from '../../src/calls/call-session.ts';
import { InternalErrorLog } from '../../src/core/internal-errors.ts';
import { createGuardedClock } from '../../src/core/guarded-clock.ts';
import { createLogger } from '../../src/core/logger.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import { agentIn, AgentInput } from '../../src/domain/agent.ts';
import { MemoryCallRecords, modelReplying, testCallPlan } from '../support/test-call.ts';
import { FaultInjector } from './injection.ts';

const faults = vi.hoisted(() => ({ current: undefined as FaultInjector | undefined }));

vi.mock('../../src/core/emitter.ts', async (load) => {
  const { faultyEmitter, FaultInjector: New } = await import('./injection.ts');
  return faultyEmitter((faults.current ??= new New()), await load());
});
vi.mock('../../src/core/guarded-clock.ts', async (load) => {
  const { faultyGuardedClock, FaultInjector: New } = await import('./injection.ts');
  return faultyGuardedClock((faults.current ??= new New()), await load());
});

/** A call with answering-machine detection, a recording notice, a slow language model and an interruption. */
function startCall(manual: ManualClock, callId: string, isFaulty: boolean) {
  const fault = faults.current!;
  const lines: Buffer[] = [];
  const logger = createLogger(
    'error',
    new Writable({ write: (line, _, done) => done(void lines.push(line)) }),
  );
  const internalErrors = new InternalErrorLog({ logger, clock: manual });
  const clock = createGuardedClock(manual, (error) => internalErrors.record('timer', error));
  const leg = new FakeLeg({ clock: manual });
  const recogniser = new FakeSpeechToText();
  const records = new MemoryCallRecords();
  const agent = agentIn(
    AgentInput.parse({
      name: 'Ada',
      model: 'test/model',
      firstMessage: 'Hello Anna, how are you doing today?',
      voicemail: { detection: 'model' },
      recording: { consent: 'stay_on_line', consentMessage: 'This call is recorded.' },
    }),
    'en',
  );
  const models: LanguageModel[] = [
    modelReplying(
      manual,
      2_500,
      'I am very glad to hear that, thank you. Is there anything else?',
      'Bye.',
      null,
    ),
  ];
  fault.isArmed = isFaulty;
  const session = new CallSession({
    plan: testCallPlan({ callId, agent, flow: conversationOnlyFlow }),
    leg,
    clock,
    internalErrors,
    logger,
    records,
    providers: {
      voices: [
        {
          engine: new FakeTextToSpeech({ clock: manual }),
          voiceId: 'tone',
          language: 'en-US',
          speed: 1,
          volume: 1,
        },
      ],
      recogniser,
      models,
    },
    recordingPath: '/data/recordings/call.wav',
  });
  fault.isArmed = true;
  session.start();
  return { session, leg, records, lines, caller: new FakeCaller(manual, leg, recogniser) };
}

/** Runs a call with a fault at one point, beside a call without faults. */
async function run(target: number) {
  const fault = faults.current!;
  fault.start(target);
  const manual = new ManualClock();
  const calls = [startCall(manual, 'call_faulty', true), startCall(manual, 'call_beside', false)];
  const forBoth = async (act: (call: (typeof calls)[number]) => void, thenMs: number) => {
    for (const call of calls) if (!call.leg.isEnded) act(call);
    await manual.advance(thenMs);
  };
  await forBoth(({ leg }) => leg.ring(), 2_000);
  await forBoth(({ leg }) => leg.pickUp(), 400);
  await forBoth(({ caller }) => caller.say('hello', { durationMs: 400 }), 7_000);
  await forBoth(({ caller }) => caller.say('i am fine'), 5_000);
  await forBoth(({ caller }) => caller.cough(150), 500);
  await forBoth(({ caller }) => caller.say('wait no nothing else', { transcriptAfterMs: 250 }), 6_000);
  await forBoth(({ leg }) => leg.press('1'), 2_000);
  await forBoth(({ caller }) => caller.say('are you there'), 20_000);
  await forBoth(({ session }) => session.end(), 20_000);
  const { reached, threwAt } = fault;
  fault.start(0);
  const [faulty, beside] = calls.map(({ session, records, lines }) => ({
    phase: session.phase,
    ends: records.ends,
    said: records.entries.map(({ role, content, startMs }) => `${startMs} ${role}: ${content}`),
    events: records.events,
    errorLines: lines.map((line): { callId?: string } => JSON.parse(line.toString())),
  }));
  return { reached, threwAt, timers: manual.pendingTimers, faulty: faulty!, beside: beside! };
}

it('a fault in any listener or timer of a call ends it as a fault of the platform; a call beside it is unharmed', async () => {
  const baseline = await run(0);
  expect(baseline.faulty.errorLines).toEqual([]);
  expect(baseline.faulty.said).toEqual(baseline.beside.said);
  expect(baseline.faulty.ends).toMatchObject([{ endReason: 'agent_hangup' }]);
  expect(baseline.reached).toBeGreaterThan(120);
  const failures: unknown[] = [];
  for (let target = 1; target <= baseline.reached; target += 1) {
    const { threwAt, timers, faulty, beside } = await run(target);
    const [end, ...more] = faulty.ends;
    const isEnded = faulty.phase === 'closed' && more.length === 0 && end?.fault === 'platform';
    const isLogged = faulty.errorLines.length === 1 && faulty.errorLines[0]!.callId === 'call_faulty';
    const isUnharmed = JSON.stringify(beside) === JSON.stringify(baseline.beside);
    if (!isEnded || !isLogged || !isUnharmed || timers !== 0 || threwAt === undefined)
      failures.push({ target, threwAt, timers, end, isLogged, isUnharmed, lines: faulty.errorLines });
  }
  expect(failures).toEqual([]);
}, 120_000);
