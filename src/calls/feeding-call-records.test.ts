import { describe, expect, it } from 'vitest';
import { MemoryCallRecords, testCallPlan } from '../../test/support/test-call.ts';
import type { CallFeedEvent } from '../contracts/call-feed.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { initialLiveView } from './call-records.ts';
import { FeedingCallRecords } from './feeding-call-records.ts';

function makeRecords() {
  const records = new MemoryCallRecords();
  const sent: { workspaceId: string; event: CallFeedEvent }[] = [];
  const feed = {
    publish: (workspaceId: string, event: CallFeedEvent) => void sent.push({ workspaceId, event }),
  };
  const feeding = new FeedingCallRecords({ records, feed, plan: testCallPlan(), clock: new ManualClock() });
  return { records, feeding, sent, changes: () => sent.map(({ event }) => event.change) };
}

const entry = { role: 'agent', content: 'Hello.', startMs: 0, endMs: 400, interrupted: false } as const;

describe('FeedingCallRecords', () => {
  it('sends the changes of a call in order, and records each', () => {
    const { records, feeding, sent, changes } = makeRecords();
    feeding.recordStatus('ringing');
    feeding.recordStatus('in_progress');
    feeding.updateLiveView(initialLiveView);
    feeding.recordEvent('node_entered', { nodeId: 'confirm' });
    feeding.recordTranscript(entry);
    feeding.recordTranscript({ ...entry, role: 'customer', content: 'A person, please.' });
    feeding.updateLiveView({ ...initialLiveView, sentiment: 'neutral', transferRequested: true });
    feeding.updateLiveView({ ...initialLiveView, sentiment: 'neutral', transferRequested: true });
    feeding.recordEvent('turn_timed', { turn: 1, startMs: 900, totalMs: 640, bufferMs: 40 });
    feeding.recordEvent('http_request_started', { requestId: 'request_1', tool: 'find', host: 'a.test' });
    feeding.recordEvent('command', { command: 'hold', author: 'key_1', on: true });
    feeding.recordEnd({
      endReason: 'customer_hangup',
      disposition: { code: 'answered', status: 'completed' },
      variables: {},
      latency: [],
    });
    expect(changes()).toMatchObject([
      { type: 'ringing', direction: 'outbound', customerPhone: '+12025550100', customerName: 'Anna' },
      { type: 'started', call: { callId: 'call_1', roomName: 'room_1', agentName: 'Ada' } },
      { type: 'node', nodeId: 'confirm' },
      { type: 'turn', sequence: 1, role: 'agent', content: 'Hello.' },
      { type: 'turn', sequence: 2, role: 'customer' },
      { type: 'sentiment', sentiment: 'neutral' },
      { type: 'person_requested' },
      { type: 'silence', turn: 1, startMs: 900, totalMs: 640 },
      { type: 'tool', phase: 'started', requestId: 'request_1', tool: 'find' },
      { type: 'command', command: 'hold', author: 'key_1', on: true },
      { type: 'ended', endReason: 'customer_hangup', disposition: 'answered' },
    ]);
    expect(new Set(sent.map(({ workspaceId, event }) => `${workspaceId} ${event.callId}`))).toEqual(
      new Set(['ws_1 call_1']),
    );
    expect([records.statuses, records.entries.length, records.views.length, records.ends.length]).toEqual([
      ['ringing', 'in_progress'],
      2,
      3,
      1,
    ]);
  });

  it('sends advice without its text, and no guess of the recogniser', () => {
    const { records, feeding, changes } = makeRecords();
    feeding.recordEvent('whispered', { text: 'Offer Friday.', author: 'key_1' });
    feeding.recordEvent('not_understood', { text: 'may be private' });
    expect(changes()).toEqual([{ type: 'command', command: 'whisper', author: 'key_1' }]);
    expect(records.events).toHaveLength(2);
  });
});
