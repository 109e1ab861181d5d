import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Closers } from '../core/closers.ts';
import { readConfig } from '../core/config.ts';
import { createLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { systemRandom } from '../core/random.ts';
import { nextRecountAfter, scheduleNightlyRecount } from './nightly-recount.ts';
import { createStartContext } from './start-context.ts';

const hourMs = 3_600_000;
/** Returns an instant in the local time of the test machine. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).getTime();

function schedule(startMs: number, recount: (clock: ManualClock) => Promise<void> = async () => {}) {
  const clock = new ManualClock(startMs);
  const lines: string[] = [];
  const destination = new Writable({
    write: (bytes: Buffer, _encoding, done) => done(void lines.push(bytes.toString())),
  });
  const logger = createLogger('error', destination);
  const context = createStartContext(
    readConfig({}),
    { clock, random: systemRandom, logger },
    new Closers(logger),
  );
  const recountTimes: number[] = [];
  scheduleNightlyRecount(context, () => {
    recountTimes.push(clock.now());
    return recount(clock);
  });
  const skipped = () =>
    context.metrics.flatMap((read) => read()).find(({ name }) => name === 'parley_recounts_skipped_total')
      ?.value;
  return { clock, context, lines, recountTimes, skipped };
}

describe('scheduleNightlyRecount', () => {
  it('runs at 03:30, independent of the start of the service', async () => {
    expect(nextRecountAfter(at(10, 3, 29))).toBe(at(10, 3, 30));
    expect(nextRecountAfter(at(10, 3, 30))).toBe(at(11, 3, 30));
    const { clock, recountTimes, skipped } = schedule(at(10, 1));
    await clock.advance(2 * hourMs);
    expect(recountTimes).toEqual([]);
    await clock.advance(46 * hourMs);
    expect(recountTimes).toEqual([at(10, 3, 30), at(11, 3, 30)]);
    expect(skipped()).toBe(0);
  });

  it('retries, and reports a skipped night', async () => {
    const { clock, lines, recountTimes, skipped } = schedule(at(10, 3), () =>
      Promise.reject(new Error('away')),
    );
    await clock.advance(hourMs);
    expect(recountTimes.length).toBeGreaterThan(1);
    expect([lines, skipped()]).toEqual([[], 0]);
    await clock.advance(3 * hourMs);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'The nightly recount was skipped. The next one is due tomorrow.',
    ]);
    expect(skipped()).toBe(1);
    const attempts = recountTimes.length;
    await clock.advance(12 * hourMs);
    expect(recountTimes).toHaveLength(attempts);
  });

  it('waits while the node is overloaded', async () => {
    const { clock, context, recountTimes } = schedule(at(10, 3));
    context.status.isOverloaded = () => true;
    await clock.advance(hourMs);
    expect(recountTimes).toEqual([]);
    context.status.isOverloaded = () => false;
    await clock.advance(hourMs / 2);
    expect(recountTimes).toHaveLength(1);
  });
});
