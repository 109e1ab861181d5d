import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/manual-clock.ts';
import { OverloadGuard } from './overload-guard.ts';

function guardOf(waiting: number) {
  const clock = new ManualClock(0);
  const database = { waiting };
  const guard = new OverloadGuard(database, clock);
  const check = () => (guard.isOverloaded() ? 'rejected' : 'accepted');
  return { clock, database, check };
}

/** Returns a guard whose queue was over the threshold until it rejects new requests. */
async function overloadedGuard() {
  const overloaded = guardOf(100);
  overloaded.check();
  await overloaded.clock.advance(250);
  expect(overloaded.check()).toBe('rejected');
  return overloaded;
}

describe('a request', () => {
  it('is accepted while the queue is below the threshold', async () => {
    const { clock, check } = guardOf(99);
    for (let second = 0; second < 10; second += 1) {
      expect(check()).toBe('accepted');
      await clock.advance(1000);
    }
  });

  it('is accepted during a short burst of any size', async () => {
    const { clock, database, check } = guardOf(5000);
    expect(check()).toBe('accepted');
    await clock.advance(249);
    expect(check()).toBe('accepted');
    database.waiting = 0;
    expect(check()).toBe('accepted');
    database.waiting = 5000;
    await clock.advance(1);
    expect(check()).toBe('accepted');
  });

  it('is rejected after the queue has stayed over the threshold', async () => {
    const { check } = await overloadedGuard();
    expect(check()).toBe('rejected');
  });

  it('is accepted when the queue falls below the threshold, and rejected when it exceeds the threshold again', async () => {
    const { clock, database, check } = await overloadedGuard();
    database.waiting = 99;
    expect(check()).toBe('accepted');
    database.waiting = 100;
    await clock.advance(1999);
    expect(check()).toBe('rejected');
  });

  it('is accepted in a new burst after the queue has been short for two seconds', async () => {
    const { clock, database, check } = await overloadedGuard();
    database.waiting = 0;
    await clock.advance(2000);
    expect(check()).toBe('accepted');
    database.waiting = 5000;
    expect(check()).toBe('accepted');
  });
});
