import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../contracts/testing/fake-text-to-speech.ts';
import { createLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { AgentInput } from '../domain/agent.ts';
import type { CallBooks } from './call-books.ts';
import { bareConversation } from './call-plan.ts';
import { CallSession } from './call-session.ts';

const noBooks: CallBooks = {
  moved: () => {},
  recordingStarted: () => {},
  noted: () => {},
  said: () => {},
  live: () => {},
  optedOut: () => {},
  ended: () => {},
  settled: () => Promise.resolve(),
};

/** A call with the lines that it writes to the log, less their level and time. */
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
      workspaceId: 'ws_1',
      direction: 'outbound',
      agentId: 'agent_1',
      agent: AgentInput.parse({ name: 'Ada' }),
      flow: bareConversation,
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
    books: noBooks,
    partners: {
      voices: [{ engine: new FakeTextToSpeech({ clock }), voiceId: 'tone', speed: 1, volume: 1 }],
      recognizer: new FakeSpeechToText(),
      models: [],
    },
    recordingPath: undefined,
  });
  session.start();
  return { clock, leg, session, lines };
}

const begins = { callId: 'call_1', direction: 'outbound', msg: 'A call begins.' };
const ended = { callId: 'call_1', msg: 'A call ended.' };

it('a call is one line of the log when it begins and one when it ends', async () => {
  const { clock, leg, session, lines } = loggedCall();
  await clock.advance(2_000);
  leg.pickUp();
  await clock.advance(500);
  leg.end('far_hangup');
  await session.closed;
  const outcome = { endReason: 'customer_hangup', disposition: 'answered', durationMs: 500 };
  expect(lines).toEqual([begins, { ...ended, ...outcome }]);
});

it('a call that nobody answered had no duration', async () => {
  const { leg, session, lines } = loggedCall();
  leg.end('busy');
  await session.closed;
  expect(lines).toEqual([begins, { ...ended, endReason: 'busy', disposition: 'busy', durationMs: null }]);
});
