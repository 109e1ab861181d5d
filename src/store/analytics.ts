import { Conditions } from './listing.ts';
import type { Scope } from './database.ts';
import type { Queryable, Statement } from './queryable.ts';

/** Advisory lock of the process that writes sums. The number is arbitrary. */
const lockId = 7_249_016;
const tryLock: Statement = {
  name: 'lock_analytics',
  text: 'select pg_try_advisory_xact_lock($1) as locked',
};

/** One change becomes up to 12 sums of some 40 measures each. A statement takes about a second on a busy machine. */
const changesPerStatement = 1_000;

/** Limits the time of a run after a migration. The next run continues. */
const maxStatements = 20;

const addZones: Statement = {
  name: 'add_analytics_zones',
  text: `insert into analytics_zones (workspace_id, timezone, day_zone)
    select id, timezone, parley_day_zone(timezone) from workspaces
    where id = any(array(select distinct workspace_id from analytics_changes)) and id not in (select workspace_id from analytics_zones)`,
};

/** The sets of columns by which changes are summed, in each period. */
const dimensions = ['agent', 'flow', 'batch', 'number'] as const;

export type AnalyticsDimension = (typeof dimensions)[number];

const columnOf = {
  agent: 'agent_id',
  flow: 'flow_id',
  batch: 'batch_id',
  number: 'number',
} as const satisfies Record<AnalyticsDimension, string>;

const columns = Object.values(columnOf);

/** SQL: the grouping sets of a period, in the order none, one column, all columns. */
const groupingSets = (period: string): string =>
  ['', ...columns, columns.join(', ')]
    .map((set) => `(${set === '' ? period : `${period}, ${set}`})`)
    .join(', ');

/** Inserts that add measures to existing sums. */
const addToSums = `on conflict (workspace_id, subject, period, dimension, start, agent_id, flow_id, batch_id, number) do update
  set measures = (
    select coalesce(jsonb_object_agg(name, value), '{}') from (
      select name, sum(value::bigint) as value from (
        select * from jsonb_each_text(analytics_sums.measures) union all select * from jsonb_each_text(excluded.measures)) as both_measures (name, value)
      group by name having sum(value::bigint) <> 0) as added)`;

/** Deletes at most $1 changes, adds them to the sums, and returns the number of deleted changes. */
const apply: Statement = {
  name: 'apply_analytics_changes',
  text: `with taken as (
      delete from analytics_changes where ctid = any(array(
        select ctid from analytics_changes where workspace_id in (select workspace_id from analytics_zones) limit $1)) returning *),
    measured as (
      select workspace_id, subject, quarter, date_trunc('day', quarter, day_zone) as day, agent_id, flow_id, batch_id, number,
        name collate "C" as name, sum(value::bigint) as value
      from taken join analytics_zones using (workspace_id) cross join lateral jsonb_each_text(measures) as measure (name, value)
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
    summed as (
      select workspace_id, subject, name, sum(value) as value, coalesce(quarter, day) as start,
        case grouping(day) when 0 then 'day' else 'quarter' end as period,
        case grouping(${columns.join(', ')}) when 0 then 'all' when 7 then 'agent' when 11 then 'flow' when 13 then 'batch'
          when 14 then 'number' else 'none' end as dimension,
        ${columns.map((column) => `case grouping(${column}) when 0 then ${column} else '*' end as ${column}`).join(', ')}
      from measured
      group by workspace_id, subject, name, grouping sets (${groupingSets('quarter')}, ${groupingSets('day')})
      having sum(value) <> 0),
    written as (
      insert into analytics_sums (workspace_id, subject, period, dimension, start, ${columns.join(', ')}, measures)
      select workspace_id, subject, period, dimension, start, ${columns.join(', ')}, jsonb_object_agg(name, value)
      from summed group by 1, 2, 3, 4, 5, 6, 7, 8, 9
      ${addToSums})
    select count(*)::float8 as changes from taken`,
};

/**
 * Adds pending changes to the sums, at most 20,000, in transactions of limited size. Afterwards, sums the days of workspaces again whose time
 * zone has changed. Returns false if another process is doing so.
 */
export async function applyAnalyticsChanges(system: Scope): Promise<boolean> {
  for (let statements = 0; statements < maxStatements; statements += 1) {
    const applied = await system.transaction(async (tx) => {
      if (!(await tx.row<{ locked: boolean }>(tryLock, [lockId]))!.locked) return undefined;
      await tx.write(addZones);
      return (await tx.row<{ changes: number }>(apply, [changesPerStatement]))!.changes;
    });
    if (applied === undefined) return false;
    if (applied < changesPerStatement) break;
  }
  await sumDaysOfChangedZones(system);
  return true;
}

const changedZones: Statement = {
  name: 'list_changed_analytics_zones',
  text: `select id from workspaces join analytics_zones on workspace_id = id where workspaces.timezone <> analytics_zones.timezone`,
};

const withoutTimeout: Statement = { text: 'set local statement_timeout = 0' };

const updateZone: Statement = {
  name: 'update_analytics_zone',
  text: `update analytics_zones set timezone = workspaces.timezone, day_zone = parley_day_zone(workspaces.timezone)
    from workspaces where id = workspace_id and workspace_id = $1`,
};

const deleteDays: Statement = {
  name: 'delete_analytics_days',
  text: `delete from analytics_sums where workspace_id = $1 and period = 'day'`,
};

const sumDays: Statement = {
  name: 'sum_analytics_days',
  text: `insert into analytics_sums (workspace_id, subject, period, dimension, start, ${columns.join(', ')}, measures)
    select workspace_id, subject, 'day', dimension, day, ${columns.join(', ')}, jsonb_object_agg(name, value)
    from (
      select workspace_id, subject, dimension, date_trunc('day', start, day_zone) as day, ${columns.join(', ')}, name,
        sum(value::bigint) as value
      from analytics_sums join analytics_zones using (workspace_id)
        cross join lateral jsonb_each_text(measures) as measure (name, value)
      where workspace_id = $1 and period = 'quarter'
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(value::bigint) <> 0) as summed
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
};

async function sumDaysOfChangedZones(system: Scope): Promise<void> {
  for (const { id } of await system.rows<{ id: string }>(changedZones)) {
    await system.transaction(async (tx) => {
      if (!(await tx.row<{ locked: boolean }>(tryLock, [lockId]))!.locked) return;
      await tx.write(withoutTimeout);
      await tx.write(updateZone, [id]);
      await tx.write(deleteDays, [id]);
      await tx.write(sumDays, [id]);
    });
  }
}

export const analyticsIntervals = ['hour', 'day', 'week'] as const;

export type AnalyticsInterval = (typeof analyticsIntervals)[number];

/** The end is exclusive. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

export interface AnalyticsRange extends TimeRange {
  /** The starts of all intervals. */
  readonly starts: readonly Date[];
}

/**
 * Returns the intervals $1 in the zone $4 that contain the time from $2 to $3, moved back by $5 days. A date of ten characters is a whole day of
 * the zone. The days of hours are moved in local time, so that hours of the day are compared.
 */
const intervalsStatement: Statement = {
  name: 'read_analytics_intervals',
  text: `with sent as (
      select case length($2) when 10 then $2::timestamp at time zone $4 else $2::timestamptz end as "from",
        case length($3) when 10 then ($3::timestamp + interval '1 day') at time zone $4 else $3::timestamptz end as "to"),
    whole as (
      select "from" < "to" as "isOrdered", date_trunc($1, "from", $4) as "from", case $1
          when 'hour' then date_trunc($1, "to" - interval '1 millisecond', $4) + interval '1 hour'
          else (date_trunc($1, "to" - interval '1 millisecond', $4) at time zone $4 + ('1 ' || $1)::interval) at time zone $4
        end as "to"
      from sent),
    moved as (
      select "isOrdered", ceil(extract(epoch from "to" at time zone $4 - "from" at time zone $4) / 86400)::integer as days,
        case $5::integer when 0 then "from" else ("from" at time zone $4 - make_interval(days => $5::integer)) at time zone $4 end as "from",
        case $5::integer when 0 then "to" else ("to" at time zone $4 - make_interval(days => $5::integer)) at time zone $4 end as "to"
      from whole)
    select *, case $1
        when 'hour' then array(
          select distinct date_trunc('hour', quarter, $4) as start
          from generate_series("from", "to" - interval '15 minutes', interval '15 minutes') as quarter order by start)
        else array(
          select day at time zone $4 from generate_series("from" at time zone $4, "to" at time zone $4 - interval '1 second',
            ('1 ' || $1)::interval) as day)
      end as starts
    from moved`,
};

/** The start and the end, as ISO 8601 times or as dates. */
export interface RequestedRange {
  readonly interval: AnalyticsInterval;
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
}

/** Returns the whole intervals that contain the range, and as many before them; undefined if the range is empty. */
export async function readAnalyticsRanges(
  db: Queryable,
  { interval, timeZone, from, to }: RequestedRange,
): Promise<{ readonly current: AnalyticsRange; readonly previous: AnalyticsRange } | undefined> {
  const intervals = (days: number) =>
    db.row<AnalyticsRange & { isOrdered: boolean; days: number }>(intervalsStatement, [
      interval,
      from,
      to,
      timeZone,
      days,
    ]);
  const current = (await intervals(0))!;
  return current.isOrdered ? { current, previous: (await intervals(current.days))! } : undefined;
}

export interface AnalyticsFilters {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly flowId?: string | undefined;
  readonly batchId?: string | undefined;
  /** The number or address of the workspace. */
  readonly number?: string | undefined;
}

export interface AnalyticsQuery extends AnalyticsFilters {
  readonly subject: 'calls' | 'messages';
  readonly range: TimeRange;
  readonly interval: AnalyticsInterval;
  readonly timeZone: string;
}

export type Measures = Readonly<Record<string, number>>;

export interface GroupedMeasures {
  /** The value of the column of the group; empty without groups, and for rows that have no value. */
  readonly group: string;
  /** The start of the interval; null for the sum of all. */
  readonly start: Date | null;
  readonly measures: Measures;
  /** The value by which groups are sorted. */
  readonly size: number;
  /** The number of all groups. */
  readonly groupCount: number;
}

/** The groups of `readMeasures`. */
export interface Grouping {
  readonly by: AnalyticsDimension;
  /** Maximum number of groups; those with the highest values of the measure with the name of the subject. */
  readonly limit: number;
  /** Returns only the totals of these groups. */
  readonly only?: readonly string[] | undefined;
}

/** Returns the measures of each group, in total and per interval. The intervals of groups have no measures with a colon in their names. */
export function readMeasures(
  db: Queryable,
  query: AnalyticsQuery,
  grouping?: Grouping,
): Promise<GroupedMeasures[]> {
  const { workspaceId, subject, range, interval, timeZone } = query;
  const conditions = new Conditions()
    .add('workspace_id = ?', workspaceId)
    .add('subject = ?', subject)
    .add('start >= ?', range.from)
    .add('start < ?', range.to)
    .add('agent_id = ?', query.agentId)
    .add('flow_id = ?', query.flowId)
    .add('batch_id = ?', query.batchId)
    .add('number = ?', query.number);
  if (grouping?.only !== undefined)
    conditions.add(`${columnOf[grouping.by]} = any(?::text[])`, grouping.only);
  const where = conditions.toString();
  const zone = conditions.parameter(timeZone);
  // The statement itself finds the period, because the zone of the days can change between two statements.
  const period =
    interval === 'hour'
      ? `'quarter'`
      : `(select case when exists (select from analytics_zones where workspace_id = $1 and day_zone = ${zone})
          then 'day' else 'quarter' end)`;
  const rows = `select start, ${columns.join(', ')}, measures from analytics_sums
      where ${where} and period = ${period} and dimension = '${dimensionOf(query, grouping?.by)}'
      union all
      select start, ${columns.join(', ')}, measures from (select *, quarter as start from analytics_changes) as changes
      where ${where}`;
  return groupMeasures(db, { rows, conditions, size: subject, interval, zone, grouping });
}

/** Rows of measures to add. */
export interface MeasureRows {
  /** SQL: rows with `start`, the columns of the groups, and `measures`. */
  readonly rows: string;
  /** The values of `rows`. */
  readonly conditions: Conditions;
  /** The measure by which groups are sorted. */
  readonly size: string;
  readonly interval: AnalyticsInterval;
  /** The placeholder of the time zone. */
  readonly zone: string;
  readonly grouping?: Grouping | undefined;
}

/** Adds measures per group and interval. */
export function groupMeasures(
  db: Queryable,
  { rows, conditions, size, interval, zone, grouping }: MeasureRows,
): Promise<GroupedMeasures[]> {
  const group = grouping === undefined ? `''::text` : columnOf[grouping.by];
  const startInSeries =
    grouping === undefined
      ? 'start'
      : grouping.only === undefined
        ? `case when name not like '%:%' then start end`
        : 'null::timestamptz';
  // Intervals are summed before totals, and names are compared by their bytes: both are faster than one statement with grouping sets.
  const text = `with counted as materialized (
      select ${group} as "group", date_trunc('${interval}', start, ${zone}) as start, measures from (${rows}) as rows),
    top as (
      select "group", size, count(*) over () as "groupCount" from (
        select "group", sum((measures ->> '${size}')::bigint) as size from counted group by "group") as sized
      order by size desc nulls last, "group" limit ${conditions.parameter(grouping?.limit ?? 1)}),
    summed as materialized (
      select "group", ${startInSeries} as start, name collate "C" as name, sum(value::bigint) as value
      from counted cross join lateral jsonb_each_text(measures) as measure (name, value)
      where "group" in (select "group" from top)
      group by 1, 2, 3),
    returned as (
      select "group", start, name, value from summed where start is not null
      union all
      select "group", null, name, sum(value) from summed group by "group", name)
    select "group", size::float8, "groupCount"::integer, start, jsonb_object_agg(name, value) as measures
    from returned join top using ("group")
    where value <> 0 group by "group", size, "groupCount", start order by start nulls first`;
  return db.rows<GroupedMeasures>({ text }, conditions.values);
}

/** Returns the dimension whose sums distinguish all filtered and grouped columns. */
function dimensionOf(filters: AnalyticsFilters, groupBy: AnalyticsDimension | undefined): string {
  const { agentId: agent, flowId: flow, batchId: batch, number } = filters;
  const used = dimensions.filter(
    (dimension) => dimension === groupBy || { agent, flow, batch, number }[dimension] !== undefined,
  );
  return used.length > 1 ? 'all' : (used[0] ?? 'none');
}

const namesOf = (table: string): Statement => ({
  name: `list_names_of_${table}`,
  text: `select id, name from ${table} where workspace_id = $1 and id = any($2)`,
});

const names = { agent: namesOf('agents'), flow: namesOf('flows'), batch: namesOf('batches') } as const;

/** Returns the names of groups by id. Groups that no longer exist are omitted. */
export async function readGroupNames(
  db: Queryable,
  workspaceId: string,
  by: keyof typeof names,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ id: string; name: string }>(names[by], [workspaceId, ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
