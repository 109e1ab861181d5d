import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../core/ids.ts';
import { seededRandom } from '../core/random.ts';
import { appendEvent, listPublishedEvents } from '../store/events.ts';
import { WebhookFixture } from '../../test/support/webhook-fixture.ts';

let fixture: WebhookFixture;
beforeAll(async () => (fixture = await WebhookFixture.create()));
afterAll(() => fixture.close());

const random = seededRandom(21);

/** Inserts two events in one transaction that commits after a random number of turns of the event loop. */
async function insertSlowly(): Promise<string[]> {
  const { workspaceId, database } = fixture;
  return database.db.inWorkspace(workspaceId).transaction(async (tx) => {
    const ids: string[] = [];
    for (const sequence of [1, 2]) {
      const subjectId = newId('call');
      const event = { workspaceId, type: 'call.ringing', subjectId, sequence, data: {}, at: new Date() };
      ids.push(await appendEvent(tx, event));
      for (let query = random.below(6); query > 0; query -= 1) await tx.row({ text: 'select 1 as one' });
    }
    return ids;
  });
}

describe('the publication of events', { timeout: 30_000 }, () => {
  it('never adds an event before a position that was returned, although transactions commit late', async () => {
    fixture.start();
    const db = fixture.database.db.inWorkspace(fixture.workspaceId);
    const seen: string[] = [];
    let after = 0;
    const inserting = new AbortController();
    const poll = async () => {
      do {
        const filters = { workspaceId: fixture.workspaceId, after, limit: 7 };
        const { rows, lastPosition } = await listPublishedEvents(db, filters);
        seen.push(...rows.map(({ eventId }) => eventId));
        after = rows.length === 7 ? rows.at(-1)!.position : Math.max(after, lastPosition);
      } while (!inserting.signal.aborted);
    };
    const polling = poll();
    const inserted: string[] = [];
    for (let round = 0; round < 25; round += 1) {
      const ids = await Promise.all(Array.from({ length: 6 }, insertSlowly));
      inserted.push(...ids.flat());
    }
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(inserted.length);
    inserting.abort();
    await polling;
    expect(new Set(seen)).toEqual(new Set(inserted));
    expect(seen).toHaveLength(inserted.length);
  });
});
