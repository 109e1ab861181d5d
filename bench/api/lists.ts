/*
 * node bench/api/lists.ts --rows 1000000
 *
 * Measures disposition lists at the store, on a separate embedded server with the program's settings: first pages, every
 * kind of filter with its exact total, late pages, search. In the same second it measures the bare select of a first page by `pg`, and
 * `select 1`. `--url postgres://…` measures a database that an earlier run with `--fill` has filled. Loopback only.
 */
import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { seededRandom } from '../../src/core/random.ts';
import { connectClient, type Connection } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/database.ts';
import { dispositionColumns } from '../../src/store/dispositions/dispositions.ts';
import { listDispositions, type DispositionFilters } from '../../src/store/dispositions/list-dispositions.ts';
import type { ListWindow } from '../../src/store/listing.ts';
import { agentIdOf, batchIdOf, fillDispositions, dataset } from './fill-dispositions.ts';
import { fillAndMeasure, listArguments, measureLists, type ListCase } from './measure-lists.ts';

const args = listArguments('300');
const { rows, runs } = args;
const random = seededRandom(7);

type Query = Omit<DispositionFilters, 'workspaceId'> & Partial<ListWindow>;

const pick = <T>(choices: readonly T[]): T => choices[random.below(choices.length)]!;
const agentId = () => agentIdOf(1 + random.below(dataset.agents));
const batchId = () => batchIdOf(1 + random.below(Math.max(Math.floor(rows / dataset.batchRows) - 1, 1)));
const attempt = () => 1 + random.below(5);
const dayMs = 86_400_000;
const randomTime = () => new Date(dataset.firstAt.getTime() + random.below(dataset.days * 86_400) * 1000);
const dates = (days: number): Query => {
  const createdAtFrom = randomTime();
  return { createdAtFrom, createdAtTo: new Date(createdAtFrom.getTime() + days * dayMs) };
};
const code = () => pick(['answered', 'busy', 'callback_scheduled', 'interested', 'do_not_call']);
const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('');

const cases: readonly ListCase<Query>[] = [
  { name: 'first page', createQuery: () => ({}) },
  { name: 'agent', createQuery: () => ({ agentId: agentId() }) },
  { name: 'batch', createQuery: () => ({ batchId: batchId() }) },
  {
    name: 'status',
    createQuery: () => ({ status: pick(['completed', 'pending', 'failed', 'in_progress']) }),
  },
  { name: 'disposition', createQuery: () => ({ disposition: code() }) },
  { name: 'attempt', createQuery: () => ({ attempt: attempt() }) },
  { name: 'unknown number', createQuery: () => ({ phoneNumber: `+1${digits(10)}` }) },
  {
    name: 'agent, disposition, attempt',
    createQuery: () => ({ agentId: agentId(), disposition: code(), attempt: attempt() }),
  },
  {
    name: 'batch, disposition, status',
    createQuery: () => ({ batchId: batchId(), disposition: code(), status: 'completed' }),
  },
  { name: 'filter without matches', createQuery: () => ({ disposition: 'answered', status: 'pending' }) },
  {
    name: 'rare: status, attempt, agent',
    createQuery: () => ({ status: 'pending', attempt: 5, agentId: agentId() }),
  },
  { name: 'a day', createQuery: () => dates(1) },
  { name: 'a quarter', createQuery: () => dates(90) },
  {
    name: 'a quarter, agent, disposition',
    createQuery: () => ({ ...dates(90), agentId: agentId(), disposition: code() }),
  },
  { name: 'a quarter, rare', createQuery: () => ({ ...dates(90), status: 'pending', attempt: 5 }) },
  { name: 'any page', createQuery: () => ({ page: 1 + random.below(Math.floor(rows / 51)) }) },
  {
    name: 'any page, agent',
    createQuery: () => ({
      agentId: agentId(),
      page: 1 + random.below(Math.floor(rows / dataset.agents / 60)),
    }),
  },
  { name: 'search: agent', createQuery: () => ({ search: pick(['ada', 'GRACE', 'kather']) }) },
  { name: 'search: disposition', createQuery: () => ({ search: pick(['answer', 'BUSY', 'voicem']) }) },
  { name: 'search: 7 digits', createQuery: () => ({ search: digits(7) }) },
  { name: 'search: 5 digits', createQuery: () => ({ search: digits(5) }) },
  { name: 'search: 4 digits', createQuery: () => ({ search: digits(4) }) },
  { name: 'search: 3 digits', createQuery: () => ({ search: digits(3) }) },
  {
    name: 'search: word of 1 note in 250',
    createQuery: () => ({ search: pick(['lunch', 'driving', 'mornings']) }),
  },
  { name: 'search: reference', createQuery: () => ({ search: `reference ${digits(3)}` }) },
  { name: 'search without matches', createQuery: () => ({ search: 'zebra' }) },
];

const bareSelect = `select ${dispositionColumns} from dispositions where workspace_id = $1
  order by created_at desc, id desc limit 51`;

const measure = (connection: Connection): Promise<void> =>
  measureLists(connection, {
    cases,
    list: (scope, query) =>
      listDispositions(scope, { workspaceId: dataset.workspaceId, limit: 50, ...query }),
    bareSelect,
    rows,
    runs,
  });

async function fill(connection: Connection): Promise<void> {
  const db = await openDatabase(connection, { clock: systemClock, logger: silentLogger });
  await db.close();
  const client = await connectClient(connection, 'parley bench');
  await fillDispositions(client, rows);
  await client.end();
}

await fillAndMeasure(args, fill, measure);
