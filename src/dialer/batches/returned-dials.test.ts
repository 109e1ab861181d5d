import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import type { Database } from '../../store/database.ts';
import type { WaitingDial } from './paced-dials.ts';
import { ReturnedDials } from './returned-dials.ts';

const dial = (batchId: string, callId: string): WaitingDial => {
  return { workspaceId: 'w1', batchId, callId, scopes: [], dueAtMs: 0, surenessAtMs: 0 };
};

/** A database that is away for the next so many transactions. */
function returnedTo(timesAway: number) {
  let left = timesAway;
  const transaction = () => (left-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve(1));
  const db = { inWorkspace: () => ({ transaction }) } as unknown as Database;
  const back: string[] = [];
  const onReturned = (batchId: string) => void back.push(batchId);
  const returned = new ReturnedDials({ db, clock: new ManualClock(), logger: silentLogger, onReturned });
  return { returned, back };
}

describe('calls that are not dialed', () => {
  it('go back, batch by batch', async () => {
    const { returned, back } = returnedTo(0);
    await returned.giveBack([dial('b1', 'c1'), dial('b2', 'c2'), dial('b1', 'c3')]);
    expect([back, returned.callIds]).toEqual([['b1', 'b2'], []]);
  });

  it('are kept while the database is away, and go back with the next that do', async () => {
    const { returned, back } = returnedTo(2);
    await returned.giveBack([dial('b1', 'c1'), dial('b2', 'c2')]);
    expect([back, returned.callIds]).toEqual([[], ['c1', 'c2']]);
    await returned.giveBack();
    expect([back, returned.callIds]).toEqual([['b1', 'b2'], []]);
  });
});
