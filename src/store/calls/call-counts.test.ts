import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedCall, seedWorkspace } from '../../../test/support/fixtures.ts';
import type { Scope } from '../database.ts';
import { applyCallCountDeltas, countCalls, recountCalls } from './call-counts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const states = ['queued', 'dialing', 'ringing', 'in_progress'] as const;
const endReasons = ['completed', 'busy', 'no_answer'] as const;
const index = fc.nat({ max: 1000 });

type Operation =
  | { readonly type: 'insert' | 'delete' | 'apply'; readonly index: number }
  | { readonly type: 'move'; readonly index: number; readonly state: string }
  | { readonly type: 'end'; readonly index: number; readonly endReason: string };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: index.map((value) => ({ type: 'insert' as const, index: value })) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('move' as const), index, state: fc.constantFrom(...states) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('end' as const),
      index,
      endReason: fc.constantFrom(...endReasons),
    }),
  },
  { weight: 1, arbitrary: index.map((value) => ({ type: 'delete' as const, index: value })) },
  { weight: 2, arbitrary: index.map((value) => ({ type: 'apply' as const, index: value })) },
);

const filters = fc.record(
  {
    status: fc.constantFrom(...states, 'ended'),
    endReason: fc.constantFrom(...endReasons),
    direction: fc.constantFrom('outbound', 'inbound'),
  },
  { requiredKeys: [] },
);

async function applyOperation(scope: Scope, ids: string[], item: Operation): Promise<void> {
  const id = ids[item.index % Math.max(ids.length, 1)];
  if (item.type === 'apply') await applyCallCountDeltas(database.db.asSystem());
  if (id === undefined) return;
  if (item.type === 'move')
    await scope.execute({ text: `update calls set state = $2 where id = $1 and state <> 'ended'` }, [
      id,
      item.state,
    ]);
  if (item.type === 'end')
    await scope.execute(
      {
        text: `update calls set state = 'ended', end_reason = $2, ended_at = $3, fault = 'none' where id = $1`,
      },
      [id, item.endReason, noon],
    );
  if (item.type === 'delete') {
    await scope.execute({ text: 'delete from calls where id = $1' }, [id]);
    ids.splice(ids.indexOf(id), 1);
  }
}

async function countRows(scope: Scope, { status, endReason, direction }: Record<string, string | undefined>) {
  const row = await scope.row<{ total: number }>(
    {
      text: `select count(*)::float8 as total from calls where ($1::text is null or state = $1)
        and ($2::text is null or end_reason = $2) and ($3::text is null or direction = $3)`,
    },
    [status ?? null, endReason ?? null, direction ?? null],
  );
  return row!.total;
}

describe('the counts of calls', () => {
  it('equal a direct count after any changes and any applied deltas', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 5, maxLength: 50, size: 'max' }),
        fc.array(filters, { minLength: 1, maxLength: 6 }),
        async (operations, filterSets) => {
          const fixture = await seedWorkspace(database.db);
          const { workspaceId } = fixture;
          const scope = database.db.inWorkspace(workspaceId);
          const ids: string[] = [];
          for (const item of operations)
            if (item.type === 'insert') ids.push((await seedCall(database.db, fixture)).id);
            else await applyOperation(scope, ids, item);
          for (const item of filterSets)
            expect(await countCalls(scope, { workspaceId, ...item })).toBe(await countRows(scope, item));
          expect(await countCalls(scope, { workspaceId, agentId: 'agent_without_calls' })).toBe(0);
        },
      ),
      { numRuns: 25 },
    );
    expect(await recountCalls(database.db.asSystem())).toBe(0);
  }, 120_000);

  it('are corrected by the recount', async () => {
    const fixture = await seedWorkspace(database.db);
    const { workspaceId } = fixture;
    const scope = database.db.inWorkspace(workspaceId);
    await seedCall(database.db, fixture);
    await applyCallCountDeltas(database.db.asSystem());
    await scope.execute({ text: 'update call_counts set count = count + 1 where workspace_id = $1' }, [
      workspaceId,
    ]);
    expect(await countCalls(scope, { workspaceId })).toBe(2);
    expect(await recountCalls(database.db.asSystem())).toBe(1);
    expect(await countCalls(scope, { workspaceId })).toBe(1);
  });
});
