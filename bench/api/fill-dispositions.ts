import type pg from 'pg';

/** Values of the generated rows, which the list queries use. */
export const dataset = {
  workspaceId: 'ws_00000000000000000000000001',
  otherWorkspaceId: 'ws_00000000000000000000000002',
  firstAt: new Date('2026-01-01T00:00:00Z'),
  days: 365,
  agents: 20,
  batchRows: 5000,
  agentNames: [
    'Ada',
    'Grace',
    'Alan',
    'Edsger',
    'Barbara',
    'Donald',
    'Tony',
    'Niklaus',
    'Margaret',
    'Katherine',
  ],
  phrases: [
    'Wants a call after lunch',
    'Not at home',
    'Asked for a quote by mail',
    'Prefers mornings',
    'Was driving',
  ],
} as const;

export const agentIdOf = (index: number): string => `agent_0${String(index).padStart(25, '0')}`;
export const batchIdOf = (index: number): string => `batch_0${String(index).padStart(25, '0')}`;

/** Rows per statement, so that each statement fits the server's memory. */
const rowsPerStatement = 500_000;

/**
 * Fills an empty, migrated database with a year of dispositions, one in a hundred in another workspace. Runs as superuser, with triggers
 * disabled and without fsync: only the resulting rows matter.
 */
export async function fillDispositions(client: pg.Client, rows: number): Promise<void> {
  const { workspaceId, otherWorkspaceId, firstAt, days, batchRows, agentNames, phrases, agents } = dataset;
  await client.query(`select set_config('parley.workspace', '*', false), setseed(0.42)`);
  await client.query(
    `insert into workspaces (id, name, plan, timezone, created_at, updated_at)
     select id, 'Bench', 'unlimited', 'UTC', now(), now() from unnest($1::text[]) as id`,
    [[workspaceId, otherWorkspaceId]],
  );
  await client.query('alter table dispositions disable trigger user');
  const indexes = await dropIndexes(client);
  for (let first = 1; first <= rows; first += rowsPerStatement)
    await client.query(insertRows, [
      first,
      Math.min(first + rowsPerStatement - 1, rows),
      firstAt,
      (days * 86_400) / rows,
      batchRows,
      agents,
      agentNames,
      phrases,
      workspaceId,
      otherWorkspaceId,
    ]);
  for (const index of indexes) await client.query(index);
  await client.query('alter table dispositions enable trigger user');
  await client.query(
    `insert into disposition_counts
     select workspace_id, agent_id, agent_name, disposition, status, attempt, count(*) from dispositions group by 1, 2, 3, 4, 5, 6`,
  );
  await client.query('vacuum analyze dispositions');
  await client.query('analyze disposition_counts');
}

/** Drops the indexes, because a build at the end is faster, and returns the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; statement: string }>(
    `select indexname as name, indexdef as statement from pg_indexes
     where tablename = 'dispositions' and indexname <> 'dispositions_pkey'`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ statement }) => statement);
}

const insertRows = `
  insert into dispositions (id, workspace_id, phone_number, disposition, status, attempt, agent_id, agent_name, batch_id,
    notes, created_at, updated_at)
  select 'disp_0' || lpad(place::text, 25, '0'), case when place % 100 = 0 then $10 else $9 end,
    '+1' || (2010000000 + (random() * 7980000000)::bigint), code,
    case code when 'failed' then 'failed'
      when 'callback_scheduled' then (array['completed', 'completed', 'pending', 'cancelled', 'expired', 'in_progress'])[1 + floor(first * 6)::int]
      else 'completed' end,
    1 + floor(second * second * second * 5)::int,
    'agent_0' || lpad((1 + floor(third * $6))::int::text, 25, '0'),
    ($7::text[])[1 + floor(third * array_length($7::text[], 1))::int],
    case when fourth < 0.6 then 'batch_0' || lpad((place / $5)::text, 25, '0') end,
    case when fifth < 0.6 then ''
      when fifth < 0.62 then ($8::text[])[1 + floor(sixth * array_length($8::text[], 1))::int]
      else 'Reference ' || substr(md5(place::text), 1, 12) end,
    at, at
  from (
    select place, random() as first, random() as second, random() as third, random() as fourth, random() as fifth,
      random() as sixth, $3::timestamptz + (place + random()) * $4::float8 * interval '1 second' as at,
      (array['answered', 'answered', 'answered', 'answered', 'no_answer', 'no_answer', 'no_answer', 'no_answer', 'busy',
        'voicemail', 'voicemail', 'not_interested', 'interested', 'callback_scheduled', 'failed', 'do_not_call',
        'wrong_number', 'invalid_number', 'transferred', 'cancelled'])[1 + floor(random() * 20)::int] as code
    from generate_series($1::bigint, $2::bigint) as place) as draw`;
