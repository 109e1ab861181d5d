import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import type { Database } from '../../store/database.ts';
import type { QueuedDial } from './dial-queue.ts';
import { ReleasedDials } from './released-dials.ts';

const dial = (batchId: string, callId: string): QueuedDial => {
  return { workspaceId: 'w1', batchId, callId, scopes: [], dueAtMs: 0, eligibilityCheckedAtMs: 0 };
};

/** A database that is unavailable for a number of transactions. */
function returnedTo(timesAway: number) {
  let left = timesAway;
  const transaction = () => (left-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve(1));
  const db = { inWorkspace: () => ({ transaction }) } as unknown as Database;
  const back: string[] = [];
  const onReturned = (batchId: string) => void back.push(batchId);
  const returned = new ReleasedDials({
    db,
    clock: new ManualClock(),
    logger: silentLogger,
    onReleased: onReturned,
  });
  return { returned, back };
}

describe('ReleasedDials', () => {
  it('returns calls, one batch at a time', async () => {
    const { returned, back } = returnedTo(0);
    await returned.release([dial('b1', 'c1'), dial('b2', 'c2'), dial('b1', 'c3')]);
    expect([back, returned.callIds]).toEqual([['b1', 'b2'], []]);
  });

  it('keeps calls while the database is unavailable, and returns them with the next ones', async () => {
    const { returned, back } = returnedTo(2);
    await returned.release([dial('b1', 'c1'), dial('b2', 'c2')]);
    expect([back, returned.callIds]).toEqual([[], ['c1', 'c2']]);
    await returned.release();
    expect([back, returned.callIds]).toEqual([['b1', 'b2'], []]);
  });
});
