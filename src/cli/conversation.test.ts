import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import type { CallResource, TranscriptEntryResource } from '../../packages/sdk/src/client.ts';
import { latencyTable } from './call-report.ts';
import { conversationLine, followCall } from './conversation.ts';
import { createOutput } from './output.ts';

const withoutColour = { paint: (_style: unknown, text: string) => text };
const entry = (role: 'agent' | 'customer', content: string, startMs: number, endMs: number) => ({
  role,
  content,
  startMs,
  endMs,
  interrupted: false,
});
const hello = entry('customer', 'hello', 400, 1000);
const greeting = entry('agent', 'Good day.', 1380, 2400);

const call = (
  status: CallResource['status'],
  transcript: TranscriptEntryResource[],
  timeline: CallResource['timeline'] = [],
): CallResource =>
  ({
    callId: 'call_1',
    status,
    endReason: status === 'ended' ? 'agent_hangup' : null,
    endDetail: null,
    fault: status === 'ended' ? 'none' : null,
    fromNumber: '+1',
    toNumber: '+2',
    disposition: null,
    durationSeconds: null,
    answeredAt: null,
    recording: null,
    transcript,
    latency: [],
    timeline,
  }) as unknown as CallResource;

/** Latency of the response that starts with `greeting`. */
const turn = {
  turn: 1,
  startMs: greeting.startMs,
  totalMs: 415.4,
  bufferMs: 35.4,
  endpointingMs: 200,
  thinkingMs: 0,
  speechMs: 180,
  playoutMs: 0,
};
const at = '2026-01-01T12:00:00.000Z';

describe('conversationLine', () => {
  it('starts with the silence before a response of the agent, as in the latency table', () => {
    expect(conversationLine(greeting, [turn], withoutColour)).toBe('  415 ms     agent  Good day.');
    expect(latencyTable([turn])[1]).toMatch(/^ +1 +415 /);
  });

  it('shows no silence before an utterance of the customer or a greeting of the agent', () => {
    expect(conversationLine({ ...hello, startMs: turn.startMs }, [turn], withoutColour)).toBe(
      '          customer  hello',
    );
    expect(conversationLine(greeting, [], withoutColour)).toBe('             agent  Good day.');
  });

  it('shows keys and interruptions', () => {
    const pressed = { ...hello, content: '[keys] 12', digits: '12' };
    expect(conversationLine(pressed, [], withoutColour)).toBe('          customer  [keys] 12');
    expect(conversationLine({ ...greeting, interrupted: true }, [], withoutColour)).toContain('…interrupted');
  });
});

/** Returns the lines that `followCall` shows if its polls return the states `polls` of a call, in order. */
async function linesOf(...polls: CallResource[]): Promise<string[]> {
  const written: string[] = [];
  const output = createOutput(false, { write: (text) => written.push(text) });
  const clock = new ManualClock();
  const ended = followCall(async () => polls.shift()!, clock, output);
  await clock.advance(1000);
  expect((await ended).status).toBe('ended');
  expect(clock.pendingTimers).toBe(0);
  return written.map((line) => line.trim());
}

describe('followCall', () => {
  const latencyEvent = { type: 'turn_timed', at, detail: turn };

  it('shows each state and each utterance once, until the call has ended', async () => {
    const lines = await linesOf(
      call('ringing', []),
      call('in_progress', [hello]),
      call('in_progress', [hello], [latencyEvent]),
      call('ended', [hello, greeting], [latencyEvent]),
    );
    expect(lines).toEqual(['ringing', 'in progress', 'customer  hello', '415 ms     agent  Good day.']);
  });

  it('shows tools between the utterances, in the order of their times', async () => {
    const request = {
      type: 'http_request_ended',
      at: '2026-01-01T12:00:01.200Z',
      detail: {
        tool: 'find_parcel',
        method: 'GET',
        host: 'shop.test',
        outcome: 'ok',
        status: 200,
        durationMs: 83,
      },
    };
    const disposition = {
      type: 'disposition_set',
      at: '2026-01-01T12:00:02.500Z',
      detail: { disposition: 'delivered', notes: '' },
    };
    const ended = call('ended', [hello, greeting], [request, disposition]);
    const lines = await linesOf(call('in_progress', []), { ...ended, answeredAt: at });
    expect(lines).toEqual([
      'in progress',
      'customer  hello',
      'tool  find_parcel: GET shop.test ok (200, 83 ms)',
      'agent  Good day.',
      'tool  disposition delivered',
    ]);
  });

  it('shows each action of the agent once, with the reason of a failure', async () => {
    const entries = [
      [
        'http_request_ended',
        {
          nodeId: 'book',
          method: 'POST',
          host: 'shop.test',
          outcome: 'failed',
          durationMs: 9,
          detail: 'No route.',
        },
      ],
      ['agent_changed', { agentName: 'Billing' }],
      ['message_requested', { to: '+12025550100' }],
      ['node_entered', { nodeId: 'book' }],
    ] as const;
    const timeline = entries.map(([type, detail]) => ({ type, at, detail }));
    const lines = await linesOf(call('in_progress', [], timeline), call('ended', [], timeline));
    expect(lines.slice(1)).toEqual([
      'tool  book: POST shop.test failed (9 ms, No route.)',
      'tool  transfer to Billing',
      'tool  message to +12025550100',
    ]);
  });

  it('marks speech that was not understood', async () => {
    const unintelligible = { ...hello, content: '[unintelligible]', unintelligible: true as const };
    const lines = await linesOf(
      call('in_progress', [hello]),
      call('ended', [hello, unintelligible, greeting], [latencyEvent]),
    );
    expect(lines.slice(1)).toEqual([
      'customer  hello',
      'customer  (not understood)',
      '415 ms     agent  Good day.',
    ]);
  });
});
