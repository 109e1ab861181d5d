/*
 * node bench/analytics/run.ts --runs 200
 *
 * Measures the numbers of calls over time through the API, without HTTP, on the sums of 10,000,000 calls of a year: 12 hours a day, 20 agents with
 * two numbers each, 10 flows, and 6 batches a day. In the same seconds it measures a `select 1`, and a plain sum of
 * the counts of the same rows. The processor time of the server and of this process is measured too, because other programs do not change it. Embedded PostgreSQL. `--days 30` fills fewer days for a first try.
 */
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createTestApi } from '../../test/support/api.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';
import { percentilesOf } from '../media/percentiles.ts';

const { values } = parseArgs({
  options: { days: { type: 'string', default: '365' }, runs: { type: 'string', default: '200' } },
});
const days = Math.min(Math.max(Number(values.days), 8), 1_000);
const runs = Math.min(Math.max(Number(values.runs), 10), 10_000);
const callsPerQuarter = 10_000_000 / 365 / 48;

const serverFolder = await chooseServerFolder();
const api = await createTestApi();
const { workspaceId, database } = api;
const system = database.asSystem();
const agentId = "'agent_' || agent";
const flowId = "'flow_' || agent % 10";
const batchId = "'batch_' || (start::date - '2020-01-01'::date) * 6 + agent % 6";
const number = "'+120255501' || lpad((agent * 2 + line)::text, 2, '0')";

/** The columns of the sums of each dimension; the sums per quarter hour and day follow from the distinct values. */
const dimensions: Readonly<
  Record<string, readonly [agent: string, flow: string, batch: string, number: string]>
> = {
  none: ["'*'", "'*'", "'*'", "'*'"],
  agent: [agentId, "'*'", "'*'", "'*'"],
  flow: ["'*'", flowId, "'*'", "'*'"],
  batch: ["'*'", "'*'", batchId, "'*'"],
  number: ["'*'", "'*'", "'*'", number],
  all: [agentId, flowId, batchId, number],
};

/** Measures of many or few calls, with as many names as their outcomes and latencies have. */
const measuresOf = (calls: string) => `(
  select jsonb_object_agg(name, value) from (
    select name, ceil(${calls} * share)::bigint as value from (values ('calls', 1), ('outbound', 0.9), ('inbound', 0.1), ('ended', 1),
      ('connected', 0.6), ('placed', 0.88), ('answered', 0.5), ('voicemail', 0.1), ('failed', 0.02), ('durationMs', 60000),
      ('cost USD', 12345678), ('end:customer_hangup', 0.3), ('end:agent_hangup', 0.2), ('end:no_answer', 0.3), ('end:voicemail', 0.1),
      ('end:busy', 0.05), ('end:carrier_error', 0.02), ('disposition:answered', 0.4), ('disposition:no_answer', 0.3),
      ('disposition:voicemail', 0.1), ('disposition:interested', 0.1), ('disposition:busy', 0.05)) as shares (name, share)
    union all select 'silence:' || bucket, ceil(${calls} * 0.3)::bigint from generate_series(56, 56 + least(24, (${calls})::integer)) as bucket
    union all select 'own:' || bucket, ceil(${calls} * 0.6)::bigint from generate_series(27, 27 + least(9, (${calls})::integer)) as bucket) as measured)`;

async function fill(): Promise<void> {
  await system.execute({
    text: `insert into analytics_zones select id, 'UTC', 'UTC' from workspaces on conflict do nothing`,
  });
  for (const [dimension, columns] of Object.entries(dimensions)) {
    const { rows } = await distinctCount(columns);
    for (let first = 0; first < days; first += fillDays) {
      for (const [period, step, perRow] of periods) {
        const parts = columns.join(', ');
        await system.execute(
          {
            text: `with measured as materialized (
                select ${measuresOf(`greatest(1, $4::float8 / ${rows})`)} as measures)
              insert into analytics_sums (workspace_id, subject, period, dimension, start, agent_id, flow_id, batch_id, number, measures)
              select $1, 'calls', '${period}', '${dimension}', start, ${parts}, measures
              from generate_series($2::timestamptz, $3::timestamptz - interval '1 second', interval '${step}') as start,
                generate_series(0, 19) as agent, generate_series(0, 1) as line, measured
              where '${period}' = 'day' or extract(hour from start) between 8 and 19
              on conflict do nothing`,
          },
          [workspaceId, dayAt(first), dayAt(Math.min(first + fillDays, days)), perRow],
        );
      }
    }
  }
  await system.execute({ text: 'analyze analytics_sums' });
}

/** Days per statement, below the time limit of statements. */
const fillDays = 5;
const periods = [
  ['quarter', '15 minutes', callsPerQuarter],
  ['day', '1 day', callsPerQuarter * 48],
] as const;

const lastDayMs = Date.parse('2026-01-05');
const dayAt = (index: number) => new Date(lastDayMs + (index + 1 - days) * 86_400_000);
const dateAt = (index: number) => dayAt(index).toISOString().slice(0, 10);

/** Returns the number of sums of the dimension per quarter hour. */
async function distinctCount(columns: readonly string[]): Promise<{ rows: number }> {
  const row = await system.row<{ rows: number }>({
    text: `select count(distinct concat(${columns.join(', ')}))::integer as rows
      from generate_series(0, 19) as agent, generate_series(0, 1) as line, (select timestamptz '2026-01-05' as start) as one`,
  });
  return row!;
}

const startedMs = performance.now();
await fill();
const size = await system.row<{ rows: number; megabytes: number }>({
  text: `select count(*)::integer as rows, (pg_total_relation_size('analytics_sums') / 1e6)::integer as megabytes from analytics_sums`,
});
console.log(
  `${size!.rows} sums of ${Math.round(callsPerQuarter * 48 * days)} calls, ${size!.megabytes} MB, filled in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`,
);

const bareSum = (first: number, dimension: string) => () =>
  system.execute(
    {
      text: `select date_trunc('day', start, 'UTC'), sum((measures ->> 'calls')::bigint) from analytics_sums
        where workspace_id = $1 and subject = 'calls' and period = 'day' and dimension = $2 and start >= $3 group by 1`,
    },
    [workspaceId, dimension, dayAt(first)],
  );
const read = (query: Record<string, string>) => async () => {
  const path = `/v1/api/analytics/calls?${new URLSearchParams(query).toString()}`;
  const { status, body } = await api.send('GET', path, { workspace: workspaceId, key: api.key });
  if (status !== 200 || body.totals.calls === 0) throw new Error(JSON.stringify(body).slice(0, 500));
};
const last = days - 1;
const month = { from: dateAt(Math.max(days - 30, 0)), to: dateAt(last), compare: 'previous' };
const quarter = { ...month, from: dateAt(Math.max(days - 90, 0)) };
const today = { from: dateAt(last), to: dateAt(last), interval: 'hour', compare: 'previous' };
const cases: readonly (readonly [name: string, run: () => Promise<unknown>])[] = [
  ['select 1 (noise floor)', () => system.execute({ text: 'select 1' })],
  ['plain sum of 30 days by agent (reference)', bareSum(Math.max(days - 30, 0), 'agent')],
  ['today by hour, with yesterday', read(today)],
  ['the same by agent', read({ ...today, groupBy: 'agent' })],
  ['the same by number', read({ ...today, groupBy: 'number' })],
  ['14 days by hour', read({ ...today, from: dateAt(Math.max(days - 14, 0)), compare: 'none' })],
  ['30 days, with the 30 before', read(month)],
  ['the same by agent', read({ ...month, groupBy: 'agent' })],
  ['the same by batch', read({ ...month, groupBy: 'batch' })],
  ['the same by number', read({ ...month, groupBy: 'number' })],
  ['the same of a flow by number', read({ ...month, groupBy: 'number', flowId: 'flow_3' })],
  ['90 days, with the 90 before, by agent', read({ ...quarter, groupBy: 'agent' })],
  ['365 days by week', read({ from: dateAt(0), to: dateAt(last), interval: 'week' })],
  ['30 days in another zone', read({ ...month, timeZone: 'Asia/Kolkata' })],
  ['the same by agent', read({ ...month, timeZone: 'Asia/Kolkata', groupBy: 'agent' })],
];
/** Processor time of the server's connections in ms (Linux only), by process. A connection that was closed keeps its last time. */
const timeByPid = new Map<number, number>();

async function findConnections(): Promise<void> {
  const rows = await system.rows<{ pid: number }>({
    text: `select pid from pg_stat_activity where datname = current_database()`,
  });
  for (const { pid } of rows) timeByPid.set(pid, 0);
}

function serverMs(): number {
  for (const pid of timeByPid.keys()) {
    const file = `/proc/${pid}/schedstat`;
    if (existsSync(file)) timeByPid.set(pid, Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6);
  }
  return [...timeByPid.values()].reduce((sum, ms) => sum + ms, 0);
}

const ownMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
const format = (took: readonly number[]): string => {
  const { p50, p99 } = percentilesOf(took);
  return `${p50.toFixed(1)} | ${p99.toFixed(1)}`;
};
console.log(`${runs} runs each; load ${loadavg()[0]!.toFixed(1)}`);
console.log('| numbers | p50 ms | p99 ms | processor p50 ms | p99 ms | load |\n|---|---|---|---|---|---|');
for (const [name, run] of cases) {
  await run();
  await findConnections();
  const took: number[] = [];
  const processor: number[] = [];
  for (let index = 0; index < runs; index += 1) {
    const beganMs = performance.now();
    const processorMs = serverMs() + ownMs();
    await run();
    took.push(performance.now() - beganMs);
    processor.push(serverMs() + ownMs() - processorMs);
  }
  console.log(`| ${name} | ${format(took)} | ${format(processor)} | ${loadavg()[0]!.toFixed(1)} |`);
}
await api.close();
await removeServer(serverFolder);
