import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedWorkspace } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { dispositionStatuses } from '../../domain/disposition.ts';
import type { Scope } from '../database.ts';
import { maxCountedMatches, type ListCursor, type ListWindow } from '../listing.ts';
import { type DispositionRow, insertDisposition, updateDisposition } from './dispositions.ts';
import { applyDispositionCountDeltas, recountDispositions } from './disposition-counts.ts';
import { listDispositions, type DispositionFilters } from './list-dispositions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

type Filters = Omit<DispositionFilters, 'workspaceId'>;

const agents = ['agent_a', 'agent_b', null] as const;
const names: Readonly<Record<string, string>> = { agent_a: 'Ada Busyhand', agent_b: 'Bo 100%' };
const codes = ['answered', 'busy', 'callback_scheduled'] as const;
const numbers = ['+12025550101', '+12025550177', '+442079460123'] as const;

const lastSecond = 60;

const newRow = fc.record({
  agentId: fc.constantFrom(...agents),
  batchId: fc.constantFrom('batch_1', 'batch_2', null),
  disposition: fc.constantFrom(...codes),
  status: fc.constantFrom(...dispositionStatuses),
  attempt: fc.integer({ min: 1, max: 3 }),
  phoneNumber: fc.constantFrom(...numbers),
  notes: fc.constantFrom('', 'Was BUSY', 'Call 0177 back', 'Ticket 0170177, 017', 'half_done'),
  second: fc.integer({ min: 0, max: lastSecond }),
});
type NewRow = typeof newRow extends fc.Arbitrary<infer Row> ? Row : never;

type Operation =
  | { readonly type: 'insert'; readonly rows: readonly NewRow[] }
  | { readonly type: 'update'; readonly place: number; readonly row: NewRow }
  | { readonly type: 'delete'; readonly place: number }
  | { readonly type: 'apply' };

const place = fc.nat({ max: 1000 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(newRow, { minLength: 1, maxLength: 12, size: 'max' })
      .map((rows) => ({ type: 'insert' as const, rows })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('update' as const),
      place,
      row: newRow,
    }),
  },
  { weight: 1, arbitrary: place.map((where) => ({ type: 'delete' as const, place: where })) },
  { weight: 2, arbitrary: fc.constant({ type: 'apply' as const }) },
);

/** Generates mostly `undefined`, since a query with all filters matches nothing. */
const optionalOf = <T>(values: readonly T[], undefinedWeight = 3) =>
  fc.oneof(
    { weight: undefinedWeight, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  );
const second = fc.option(fc.integer({ min: -1, max: lastSecond + 1 }), { nil: undefined });
const queryArbitrary = fc.record({
  agentId: optionalOf(['agent_a', 'agent_b', 'agent_none']),
  batchId: optionalOf(['batch_1', 'batch_2']),
  status: optionalOf(dispositionStatuses),
  disposition: optionalOf([...codes, 'failed']),
  attempt: optionalOf([1, 2, 3, 4]),
  phoneNumber: optionalOf(numbers, 8),
  search: optionalOf(['busy', '0177', '017', '55', '100%', '100', 'ada', 'f_d', 'no such text']),
  from: second,
  to: second,
});
type Query = typeof queryArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

const atSecond = (value: number): Date => new Date(noon.getTime() + value * 1000);

/** The expected rows, updated in parallel with the database. */
class Model {
  readonly rows: DispositionRow[] = [];
  readonly #scope: Scope;
  readonly #workspaceId: string;

  constructor(scope: Scope, workspaceId: string) {
    this.#scope = scope;
    this.#workspaceId = workspaceId;
  }

  async perform(item: Operation): Promise<void> {
    if (item.type === 'apply') await applyDispositionCountDeltas(database.db.asSystem());
    else if (item.type === 'insert') for (const row of item.rows) this.rows.push(await this.#insert(row));
    else if (this.rows.length > 0) await this.#change(item, item.place % this.rows.length);
  }

  #insert({ second: when, ...row }: NewRow): Promise<DispositionRow> {
    const agentName = row.agentId === null ? null : names[row.agentId]!;
    const rest = {
      id: newId('disposition'),
      workspaceId: this.#workspaceId,
      callId: null,
      scheduledAt: null,
    };
    return insertDisposition(this.#scope, { ...row, ...rest, agentName, at: atSecond(when) });
  }

  async #change(item: Operation & { type: 'update' | 'delete' }, index: number): Promise<void> {
    const { id: dispositionId, ...row } = this.rows[index]!;
    if (item.type === 'update') {
      const { status, notes } = item.row;
      const change = { ...row, dispositionId, status, notes, at: noon };
      this.rows[index] = await updateDisposition(this.#scope, change);
      return;
    }
    await this.#scope.execute({ text: 'delete from dispositions where id = $1' }, [dispositionId]);
    this.rows.splice(index, 1);
  }

  matching({ from, to, search, ...equal }: Query): string[] {
    const equalFilters = Object.entries(equal).filter(([, value]) => value !== undefined);
    const matches = (row: DispositionRow) =>
      equalFilters.every(([name, value]) => row[name as keyof DispositionRow] === value) &&
      (from === undefined || row.createdAt >= atSecond(from)) &&
      (to === undefined || row.createdAt <= atSecond(to)) &&
      (search === undefined || textOf(row).includes(search));
    return this.rows
      .filter(matches)
      .sort(
        (item, other) =>
          other.createdAt.getTime() - item.createdAt.getTime() || (item.id < other.id ? 1 : -1),
      )
      .map(({ id }) => id);
  }
}

const textOf = ({ phoneNumber, disposition, agentName, notes }: DispositionRow): string =>
  [phoneNumber, disposition, agentName ?? '', notes].join('\n').toLowerCase();

function list(scope: Scope, workspaceId: string, { from, to, ...filters }: Query, window: ListWindow) {
  return listDispositions(scope, {
    workspaceId,
    ...(filters as Filters),
    createdAtFrom: from === undefined ? undefined : atSecond(from),
    createdAtTo: to === undefined ? undefined : atSecond(to),
    ...window,
  });
}

/** Returns the ids of a complete list, read by page and by cursor, and the totals that it returned. */
async function readAll(scope: Scope, workspaceId: string, item: Query, limit: number) {
  const totals = new Set<number>();
  const read = async (window: Omit<ListWindow, 'limit'>) => {
    const found = await list(scope, workspaceId, item, { limit, ...window });
    totals.add(found.total);
    return { ids: found.rows.map(({ id }) => id), next: found.next ?? undefined };
  };
  const byCursor: string[] = [];
  let after: ListCursor | undefined;
  do {
    const { ids, next } = await read({ after });
    byCursor.push(...ids);
    after = next;
  } while (after !== undefined);
  const byPage: string[] = [];
  for (let page = 1; page <= Math.ceil(byCursor.length / limit) + 1; page += 1)
    byPage.push(...(await read({ page })).ids);
  return { byPage, byCursor, totals: [...totals] };
}

describe('the list of dispositions', () => {
  it('is exact for any query, after any writes and any applied deltas', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 4, maxLength: 40, size: 'max' }),
        fc.array(queryArbitrary, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 2, max: 12 }),
        async (operations, queries, limit) => {
          const { workspaceId } = await seedWorkspace(database.db);
          const scope = database.db.inWorkspace(workspaceId);
          const model = new Model(scope, workspaceId);
          for (const item of operations) await model.perform(item);
          for (const item of queries) {
            const expected = model.matching(item);
            const read = await readAll(scope, workspaceId, item, limit);
            expect(read).toEqual({ byPage: expected, byCursor: expected, totals: [expected.length] });
          }
        },
      ),
      { numRuns: 20 },
    );
    expect(await recountDispositions(database.db.asSystem())).toBe(0);
  }, 120_000);

  it('finds rare rows, and the rows of the last page', async () => {
    const { workspaceId } = await seedWorkspace(database.db);
    const scope = database.db.inWorkspace(workspaceId);
    await seedMany(scope, workspaceId, 3000);
    await applyDispositionCountDeltas(database.db.asSystem());
    const rare = await listDispositions(scope, { workspaceId, attempt: 9, limit: 5 });
    expect([rare.total, rare.rows.length]).toEqual([6, 5]);
    const last = await listDispositions(scope, { workspaceId, limit: 50, page: 60 });
    expect(last.total).toBe(3000);
    expect(last.rows.at(-1)).toMatchObject({ notes: 'number 1' });
    expect(last.next).toBeNull();
  });
});

/** Inserts rows. Every 500th row has attempt 9. */
const seedMany = (scope: Scope, workspaceId: string, rows: number) =>
  scope.execute(
    {
      text: `insert into dispositions (id, workspace_id, phone_number, disposition, status, attempt, agent_id, agent_name, notes,
          created_at, updated_at)
        select 'disp_0' || lpad(place::text, 25, '0') || right($1, 4), $1, '+120255' || lpad(place::text, 5, '0'), 'busy',
          'completed', case when place % 500 = 0 then 9 else 1 end, 'agent_a', 'Ada', 'number ' || place,
          $2::timestamptz + place * interval '1 second', $2
        from generate_series(1, $3::int) as place`,
    },
    [workspaceId, noon, rows],
  );

describe('a search with more matches than are counted', () => {
  it('returns a lower bound of the total, and every page', async () => {
    const { workspaceId } = await seedWorkspace(database.db);
    const scope = database.db.inWorkspace(workspaceId);
    await seedMany(scope, workspaceId, maxCountedMatches + 60);
    const search = (window: Omit<ListWindow, 'limit'>) =>
      listDispositions(scope, { workspaceId, search: 'NUMBER', limit: 50, ...window });
    const first = await search({});
    expect([first.total, first.rows[0]!.notes]).toEqual([
      maxCountedMatches,
      `number ${maxCountedMatches + 60}`,
    ]);
    const last = await search({ page: (maxCountedMatches + 50) / 50 + 1 });
    expect(last.rows.map(({ notes }) => notes)).toEqual(
      Array.from({ length: 10 }, (_none, index) => `number ${10 - index}`),
    );
    expect(last.next).toBeNull();
    const second = await search({ after: first.next! });
    expect(second.rows[0]!.notes).toBe(`number ${maxCountedMatches + 10}`);
    expect((await search({ page: 1000 })).rows).toEqual([]);
  });
});

describe('the counts of dispositions', () => {
  it('are exact while rows are inserted and deltas are applied concurrently', async () => {
    const { workspaceId } = await seedWorkspace(database.db);
    const scope = database.db.inWorkspace(workspaceId);
    const totals: number[] = [];
    const writeAndCount = async (index: number) => {
      await seedFortyRows(scope, workspaceId, index);
      await applyDispositionCountDeltas(database.db.asSystem());
      totals.push((await listDispositions(scope, { workspaceId, limit: 1 })).total);
    };
    const writes = Array.from({ length: 8 }, (_none, index) => writeAndCount(index));
    await Promise.all(writes);
    await applyDispositionCountDeltas(database.db.asSystem());
    expect((await listDispositions(scope, { workspaceId, limit: 1 })).total).toBe(8 * 40);
    expect(totals.every((total) => total % 40 === 0)).toBe(true);
    expect(await recountDispositions(database.db.asSystem())).toBe(0);
  });

  it('are corrected by the recount', async () => {
    const { workspaceId } = await seedWorkspace(database.db);
    const scope = database.db.inWorkspace(workspaceId);
    await seedMany(scope, workspaceId, 10);
    await applyDispositionCountDeltas(database.db.asSystem());
    const corrupt = `update disposition_counts set count = count + 1 where workspace_id = $1`;
    await scope.execute({ text: corrupt }, [workspaceId]);
    expect(await recountDispositions(database.db.asSystem())).toBeGreaterThan(0);
    expect((await listDispositions(scope, { workspaceId, limit: 1 })).total).toBe(10);
    expect(await recountDispositions(database.db.asSystem())).toBe(0);
  });

  it('are corrected for every one of many agents', async () => {
    const { workspaceId } = await seedWorkspace(database.db);
    const scope = database.db.inWorkspace(workspaceId);
    await seedMany(scope, workspaceId, 45);
    await scope.execute(
      {
        text: `update dispositions set agent_id = 'agent_' || right(phone_number, 2) where workspace_id = $1`,
      },
      [workspaceId],
    );
    await applyDispositionCountDeltas(database.db.asSystem());
    const corrupt = `update disposition_counts set count = count + 1 where workspace_id = $1`;
    const agents = await scope.execute({ text: corrupt }, [workspaceId]);
    expect(agents).toBeGreaterThan(20);
    expect(await recountDispositions(database.db.asSystem())).toBe(agents);
    expect(await recountDispositions(database.db.asSystem())).toBe(0);
  });
});

const seedFortyRows = (scope: Scope, workspaceId: string, index: number) =>
  scope.execute(
    {
      text: `insert into dispositions (id, workspace_id, phone_number, disposition, status, attempt, notes, created_at, updated_at)
        select 'disp_' || $1 || $3 || place, $1, '+12025550100', 'busy', 'completed', 1, '', $2::timestamptz + place * interval '1 s', $2
        from generate_series(1, 40) as place`,
    },
    [workspaceId, noon, String(index)],
  );
