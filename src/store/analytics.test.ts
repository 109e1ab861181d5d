import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import {
  type AnalyticsDimension,
  type AnalyticsFilters,
  type AnalyticsInterval,
  applyAnalyticsChanges,
  type Measures,
  readAnalyticsRanges,
  readMeasures,
} from './analytics.ts';
import type { Scope } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const system = () => database.db.asSystem();
const hourMs = 3_600_000;
/** These days contain the start of summer time in New York, and its end in Adelaide. */
const range = { from: '2026-02-26', to: '2026-04-14' };
/** The time of the first call, within the range in every zone. */
const historyMs = Date.parse('2026-02-28');
const historyHours = 43 * 24;

const index = fc.nat({ max: 1000 });
const latency = fc.record({
  totalMs: fc.double({ min: 0, max: 20_000, noNaN: true }),
  bufferMs: fc.double({ min: 0, max: 100, noNaN: true }),
  playoutMs: fc.double({ min: 0, max: 100, noNaN: true }),
});
const cost = fc.record({
  cost: fc.constantFrom('0.02', '0.000276', '1.5', null),
  currency: fc.constantFrom('USD', 'EUR'),
});

const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('insert' as const),
      quarter: fc.nat({ max: historyHours * 4 - 1 }),
      direction: fc.constantFrom('outbound' as const, 'inbound' as const),
      fromNumber: fc.constantFrom('+12025550100', '+12025550102'),
      batchId: fc.constantFrom(null, 'batch_1', 'batch_2'),
      hasFlow: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('end' as const),
      index,
      endReason: fc.constantFrom(
        'customer_hangup',
        'agent_hangup',
        'voicemail',
        'no_answer',
        'carrier_error',
      ),
      disposition: fc.constantFrom('answered', 'voicemail', 'no_answer', 'interested', null),
      answeredMs: fc.constantFrom(null, 0, 12_345),
      isDialed: fc.boolean(),
      latency: fc.array(latency, { maxLength: 3 }),
      costs: fc.array(cost, { maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('late cost' as const),
      index,
      costs: fc.array(cost, { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('disposition' as const), index }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('other number' as const), index }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('roll back' as const), index }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('erase' as const), index }) },
  { weight: 2, arbitrary: fc.constant({ type: 'apply' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'crash' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('zone' as const),
      zone: fc.constantFrom('UTC', 'America/New_York', 'Australia/Adelaide', 'Mars/Olympus'),
    }),
  },
);

type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** A scope whose transactions fail after their work. */
const crashing = (scope: Scope): Scope => ({
  ...scope,
  transaction: (work) =>
    scope.transaction(async (tx) => {
      await work(tx);
      throw new Error('crash');
    }),
});

async function requireFailure(work: Promise<unknown>): Promise<void> {
  const hasFailed = await work.then(
    () => false,
    () => true,
  );
  if (!hasFailed) throw new Error('The work succeeded.');
}

interface World {
  readonly fixture: Fixture;
  readonly scope: Scope;
  readonly callIds: string[];
  /** Rows of calls that were erased after their end. Others leave the sums. */
  readonly erased: unknown[];
}

async function insertRandomCall(
  { fixture, callIds }: World,
  item: Extract<Operation, { type: 'insert' }>,
): Promise<void> {
  const { type: _, quarter, hasFlow, ...changes } = item;
  const at = new Date(historyMs + quarter * (hourMs / 4) + 1_234);
  const { id } = await seedCall(database.db, fixture, {
    ...changes,
    ...(hasFlow ? {} : { flowId: null, flowVersion: null }),
    at,
  });
  callIds.push(id);
}

type CallChange = Extract<Operation, { readonly index: number }>;

async function changeCall({ scope, callIds, erased }: World, item: CallChange): Promise<void> {
  const id = callIds[item.index % Math.max(callIds.length, 1)];
  if (id === undefined) return;
  const update = (text: string, values: unknown[] = []) =>
    scope.execute({ text: `update calls set ${text} where id = $1` }, [id, ...values]);
  switch (item.type) {
    case 'end': {
      const { endReason, disposition, answeredMs, isDialed } = item;
      await update(
        `state = 'ended', end_reason = $2, fault = 'none', disposition = $3, ended_at = created_at + interval '60 s',
          answered_at = created_at + make_interval(secs => $4::float8 / 1000), latency = $5, costs = $6,
          dialed_at = case when $7::boolean then created_at end`,
        [
          endReason,
          disposition,
          answeredMs,
          JSON.stringify(item.latency),
          JSON.stringify(item.costs),
          isDialed,
        ],
      );
      break;
    }
    case 'late cost':
      await update('costs = $2', [JSON.stringify(item.costs)]);
      break;
    case 'disposition':
      await update(`disposition = 'answered'`);
      break;
    case 'other number':
      await update(`from_number = '+12025550103'`);
      break;
    case 'roll back':
      await requireFailure(
        scope.transaction(async (tx) => {
          await tx.execute(
            {
              text: `update calls set state = 'ended', end_reason = 'busy', fault = 'none', ended_at = now() where id = $1`,
            },
            [id],
          );
          throw new Error('roll back');
        }),
      );
      break;
    case 'erase': {
      const row = await scope.row<{ call: { readonly state: string } }>(
        { text: 'select to_jsonb(calls) as call from calls where id = $1' },
        [id],
      );
      if (row!.call.state === 'ended') erased.push(row!.call);
      await scope.execute({ text: 'delete from calls where id = $1' }, [id]);
      callIds.splice(callIds.indexOf(id), 1);
    }
  }
}

async function run(world: World, item: Operation): Promise<void> {
  if (item.type === 'insert') await insertRandomCall(world, item);
  else if (item.type === 'apply') await applyAnalyticsChanges(system());
  else if (item.type === 'crash') await requireFailure(applyAnalyticsChanges(crashing(system())));
  else if (item.type === 'zone')
    await world.scope.execute({ text: 'update workspaces set timezone = $1' }, [item.zone]);
  else await changeCall(world, item);
}

interface Reading extends Omit<AnalyticsFilters, 'workspaceId'> {
  readonly interval: AnalyticsInterval;
  readonly timeZone: string;
  readonly by: AnalyticsDimension | undefined;
}

const reading: fc.Arbitrary<Reading> = fc.record(
  {
    interval: fc.constantFrom('hour', 'day', 'week'),
    timeZone: fc.constantFrom('UTC', 'America/New_York', 'Australia/Adelaide', 'Asia/Kathmandu'),
    by: fc.constantFrom(undefined, 'agent', 'flow', 'batch', 'number'),
    batchId: fc.constantFrom('batch_1', 'batch_2'),
    number: fc.constant('+12025550100'),
  },
  { requiredKeys: ['interval', 'timeZone', 'by'] },
);

const columnOf = { agent: 'agent_id', flow: 'flow_id', batch: 'batch_id', number: 'own_number' };

/** Counts the rows, erased ones included. */
async function countRows(
  { fixture, scope, erased }: World,
  { interval, timeZone, by, batchId, number }: Reading,
) {
  const rows = await scope.rows<{ group: string; start: Date; measures: Measures }>(
    {
      text: `with call as (
          select *, case direction when 'outbound' then from_number else to_number end as own_number,
            state = 'ended' and direction = 'outbound' and dialed_at is not null
              and (answered_at is not null or end_reason <> 'agent_hangup') as is_placed from (
            select * from calls union all select * from jsonb_populate_recordset(null::calls, $1)) as both_kinds
          where workspace_id = $2 and ($3::text is null or batch_id = $3))
        select ${by === undefined ? `''` : `coalesce(${columnOf[by]}, '')`} as "group", date_trunc($4, created_at, $5) as start,
          jsonb_strip_nulls(jsonb_build_object(
            'calls', count(*), 'outbound', nullif(count(*) filter (where direction = 'outbound'), 0),
            'ended', nullif(count(*) filter (where state = 'ended'), 0),
            'connected', nullif(count(*) filter (where state = 'ended' and answered_at is not null), 0),
            'placed', nullif(count(*) filter (where is_placed), 0),
            'answered', nullif(count(*) filter (where is_placed and answered_at is not null and end_reason <> 'voicemail'
              and coalesce(disposition, '') not in ('no_answer', 'voicemail')), 0),
            'voicemail', nullif(count(*) filter (where is_placed and 'voicemail' in (end_reason, disposition)), 0),
            'failed', nullif(count(*) filter (where is_placed and end_reason = 'carrier_error'), 0),
            'durationMs', nullif(sum(extract(epoch from ended_at - answered_at) * 1000) filter (where state = 'ended'), 0)::bigint,
            'cost USD', (select nullif((sum((entry ->> 'cost')::numeric) * 1000000000)::bigint, 0)
              from unnest(array_agg(costs) filter (where state = 'ended')) as part (costs), jsonb_array_elements(part.costs) as entry
              where entry ->> 'currency' = 'USD'))) as measures
        from call where $6::text is null or own_number = $6 group by 1, 2 order by 1, 2`,
    },
    [JSON.stringify(erased), fixture.workspaceId, batchId ?? null, interval, timeZone, number ?? null],
  );
  return rows;
}

const counted = [
  'calls',
  'outbound',
  'ended',
  'connected',
  'placed',
  'answered',
  'voicemail',
  'failed',
  'durationMs',
  'cost USD',
];

const sortKey = ({ group, start }: { readonly group: string; readonly start: Date | null }) =>
  `${group} ${start!.toISOString()}`;

describe('the sums of calls', () => {
  it('are added in several statements if there are many changes', async () => {
    const { workspaceId } = await seedWorkspace(database.db);
    const scope = database.db.inWorkspace(workspaceId);
    await scope.execute(
      {
        text: `insert into analytics_changes
          select $1, 'calls', $2, 'agent_1', '', '', '', '{"calls": 1}' from generate_series(1, 2500)`,
      },
      [workspaceId, noon],
    );
    expect(await applyAnalyticsChanges(system())).toBe(true);
    const left = await scope.row({ text: 'select count(*)::integer as changes from analytics_changes' });
    expect(left).toEqual({ changes: 0 });
    const { current } = (await readAnalyticsRanges(scope, {
      interval: 'day',
      timeZone: 'UTC',
      from: '2026-01-05',
      to: '2026-01-05',
    }))!;
    const query = {
      workspaceId,
      subject: 'calls',
      interval: 'day',
      timeZone: 'UTC',
      range: current,
    } as const;
    expect((await readMeasures(scope, query))[0]!.measures).toEqual({ calls: 2500 });
  });

  it('contain outcomes and latencies of the totals of groups', async () => {
    const fixture = await seedWorkspace(database.db);
    const { workspaceId } = fixture;
    const scope = database.db.inWorkspace(workspaceId);
    const world: World = { fixture, scope, callIds: [], erased: [] };
    const end = {
      type: 'end',
      index: 0,
      endReason: 'customer_hangup',
      answeredMs: 0,
      isDialed: true,
    } as const;
    const turns = [0.5, 150, 150, 700_000].map((totalMs) => ({ totalMs, bufferMs: 0, playoutMs: 0.4 }));
    await insertRandomCall(world, {
      type: 'insert',
      quarter: 0,
      direction: 'outbound',
      fromNumber: '+12025550100',
      batchId: null,
      hasFlow: true,
    });
    await changeCall(world, { ...end, disposition: 'interested', latency: turns, costs: [] });
    await changeCall(world, { ...end, disposition: 'answered', latency: turns.slice(0, 3), costs: [] });
    const query = { workspaceId, subject: 'calls' as const, timeZone: 'UTC', interval: 'day' as const };
    const { current } = (await readAnalyticsRanges(scope, { ...query, ...range }))!;
    const [total, day] = await readMeasures(scope, { ...query, range: current }, { by: 'agent', limit: 1 });
    expect(total!.measures).toEqual({
      calls: 1,
      outbound: 1,
      ended: 1,
      connected: 1,
      placed: 1,
      answered: 1,
      durationMs: 60_000,
      'end:customer_hangup': 1,
      'disposition:answered': 1,
      'silence:0': 1,
      'silence:53': 2,
      'own:0': 3,
    });
    expect(Object.keys(day!.measures).filter((name) => name.includes(':'))).toEqual([]);
  });

  it('equal a count of the rows after any history, in every zone, group and interval', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 5, maxLength: 40, size: 'max' }),
        fc.array(reading, { minLength: 2, maxLength: 6 }),
        async (operations, readings) => {
          const fixture = await seedWorkspace(database.db);
          const { workspaceId } = fixture;
          const scope = database.db.inWorkspace(workspaceId);
          const world: World = { fixture, scope, callIds: [], erased: [] };
          for (const item of operations) await run(world, item);
          for (const { by, ...item } of readings) {
            const ranges = (await readAnalyticsRanges(scope, { ...item, ...range }))!;
            const query = { ...item, workspaceId, subject: 'calls' as const, range: ranges.current };
            const found = await readMeasures(scope, query, by && { by, limit: 50 });
            const inSeries = found
              .filter(({ start }) => start !== null)
              .map(({ group, start, measures }) => ({
                group,
                start,
                measures: Object.fromEntries(
                  Object.entries(measures).filter(([name]) => counted.includes(name)),
                ),
              }))
              .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
            const expected = await countRows(world, { by, ...item });
            expect(inSeries).toEqual(expected.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)));
            for (const { start } of inSeries)
              expect(ranges.current.starts.map((date) => date.getTime())).toContain(start!.getTime());
            const total = found
              .filter(({ start }) => start === null)
              .reduce((sum, { measures }) => sum + measures['calls']!, 0);
            expect(total).toBe(expected.reduce((sum, { measures }) => sum + measures['calls']!, 0));
          }
        },
      ),
      { numRuns: 60 },
    );
  }, 240_000);
});

const messageStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('insert' as const),
      isInbound: fc.boolean(),
      day: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('update' as const),
      index,
      status: fc.constantFrom('sent', 'delivered', 'failed'),
      from: fc.constantFrom('+12025550150', '+12025550151'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('hand over' as const),
      agentId: fc.constantFrom('agent_1', 'agent_2'),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'apply' as const }) },
);

type MessageStep = typeof messageStep extends fc.Arbitrary<infer Value> ? Value : never;

async function runMessageStep(
  scope: Scope,
  workspaceId: string,
  step: MessageStep,
  sequence: number,
): Promise<void> {
  const conversationId = `conv_${workspaceId}`;
  if (step.type === 'apply') await applyAnalyticsChanges(system());
  if (step.type === 'hand over')
    await scope.execute({ text: 'update conversations set agent_id = $1' }, [step.agentId]);
  if (step.type === 'insert')
    await scope.execute(
      {
        text: `insert into messages (id, workspace_id, conversation_id, sequence, direction, origin, status, content, keyword, created_at, updated_at)
          values ($1, $2, $3, $4, $5, 'customer', $6, '', $7, $8, $8)`,
      },
      [
        `msg_${workspaceId}_${sequence}`,
        workspaceId,
        conversationId,
        sequence,
        ...(step.isInbound ? ['inbound', 'received', 'stop'] : ['outbound', 'sent', null]),
        new Date(noon.getTime() + step.day * 24 * hourMs),
      ],
    );
  if (step.type === 'update')
    await scope.execute(
      {
        text: `update messages set status = $1, from_address = $2, segments = 2
          where direction = 'outbound' and sequence = $3`,
      },
      [step.status, step.from, step.index % Math.max(sequence, 1)],
    );
}

describe('the sums of messages', () => {
  it('equal a count of the rows after any history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(messageStep, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
        const { workspaceId } = await seedWorkspace(database.db);
        const scope = database.db.inWorkspace(workspaceId);
        await scope.execute(
          {
            text: `insert into conversations (id, workspace_id, flow_id, flow_version, user_id, channel, recipient,
                inactivity_hours, expires_at, created_at, updated_at)
              values ($1, $2, 'flow_1', 1, 'user_1', 'sms', '+12025550100', 24, $3, $3, $3)`,
          },
          [`conv_${workspaceId}`, workspaceId, noon],
        );
        for (const [sequence, step] of steps.entries())
          await runMessageStep(scope, workspaceId, step, sequence);
        for (const column of ['agent', 'number'] as const) {
          const found = await readMeasures(
            scope,
            {
              workspaceId,
              subject: 'messages',
              interval: 'day',
              timeZone: 'UTC',
              range: { from: new Date('2026-01-05'), to: new Date('2026-01-10') },
              flowId: 'flow_1',
            },
            { by: column, limit: 10 },
          );
          const totals = found.filter(({ start }) => start === null);
          const key = column === 'agent' ? 'agent_id' : 'from_address';
          const expected = await scope.rows<{ group: string; measures: Measures }>({
            text: `select "group", jsonb_object_agg(name, value) as measures from (
                select coalesce(${key}, '') as "group", name, sum(value) as value
                from messages cross join lateral (values ('messages', 1), (direction, 1), ('sms', 1), ('segments', segments),
                  (case direction when 'outbound' then 'status:' || status end, 1),
                  (case direction when 'inbound' then 'keyword:' || keyword end, 1)) as measure (name, value)
                where name is not null and value is not null group by 1, 2) as counted group by 1 order by 1`,
          });
          expect(
            totals
              .map(({ group, measures }) => ({ group, measures }))
              .toSorted((a, b) => (a.group < b.group ? -1 : 1)),
          ).toEqual(expected);
        }
      }),
      { numRuns: 30 },
    );
  }, 120_000);
});
