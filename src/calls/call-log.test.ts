import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../contracts/testing/fake-text-to-speech.ts';
import { createLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { agentIn, AgentInput } from '../domain/agent.ts';
import type { CallRecords } from './call-records.ts';
import { conversationOnlyFlow } from './call-plan.ts';
import { CallSession } from './call-session.ts';

const noRecords: CallRecords = {
  recordStatus: () => {},
  recordRecordingStart: () => {},
  recordEvent: () => {},
  recordTranscript: () => {},
  updateLiveView: () => {},
  recordOptOut: () => {},
  recordEnd: () => {},
  flushed: () => Promise.resolve(),
};

/** Returns a call and its log lines, without level and time. */
function loggedCall() {
  const lines: unknown[] = [];
  const write = (line: Buffer, _: unknown, done: () => void) => {
    lines.push(
      JSON.parse(String(line), (key, value) => (key === 'level' || key === 'time' ? undefined : value)),
    );
    done();
  };
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock, direction: 'outbound' });
  const session = new CallSession({
    plan: {
      callId: 'call_1',
      roomName: 'room_1',
      workspaceId: 'ws_1',
      direction: 'outbound',
      agentId: 'agent_1',
      agent: agentIn(AgentInput.parse({ name: 'Ada' }), 'en'),
      flow: conversationOnlyFlow,
      customer: {},
      customerNumber: '+12025550100',
      dynamic: {},
      timezone: 'America/New_York',
      callingHours: 'law',
      callingWindow: null,
      record: false,
      maxDurationMs: 600_000,
    },
    leg,
    clock,
    logger: createLogger('info', new Writable({ write })),
    records: noRecords,
    providers: {
      voices: [
        { engine: new FakeTextToSpeech({ clock }), voiceId: 'tone', language: 'en-US', speed: 1, volume: 1 },
      ],
      recogniser: new FakeSpeechToText(),
      models: [],
    },
    recordingPath: undefined,
  });
  session.start();
  return { clock, leg, session, lines };
}

const started = { callId: 'call_1', direction: 'outbound', msg: 'Call started.' };
const ended = { callId: 'call_1', msg: 'Call ended.' };

it('logs one line at the start and one at the end of a call', async () => {
  const { clock, leg, session, lines } = loggedCall();
  await clock.advance(2_000);
  leg.pickUp();
  await clock.advance(500);
  leg.end('far_hangup');
  await session.closed;
  const outcome = { endReason: 'customer_hangup', disposition: 'answered', durationMs: 500 };
  expect(lines).toEqual([started, { ...ended, ...outcome }]);
});

it('logs no duration for an unanswered call', async () => {
  const { leg, session, lines } = loggedCall();
  leg.end('busy');
  await session.closed;
  expect(lines).toEqual([started, { ...ended, endReason: 'busy', disposition: 'busy', durationMs: null }]);
});
