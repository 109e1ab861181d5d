import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import type { CallResource, TranscriptEntryResource } from '../../packages/sdk/src/client.ts';
import { conversationLine, followCall } from './conversation.ts';
import { createOutput } from './output.ts';

const plain = { paint: (_style: unknown, text: string) => text };
const said = (role: 'agent' | 'customer', content: string, startMs: number, endMs: number) => ({
  role,
  content,
  startMs,
  endMs,
  interrupted: false,
});
const hello = said('customer', 'hello', 400, 1000);
const greeting = said('agent', 'Good day.', 1380, 2400);

const call = (
  status: CallResource['status'],
  transcript: readonly TranscriptEntryResource[],
): CallResource => ({
  callId: 'call_1',
  status,
  endReason: status === 'ended' ? 'agent_hangup' : null,
  endDetail: null,
  fault: status === 'ended' ? 'none' : null,
  fromNumber: '+1',
  toNumber: '+2',
  disposition: null,
  durationSeconds: null,
  recording: null,
  transcript,
  latency: [],
  timeline: [],
});

describe('a line of the conversation', () => {
  it('of the agent begins with the silence before it', () => {
    expect(conversationLine(greeting, hello, plain)).toBe('  380 ms     agent  Good day.');
  });

  it('of the customer, or of the agent going on, has none', () => {
    expect(conversationLine(hello, undefined, plain)).toBe('          customer  hello');
    expect(conversationLine(greeting, greeting, plain)).toBe('             agent  Good day.');
  });

  it('tells keys and interruptions', () => {
    const pressed = { ...hello, content: '[keys] 12', digits: '12' };
    expect(conversationLine(pressed, undefined, plain)).toBe('          customer  [keys] 12');
    expect(conversationLine({ ...greeting, interrupted: true }, undefined, plain)).toContain('…interrupted');
  });
});

describe('following a call', () => {
  it('shows each state and each utterance once, until the call has ended', async () => {
    const looks = [
      call('ringing', []),
      call('in_progress', [hello]),
      call('in_progress', [hello]),
      call('ended', [hello, greeting]),
    ];
    const written: string[] = [];
    const output = createOutput(false, { write: (text) => written.push(text) });
    const clock = new ManualClock();
    const following = followCall(async () => looks.shift()!, clock, output);
    await clock.advance(1000);
    expect((await following).status).toBe('ended');
    expect(written.map((line) => line.trim())).toEqual([
      'ringing',
      'in progress',
      'customer  hello',
      '380 ms     agent  Good day.',
    ]);
    expect(clock.pendingTimers).toBe(0);
  });
});
