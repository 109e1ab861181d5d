import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { seedCall, seedWorkspace } from '../../../test/support/fixtures.ts';
import { connectClient } from '../connection.ts';
import { listCalls } from './list-calls.ts';

let database: TestDatabase;
let workspaceId: string;

/** 12,000 calls to different numbers, of which the last has digits that no other number has. */
beforeAll(async () => {
  database = await createTestDatabase();
  const fixture = await seedWorkspace(database.db);
  ({ workspaceId } = fixture);
  const { id } = await seedCall(database.db, fixture, { toNumber: '+442079460999' });
  // Several statements, because one can take longer than a statement may.
  for (const first of [1, 3_001, 6_001, 9_001])
    await database.db.inWorkspace(workspaceId).execute(
      {
        text: `insert into calls select copy.* from calls, generate_series($2::int, $2::int + 2999) as place,
          lateral jsonb_populate_record(calls, jsonb_build_object(
            'id', 'call_' || md5(place::text), 'room_name', 'room_' || md5(place::text),
            'to_number', '+1202555' || lpad(place::text, 5, '0'),
            'created_at', calls.created_at - place * interval '1 second')) as copy
        where calls.id = $1`,
      },
      [id, first],
    );
  const client = await connectClient(database.connection, 'parley tests');
  await client.query('analyze calls');
  await client.end();
}, 60_000);
afterAll(() => database.close());

const search = (text: string, window: object = {}) =>
  listCalls(database.db.inWorkspace(workspaceId), { workspaceId, search: text, limit: 1, ...window });

it('finds the calls whose number contains the digits, newest first', async () => {
  const found = await search('1234');
  expect([found.total, found.rows.map(({ toNumber }) => toNumber)]).toEqual([2, ['+120255501234']]);
  const next = await search('1234', { after: found.next });
  expect([next.next, next.rows.map(({ toNumber }) => toNumber)]).toEqual([null, ['+120255511234']]);
});

it('counts at most 10,000 matches', async () => {
  const found = await search('555');
  expect([found.total, found.rows.length]).toEqual([10_000, 1]);
});

it('reads the index of trigrams under row-level security', async () => {
  const plan = await database.db.inWorkspace(workspaceId).transaction(async (tx) => {
    await tx.write({ text: 'set local enable_seqscan = off' });
    return tx.rows<{ 'QUERY PLAN': string }>(
      {
        text: `explain select id from calls where workspace_id = $1
        and (case direction when 'inbound' then from_number else to_number end) ilike $2 limit 10001`,
      },
      [workspaceId, '%946099%'],
    );
  });
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('calls_search');
});
