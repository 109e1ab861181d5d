import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { OverloadGuard } from './overload-guard.ts';

function guardOf(waiting: number) {
  const clock = new ManualClock(0);
  const database = { waiting };
  const guard = new OverloadGuard(database, clock);
  const answer = () => (guard.isOverloaded() ? 'shed' : 'let in');
  return { clock, database, answer };
}

/** A crowd that has stayed until new requests are refused. */
async function crowdThatStays() {
  const made = guardOf(100);
  made.answer();
  await made.clock.advance(250);
  expect(made.answer()).toBe('shed');
  return made;
}

describe('requests', () => {
  it('come in while few wait, for however long', async () => {
    const { clock, answer } = guardOf(99);
    for (let second = 0; second < 10; second += 1) {
      expect(answer()).toBe('let in');
      await clock.advance(1000);
    }
  });

  it('come in with a burst of any size that passes', async () => {
    const { clock, database, answer } = guardOf(5000);
    expect(answer()).toBe('let in');
    await clock.advance(249);
    expect(answer()).toBe('let in');
    database.waiting = 0;
    expect(answer()).toBe('let in');
    database.waiting = 5000;
    await clock.advance(1);
    expect(answer()).toBe('let in');
  });

  it('are refused once a crowd has stayed', async () => {
    const { answer } = await crowdThatStays();
    expect(answer()).toBe('shed');
  });

  it('are let in one by one as the crowd is worked off, and refused at once when it is back', async () => {
    const { clock, database, answer } = await crowdThatStays();
    database.waiting = 99;
    expect(answer()).toBe('let in');
    database.waiting = 100;
    await clock.advance(1999);
    expect(answer()).toBe('shed');
  });

  it('may come in a burst again when the crowd has been gone for two seconds', async () => {
    const { clock, database, answer } = await crowdThatStays();
    database.waiting = 0;
    await clock.advance(2000);
    expect(answer()).toBe('let in');
    database.waiting = 5000;
    expect(answer()).toBe('let in');
  });
});
