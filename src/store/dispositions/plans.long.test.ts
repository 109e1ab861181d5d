import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedWorkspace } from '../../../test/support/fixtures.ts';
import type { Scope } from '../database.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { applyDispositionDeltas } from './apply-deltas.ts';
import { listDispositions, type DispositionFilters } from './list-dispositions.ts';

const rowCount = 30_000;
const sizes = { bucketRows: 100, rangeBuckets: 12 };

let database: TestDatabase;
let workspaceId: string;
let scope: Scope;

/** Fills two workspaces of the same size, applies most deltas, and analyzes the tables, as autovacuum would. */
beforeAll(async () => {
  database = await createTestDatabase();
  ({ workspaceId } = await seedWorkspace(database.db));
  scope = database.db.inWorkspace(workspaceId);
  const { workspaceId: otherId } = await seedWorkspace(database.db);
  for (const id of [workspaceId, otherId]) await fill(id, 1, rowCount);
  await applyDispositionDeltas(database.db.asSystem(), sizes);
  await fill(workspaceId, rowCount + 1, rowCount + 2000);
  await addBucketsOfOtherWorkspaces();
  for (const table of ['dispositions', 'disposition_counts', 'disposition_spans', 'disposition_changes'])
    await ownerQuery(`analyze ${table}`);
}, 120_000);
afterAll(() => database.close());

/** Adds buckets of many workspaces, since the tables of two workspaces would be too small. */
const addBucketsOfOtherWorkspaces = () =>
  ownerQuery(`insert into disposition_spans
    select 'ws_' || workspace, timestamptz '2026-01-01' + span * interval '1 hour', '-infinity'
    from generate_series(1, 30) as workspace, generate_series(1, 300) as span`);

/** Runs SQL as the owner of the tables, since the role of the program may not analyze. */
async function ownerQuery(text: string): Promise<void> {
  const { connectClient } = await import('../connection.ts');
  const client = await connectClient(database.connection, 'parley tests');
  await client.query(text);
  await client.end();
}

const fill = (id: string, first: number, last: number) =>
  database.db.inWorkspace(id).execute(
    {
      text: `insert into dispositions (id, workspace_id, phone_number, disposition, status, attempt, agent_id, agent_name, batch_id,
          notes, created_at, updated_at)
        select 'disp_' || md5($1 || place), $1, '+1202' || lpad((place * 7919 % 10000000)::text, 7, '0'),
          (array['answered', 'answered', 'no_answer', 'busy', 'callback_scheduled'])[1 + place % 5],
          case when place % 500 = 0 then 'pending' else 'completed' end, 1 + place / 7 % 4,
          'agent_' || place % 20, 'Agent ' || place % 20, case when place % 2 = 0 then 'batch_' || place / 400 end,
          case when place % 10 = 0 then 'Reference ' || md5(place::text) else '' end, $2::timestamptz + place * interval '7 seconds', $2
        from generate_series($3::int, $4::int) as place`,
    },
    [id, noon, first, last],
  );

/** Collects the statements that read rows in transactions, so that their plans can be checked. */
class StatementCollector implements Scope {
  readonly statements: { readonly statement: Statement; readonly values: readonly unknown[] }[] = [];
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  rows<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    return this.#scope.rows<Row>(statement, values);
  }

  row<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row | undefined> {
    return this.#scope.row<Row>(statement, values);
  }

  execute(statement: Statement, values?: readonly unknown[]): Promise<number> {
    return this.#scope.execute(statement, values);
  }

  write(statement: Statement, values?: readonly unknown[]): Promise<void> {
    return this.#scope.write(statement, values);
  }

  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.#scope.transaction((tx) =>
      work({
        rows: (statement, values) => tx.rows(...this.#collect(statement, values)),
        row: (statement, values) => tx.row(...this.#collect(statement, values)),
        execute: (statement, values) => tx.execute(statement, values),
        write: (statement, values) => tx.write(statement, values),
      }),
    );
  }

  #collect(statement: Statement, values: readonly unknown[] = []): [Statement, readonly unknown[]] {
    this.statements.push({ statement, values });
    return [statement, values];
  }
}

type ListQuery = Omit<DispositionFilters, 'workspaceId'> & {
  readonly page?: number;
  readonly createdAtFrom?: Date;
  readonly createdAtTo?: Date;
};

async function plansOf(query: ListQuery): Promise<string[]> {
  const collector = new StatementCollector(scope);
  await listDispositions(collector, { workspaceId, limit: 50, ...query });
  const plans: string[] = [];
  for (const { statement, values } of collector.statements) {
    const lines = await scope.rows<{ 'QUERY PLAN': string }>(
      { text: `explain ${statement.text}` },
      values.map((value) => value),
    );
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
  }
  return plans;
}

const threeDays = { createdAtFrom: noon, createdAtTo: new Date(noon.getTime() + 3 * 86_400_000) };

/** Matches the scan of a whole table. Excludes the table of deltas, which are few and read completely. */
const fullScan = /Seq Scan on disposition(s|_counts|_spans)\b/;

describe('a list of dispositions does not scan a whole table', () => {
  const queries: [string, ListQuery][] = [
    ['first page', {}],
    ['late page', { page: 1000 }],
    ['agent', { agentId: 'agent_3' }],
    ['batch', { batchId: 'batch_7' }],
    ['status', { status: 'pending' }],
    ['disposition', { disposition: 'busy' }],
    ['attempt', { attempt: 4 }],
    ['number', { phoneNumber: '+12020007919' }],
    ['all filters', { agentId: 'agent_0', status: 'pending', disposition: 'answered', attempt: 1 }],
    ['no matches', { status: 'expired' }],
    ['days', threeDays],
    ['days, agent', { ...threeDays, agentId: 'agent_3' }],
    ['days, rare', { ...threeDays, status: 'pending', attempt: 2 }],
    ['search: disposition', { search: 'busy' }],
    ['search: name', { search: 'agent 17' }],
    ['search: number', { search: '2020079' }],
    ['search: three digits', { search: '202' }],
    ['search: notes', { search: 'ce 7f39f8' }],
    ['search: notes, agent', { search: 'ce 7f3', agentId: 'agent_3' }],
  ];

  it.each(queries)('%s', async (_name, query) => {
    const plans = await plansOf(query);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((plan) => fullScan.test(plan))).toEqual([]);
  });

  it('searches by the trigrams of numbers and notes', async () => {
    expect((await plansOf({ search: 'ce 7f39f8' })).join('\n')).toContain('dispositions_search');
  });
});
