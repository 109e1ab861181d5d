import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { DigitCollector } from './digit-collector.ts';

const rules = { minDigits: 1, maxDigits: 4, terminator: '#', interDigitMs: 3_000 };

function collecting(change: Partial<typeof rules> = {}) {
  const clock = new ManualClock();
  const collected: string[] = [];
  const keys = new DigitCollector(clock, (digits) => collected.push(digits));
  keys.start({ ...rules, ...change });
  const press = (digits: string) => {
    for (const digit of digits) keys.press(digit);
  };
  return { clock, collected, keys, press };
}

describe('DigitCollector', () => {
  it('completes at maxDigits', () => {
    const { clock, collected, press } = collecting();
    press('12345');
    expect(collected).toEqual(['1234']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('completes at the terminator, which it omits', () => {
    const { collected, press } = collecting();
    press('12#');
    expect(collected).toEqual(['12']);
  });

  it('completes after the inter-digit timeout', async () => {
    const { clock, collected, press } = collecting();
    press('1');
    await clock.advance(2_000);
    press('2');
    await clock.advance(2_999);
    expect(collected).toEqual([]);
    await clock.advance(1);
    expect(collected).toEqual(['12']);
  });

  it('ignores the terminator alone, unless minDigits is 0', () => {
    const some = collecting();
    some.press('#');
    expect(some.collected).toEqual([]);
    const none = collecting({ minDigits: 0 });
    none.press('#');
    expect(none.collected).toEqual(['']);
  });

  it('ignores digits when stopped', async () => {
    const { clock, collected, keys, press } = collecting();
    press('1');
    keys.stop();
    expect(keys.isActive).toBe(false);
    press('2');
    await clock.advance(10_000);
    expect(collected).toEqual([]);
  });
});
