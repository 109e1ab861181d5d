import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { DigitCollector } from './digit-collector.ts';

const rules = { minDigits: 1, maxDigits: 4, terminator: '#', interDigitMs: 3_000 };

function createCollector(change: Partial<typeof rules> = {}) {
  const clock = new ManualClock();
  const collected: string[] = [];
  const collector = new DigitCollector(clock, (digits) => collected.push(digits));
  collector.start({ ...rules, ...change });
  const press = (digits: string) => {
    for (const digit of digits) collector.press(digit);
  };
  return { clock, collected, collector, press };
}

describe('DigitCollector', () => {
  it('completes at maxDigits', () => {
    const { clock, collected, press } = createCollector();
    press('12345');
    expect(collected).toEqual(['1234']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('completes at the terminator, which it omits', () => {
    const { collected, press } = createCollector();
    press('12#');
    expect(collected).toEqual(['12']);
  });

  it('completes after the inter-digit timeout', async () => {
    const { clock, collected, press } = createCollector();
    press('1');
    await clock.advance(2_000);
    press('2');
    await clock.advance(2_999);
    expect(collected).toEqual([]);
    await clock.advance(1);
    expect(collected).toEqual(['12']);
  });

  it('ignores the terminator alone, unless minDigits is 0', () => {
    const some = createCollector();
    some.press('#');
    expect(some.collected).toEqual([]);
    const none = createCollector({ minDigits: 0 });
    none.press('#');
    expect(none.collected).toEqual(['']);
  });

  it('ignores digits when stopped', async () => {
    const { clock, collected, collector, press } = createCollector();
    press('1');
    collector.stop();
    expect(collector.isActive).toBe(false);
    press('2');
    await clock.advance(10_000);
    expect(collected).toEqual([]);
  });
});
