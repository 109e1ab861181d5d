import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { KeyCollector } from './key-collector.ts';

const rules = { minDigits: 1, maxDigits: 4, terminator: '#', interDigitMs: 3_000 };

function collecting(change: Partial<typeof rules> = {}) {
  const clock = new ManualClock();
  const collected: string[] = [];
  const keys = new KeyCollector(clock, (digits) => collected.push(digits));
  keys.collect({ ...rules, ...change });
  const press = (digits: string) => {
    for (const digit of digits) keys.press(digit);
  };
  return { clock, collected, keys, press };
}

describe('the key collector', () => {
  it('is through when there are as many keys as wanted', () => {
    const { clock, collected, press } = collecting();
    press('12345');
    expect(collected).toEqual(['1234']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is through at the terminator, which is not in what was collected', () => {
    const { collected, press } = collecting();
    press('12#');
    expect(collected).toEqual(['12']);
  });

  it('is through when no other key comes for a while', async () => {
    const { clock, collected, press } = collecting();
    press('1');
    await clock.advance(2_000);
    press('2');
    await clock.advance(2_999);
    expect(collected).toEqual([]);
    await clock.advance(1);
    expect(collected).toEqual(['12']);
  });

  it('does not take the terminator alone for an answer, unless no digit is one', () => {
    const some = collecting();
    some.press('#');
    expect(some.collected).toEqual([]);
    const none = collecting({ minDigits: 0 });
    none.press('#');
    expect(none.collected).toEqual(['']);
  });

  it('takes nothing when nothing is wanted', async () => {
    const { clock, collected, keys, press } = collecting();
    press('1');
    keys.stop();
    expect(keys.wanting).toBe(false);
    press('2');
    await clock.advance(10_000);
    expect(collected).toEqual([]);
  });
});
