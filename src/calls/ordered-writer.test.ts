import { describe, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { OrderedWriter } from './ordered-writer.ts';

function writerOn(clock: ManualClock) {
  const writer = new OrderedWriter(clock, silentLogger);
  const written: string[] = [];
  const write = (text: string, failures = 0) => {
    let left = failures;
    return async () => {
      if (left-- > 0) throw new Error('away');
      written.push(text);
    };
  };
  return { writer, written, write };
}

describe('the ordered writer', () => {
  it('writes in the order in which it was told, though one has to be repeated', async () => {
    const clock = new ManualClock();
    const { writer, written, write } = writerOn(clock);
    writer.add('a', write('first', 3));
    writer.add('b', write('second'));
    await clock.advance(0);
    expect(written).toEqual([]);
    await clock.advance(700);
    expect(written).toEqual(['first', 'second']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives a write up in the end, and goes on with the next', async () => {
    const clock = new ManualClock();
    const { writer, written, write } = writerOn(clock);
    writer.add('a', write('never', 1_000));
    writer.add('b', write('second'));
    await clock.advance(180_000);
    expect(written).toEqual(['second']);
  });

  it('writes only the latest of a state that changes faster than it can be written', async () => {
    const clock = new ManualClock();
    const { writer, written, write } = writerOn(clock);
    writer.add('first', write('first', 1));
    for (const text of ['one', 'two', 'three']) writer.addLatest('state', write(text));
    writer.add('last', write('last'));
    await clock.advance(200);
    expect(written).toEqual(['first', 'three', 'last']);
  });

  it('says when all is written', async () => {
    const clock = new ManualClock();
    const { writer, written, write } = writerOn(clock);
    await writer.drained();
    writer.add('a', write('first'));
    await writer.drained();
    expect(written).toEqual(['first']);
  });
});
