import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { onSignals } from './signals.ts';

describe('onSignals', () => {
  it('counts repeated signals of one key press once', async () => {
    const source = new EventEmitter();
    const clock = new ManualClock();
    const counts: number[] = [];
    const unsubscribe = onSignals({ source, clock }, (count) => counts.push(count));
    source.emit('SIGINT');
    source.emit('SIGINT');
    await clock.advance(499);
    source.emit('SIGTERM');
    expect(counts).toEqual([1]);
    await clock.advance(1);
    source.emit('SIGTERM');
    expect(counts).toEqual([1, 2]);
    unsubscribe();
    expect(source.listenerCount('SIGINT') + source.listenerCount('SIGTERM')).toBe(0);
  });
});
