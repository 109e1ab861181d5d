import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { ActiveCallsEvent, ParleyClient } from '../../packages/sdk/src/client.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { createOutput } from './output.ts';
import { watchCalls } from './watch-calls.ts';

const call = { callId: 'call_1', roomName: 'room_1', at: '2026-01-05T12:00:00.000Z' };
const changes: ActiveCallsEvent[] = [
  { type: 'snapshot', part: 1, parts: 1, calls: [] },
  {
    ...call,
    type: 'ringing',
    direction: 'outbound',
    customerPhone: '+12025550101',
    customerName: null,
    aiAgentName: 'Ada',
  },
  { ...call, type: 'node', nodeId: 'greet' },
  {
    ...call,
    type: 'turn',
    sequence: 1,
    role: 'agent',
    content: 'Hello.',
    startMs: 0,
    endMs: 400,
    interrupted: false,
  },
  { ...call, type: 'silence', turn: 1, startMs: 0, totalMs: 412.4 },
  { ...call, type: 'sentiment', sentiment: null },
  { ...call, type: 'person_requested' },
  { ...call, type: 'command', command: 'hold', author: 'key_1', on: true },
  { ...call, type: 'command', command: 'say', author: 'key_1' },
  { ...call, type: 'ended', endReason: 'customer_hangup', disposition: 'answered' },
];

function run(json: boolean, follow: () => AsyncGenerator<ActiveCallsEvent>) {
  const written: string[] = [];
  const output = createOutput(json, { write: (text) => written.push(text) });
  const source = new EventEmitter();
  const client = { follow } as unknown as Pick<ParleyClient, 'follow'>;
  const done = watchCalls(client, undefined, output, { clock: new ManualClock(), source });
  return { written, source, done };
}

describe('parley calls watch', () => {
  it('shows each change', async () => {
    const { written, done } = run(false, async function* () {
      yield* changes;
    });
    await done;
    const prefix = `${call.at}  call_1  `;
    expect(written.map((line) => line.replace(prefix, '').trimEnd())).toEqual([
      'ringing  +12025550101',
      'node greet',
      'agent: Hello.',
      'reply after 412 ms',
      'sentiment unknown',
      'the customer asked for a person',
      'hold on',
      'say',
      'ended: customer_hangup',
    ]);
  });

  it('ends on a signal, and returns the number of changes as JSON', async () => {
    const aborted = Promise.withResolvers<void>();
    const { written, source, done } = run(true, async function* () {
      yield changes[0]!;
      await aborted.promise;
      throw new Error('aborted');
    });
    source.emit('SIGINT');
    aborted.resolve();
    await done;
    expect(JSON.parse(written.join(''))).toEqual({ changes: 1 });
  });
});
