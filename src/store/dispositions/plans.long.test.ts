import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedWorkspace } from '../../../test/support/fixtures.ts';
import type { Scope } from '../database.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { applyDispositionCountDeltas } from './disposition-counts.ts';
import { listDispositions, type DispositionFilters } from './list-dispositions.ts';

const rowCount = 30_000;

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
  await applyDispositionCountDeltas(database.db.asSystem());
  await fill(workspaceId, rowCount + 1, rowCount + 2000);
  for (const table of ['dispositions', 'disposition_counts', 'disposition_count_deltas'])
    await ownerQuery(`analyze ${table}`);
}, 120_000);
afterAll(() => database.close());

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

/** Collects the statements that read rows, so that their plans can be checked, and the settings of their transaction. */
class StatementCollector implements Scope {
  readonly statements: { readonly statement: Statement; readonly values: readonly unknown[] }[] = [];
  readonly settings: Statement[] = [];
  readonly #db: Queryable;
  readonly #scope: Scope;

  constructor(scope: Scope, db: Queryable = scope) {
    this.#scope = scope;
    this.#db = db;
  }

  rows<Row extends object>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    this.statements.push({ statement, values });
    return this.#db.rows<Row>(statement, values);
  }

  row<Row extends object>(statement: Statement, values: readonly unknown[] = []): Promise<Row | undefined> {
    this.statements.push({ statement, values });
    return this.#db.row<Row>(statement, values);
  }

  execute(statement: Statement, values?: readonly unknown[]): Promise<number> {
    return this.#db.execute(statement, values);
  }

  write(statement: Statement, values?: readonly unknown[]): Promise<void> {
    this.settings.push(statement);
    return this.#db.write(statement, values);
  }

  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.#scope.transaction(async (tx) => {
      const collector = new StatementCollector(this.#scope, tx);
      const result = await work(collector);
      this.statements.push(...collector.statements);
      this.settings.push(...collector.settings);
      return result;
    });
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
  return scope.transaction(async (tx) => {
    for (const setting of collector.settings) await tx.write(setting);
    const plans: string[] = [];
    for (const { statement, values } of collector.statements) {
      const lines = await tx.rows<{ 'QUERY PLAN': string }>({ text: `explain ${statement.text}` }, values);
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    }
    return plans;
  });
}

const sixHours = { createdAtFrom: noon, createdAtTo: new Date(noon.getTime() + 6 * 3_600_000) };

/** Matches the scan of the whole table. Excludes the counters, which are few and read completely. */
const fullScan = /Seq Scan on dispositions\b/;

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
    ['six hours', sixHours],
    ['six hours, agent', { ...sixHours, agentId: 'agent_3' }],
    ['six hours, rare', { ...sixHours, status: 'pending', attempt: 2 }],
    ['scheduled in six hours', { scheduledAtFrom: noon, scheduledAtTo: sixHours.createdAtTo }],
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
