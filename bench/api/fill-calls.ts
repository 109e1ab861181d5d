import type pg from 'pg';
import { dataset } from './fill-dispositions.ts';

/**
 * Fills a migrated database without calls with a year of calls, one in a thousand in progress. Runs as superuser with triggers
 * disabled: only the resulting rows matter.
 */
export async function fillCalls(client: pg.Client, rows: number): Promise<void> {
  const { workspaceId, firstAt, days, batchRows, agents } = dataset;
  await client.query(`select set_config('parley.workspace', '*', false), setseed(0.42)`);
  await client.query(
    `insert into workspaces (id, name, plan, timezone, created_at, updated_at)
     values ($1, 'Bench', 'unlimited', 'UTC', now(), now()) on conflict do nothing`,
    [workspaceId],
  );
  await client.query('alter table calls disable trigger user');
  await client.query(insertRows, [workspaceId, rows, firstAt, (days * 86_400) / rows, batchRows, agents]);
  await client.query('alter table calls enable trigger user');
  await client.query(`insert into call_counts (workspace_id, agent_id, state, end_reason, direction, count)
    select workspace_id, agent_id, state, coalesce(end_reason, ''), direction, count(*) from calls group by 1, 2, 3, 4, 5`);
  await client.query('vacuum analyze calls');
}

const insertRows = `
  insert into calls (id, workspace_id, room_name, direction, type, state, end_reason, fault, from_number, to_number, agent_id,
    agent_version, agent, batch_id, customer, record, created_at, ended_at, updated_at)
  select 'call_0' || lpad(place::text, 25, '0'), $1, 'room-' || place, case when second < 0.2 then 'inbound' else 'outbound' end,
    'phone', case when ended then 'ended' else 'in_progress' end, case when ended then reason end, case when ended then 'none' end,
    '+12025550100', '+1' || (2010000000 + (random() * 7980000000)::bigint), agent,
    1, jsonb_build_object('id', agent, 'name', 'Ada', 'model', 'none', 'voice', 'awb'),
    case when fourth < 0.6 then 'batch_0' || lpad((place / $5)::text, 25, '0') end,
    jsonb_build_object('name', 'Customer ' || place), false, at, case when ended then at + interval '2 minutes' end, at
  from (
    select place, place % 1000 > 0 as ended, random() as second, random() as fourth,
      'agent_0' || lpad((1 + floor(random() * $6))::int::text, 25, '0') as agent,
      $3::timestamptz + (place + random()) * $4::float8 * interval '1 second' as at,
      (array['completed', 'completed', 'no_answer', 'busy', 'failed'])[1 + floor(random() * 5)::int] as reason
    from generate_series(1, $2::int) as place) as draw`;
