import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { checkParts } from './health.ts';

const well = { ok: true, detail: 'fine' };

describe('the check of all parts', () => {
  it('tells how each is', async () => {
    const clock = new ManualClock();
    const parts = [
      { name: 'one', check: async () => well },
      { name: 'two', check: () => Promise.reject(new Error('broken')) },
    ];
    expect(await checkParts(parts, clock)).toEqual([
      { name: 'one', ...well },
      { name: 'two', ok: false, detail: 'broken' },
    ]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('waits for nobody who says nothing', async () => {
    const clock = new ManualClock();
    const checks = checkParts([{ name: 'mute', check: () => new Promise(() => {}) }], clock);
    await clock.advance(3000);
    expect(await checks).toEqual([{ name: 'mute', ok: false, detail: 'said nothing for 3 s' }]);
  });
});
