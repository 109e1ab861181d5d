import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { inboundPartStoreSuite } from '../../contracts/testing/inbound-part-store-suite.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { purgeInboundParts } from '../../store/conversations/inbound-parts.ts';
import { inboundPartsOf } from './inbox.ts';

let database: TestDatabase;
let carrierCount = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Returns the store of a new carrier. */
function open(clock = new ManualClock()) {
  carrierCount += 1;
  const carrier = `carrier-${carrierCount}`;
  return { carrier, clock, store: inboundPartsOf(carrier, { database: database.db, clock }) };
}

inboundPartStoreSuite('the database', async () => {
  const { clock, store } = open();
  return { store, advance: (durationMs) => clock.advance(durationMs), now: () => clock.now() };
});

const part = (number: number, messageKey = 'a') => ({
  messageKey,
  number,
  total: 2,
  content: Buffer.from([0, 0xff, number]),
});

describe('the stored parts', () => {
  it('are complete for one of two nodes that receive them at the same time', async () => {
    const { carrier, clock, store } = open();
    const other = inboundPartsOf(carrier, { database: database.db, clock });
    for (let index = 0; index < 10; index += 1) {
      const key = `message-${index}`;
      const added = await Promise.all([store.add(part(1, key)), other.add(part(2, key))]);
      expect(added.map(({ state }) => state).toSorted()).toEqual(['complete', 'incomplete']);
    }
  });

  it('have only hashes after the delivery, for an hour', async () => {
    const ageMs = 3_500_000;
    const { carrier, store } = open(new ManualClock(Date.now() - ageMs));
    await store.add(part(1));
    const added = await store.add(part(2));
    if (added.state === 'complete') await store.markDelivered(added.parts);
    const read = () =>
      database.db
        .asSystem()
        .rows<{ octets: number }>(
          { text: 'select octet_length(content) as octets from inbound_parts where carrier = $1' },
          [carrier],
        );
    expect(await read()).toEqual([{ octets: 32 }, { octets: 32 }]);
    await purgeInboundParts(database.db.asSystem());
    expect(await read()).toHaveLength(2);
    await database.db.asSystem().execute({
      text: `update inbound_parts set received_at = received_at - interval '1 hour', delivered_at = delivered_at - interval '1 hour'`,
    });
    await purgeInboundParts(database.db.asSystem());
    expect(await read()).toEqual([]);
  });

  it('remain for 7 days if they are not delivered', async () => {
    const dayMs = 86_400_000;
    const young = open(new ManualClock(Date.now() - 6 * dayMs));
    const old = open(new ManualClock(Date.now() - 8 * dayMs));
    await young.store.add(part(1));
    await old.store.add(part(1));
    await purgeInboundParts(database.db.asSystem());
    const rows = await database.db
      .asSystem()
      .rows({ text: 'select carrier from inbound_parts where carrier = any($1)' }, [
        [young.carrier, old.carrier],
      ]);
    expect(rows).toEqual([{ carrier: young.carrier }]);
  });
});
