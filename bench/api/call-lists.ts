/*
 * node bench/api/call-lists.ts --rows 1000000
 *
 * Measures call lists at the store, on a separate embedded server with the program's settings: first pages, every kind of filter with
 * its exact total, late pages. In the same second it measures the same select of a first page by plain `pg`, and `select 1`.
 * `--url postgres://…` measures a database that an earlier run with `--fill` has filled. Loopback only.
 */
import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { seededRandom } from '../../src/core/random.ts';
import { callColumns } from '../../src/store/calls/calls.ts';
import { listCalls, type CallFilters } from '../../src/store/calls/list-calls.ts';
import { connectClient, type Connection } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { ListWindow } from '../../src/store/listing.ts';
import { fillCalls } from './fill-calls.ts';
import { agentIdOf, batchIdOf, dataset } from './fill-dispositions.ts';
import { fillAndMeasure, listArguments, measureLists, type ListCase } from './measure-lists.ts';

const args = listArguments('100');
const { rows, runs } = args;
const random = seededRandom(7);

type Query = Omit<CallFilters, 'workspaceId'> & Partial<ListWindow>;

const agentId = () => agentIdOf(1 + random.below(dataset.agents));
const dates = (days: number): Query => {
  const fromMs = dataset.firstAt.getTime() + random.below(dataset.days * 86_400) * 1000;
  return { createdAtFrom: new Date(fromMs), createdAtTo: new Date(fromMs + days * 86_400_000) };
};

const cases: readonly ListCase<Query>[] = [
  { name: 'first page', createQuery: () => ({}) },
  { name: 'agent', createQuery: () => ({ agentId: agentId() }) },
  {
    name: 'batch',
    createQuery: () => ({
      batchId: batchIdOf(1 + random.below(Math.max(Math.floor(rows / dataset.batchRows) - 1, 1))),
    }),
  },
  { name: 'ended', createQuery: () => ({ status: 'ended' }) },
  { name: 'in progress', createQuery: () => ({ status: 'in_progress' }) },
  { name: 'end reason', createQuery: () => ({ endReason: 'busy' }) },
  { name: 'direction', createQuery: () => ({ direction: 'inbound' }) },
  { name: 'agent, end reason', createQuery: () => ({ agentId: agentId(), endReason: 'busy' }) },
  {
    name: 'number',
    createQuery: () => ({ phoneNumber: `+1${String(2_010_000_000 + random.below(7_980_000) * 1000)}` }),
  },
  { name: 'a day', createQuery: () => dates(1) },
  { name: 'a quarter', createQuery: () => dates(90) },
  { name: 'any page', createQuery: () => ({ page: 1 + random.below(Math.floor(rows / 51)) }) },
];

const measure = (connection: Connection): Promise<void> =>
  measureLists(connection, {
    cases,
    list: (scope, query) => listCalls(scope, { workspaceId: dataset.workspaceId, limit: 50, ...query }),
    bareSelect: `select ${callColumns} from calls where workspace_id = $1 order by created_at desc, id desc limit 51`,
    rows,
    runs,
  });

async function fill(connection: Connection): Promise<void> {
  const db = await openDatabase(connection, { clock: systemClock, logger: silentLogger });
  await db.close();
  const client = await connectClient(connection, 'parley bench');
  await fillCalls(client, rows);
  await client.end();
}

await fillAndMeasure(args, fill, measure);
