import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import type { Database } from '../../store/database.ts';
import { type HeldDial, ReleasedDials } from './released-dials.ts';

const dial = (batchId: string, callId: string): HeldDial => ({ workspaceId: 'w1', batchId, callId });

/** Creates released dials with a database that rejects the first transactions. */
function createReleasedDials(failures: number) {
  let failuresLeft = failures;
  const transaction = () =>
    failuresLeft-- > 0 ? Promise.reject(new Error('unavailable')) : Promise.resolve(1);
  const db = { inWorkspace: () => ({ transaction }) } as unknown as Database;
  const batchIds: string[] = [];
  const dials = new ReleasedDials({
    db,
    clock: new ManualClock(),
    logger: silentLogger,
    nodeId: 'node-1',
    onReleased: (batchId) => void batchIds.push(batchId),
  });
  return { dials, batchIds };
}

describe('ReleasedDials', () => {
  it('releases calls, one batch at a time', async () => {
    const { dials, batchIds } = createReleasedDials(0);
    await dials.release([dial('b1', 'c1'), dial('b2', 'c2'), dial('b1', 'c3')]);
    expect([batchIds, dials.callIds]).toEqual([['b1', 'b2'], []]);
  });

  it('retries a failed release with the next release', async () => {
    const { dials, batchIds } = createReleasedDials(2);
    await dials.release([dial('b1', 'c1'), dial('b2', 'c2')]);
    expect([batchIds, dials.callIds]).toEqual([[], ['c1', 'c2']]);
    await dials.release();
    expect([batchIds, dials.callIds]).toEqual([['b1', 'b2'], []]);
  });
});
