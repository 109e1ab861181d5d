import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, silentLogger } from '../core/logger.ts';
import { createEmptyDatabase } from '../../test/support/database.ts';
import { connectClient, type Connection } from './connection.ts';
import { migrate } from './migrate.ts';

const ownFolder = path.resolve(import.meta.dirname, '../../migrations');

let connection: Connection;
let drop: () => Promise<void>;
let folder: string;

beforeEach(async () => {
  ({ connection, drop } = await createEmptyDatabase());
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-migrations-'));
});

afterEach(async () => {
  await drop();
  await rm(folder, { recursive: true });
});

const writeMigration = (name: string, text: string) => writeFile(path.join(folder, name), text);
const run = (migrationsFolder = folder) => migrate(connection, { logger: silentLogger, migrationsFolder });

async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = await connectClient(connection, 'parley tests');
  try {
    // With several statements, pg returns a list of results.
    const results = [await client.query<Row>(text)].flat();
    return results.at(-1)!.rows;
  } finally {
    await client.end();
  }
}

const listApplied = async () =>
  (await query<{ name: string }>('select name from parley_migrations order by number')).map(
    (row) => row.name,
  );

describe('migrate', () => {
  it('applies missing migrations once, in order', async () => {
    await writeMigration('0001_one.sql', 'create table one (id int);');
    await run();
    await writeMigration('0002_two.sql', 'insert into one values (2); create table two (id int);');
    await run();
    await run();
    expect(await listApplied()).toEqual(['0001_one.sql', '0002_two.sql']);
    expect(await query('select id from one')).toEqual([{ id: 2 }]);
  });

  it('logs one line for a new schema, and later one per migration', async () => {
    const log = new PassThrough();
    const logger = createLogger('info', log);
    await writeMigration('0001_one.sql', 'create table one (id int);');
    await writeMigration('0002_two.sql', 'create table two (id int);');
    await migrate(connection, { logger, migrationsFolder: folder });
    await writeMigration('0003_three.sql', 'create table three (id int);');
    await migrate(connection, { logger, migrationsFolder: folder });
    const lines = String(log.read()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { migrations: 2, msg: 'The database schema was created.' },
      { migration: '0003_three.sql', msg: 'The database was migrated.' },
    ]);
  });

  it('serializes concurrent starts', async () => {
    await Promise.all(Array.from({ length: 4 }, () => run(ownFolder)));
    expect(await listApplied()).toEqual((await readdir(ownFolder)).toSorted());
  });

  it('rolls back a file that fails, and reports its name', async () => {
    await writeMigration('0001_one.sql', 'create table one (id int);');
    await writeMigration('0002_two.sql', 'create table two (id int); select nonsense;');
    await expect(run()).rejects.toThrow(/^0002_two\.sql could not be applied: column "nonsense"/);
    expect(await query(`select from pg_tables where tablename = 'two'`)).toEqual([]);
    expect(await listApplied()).toEqual(['0001_one.sql']);
  });

  it('rejects a file that was changed after it was applied', async () => {
    await writeMigration('0001_one.sql', 'create table one (id int);');
    await run();
    await writeMigration('0001_one.sql', 'create table one (id bigint);');
    await expect(run()).rejects.toThrow('0001_one.sql was changed after it was applied');
  });

  it('ignores differences of line endings', async () => {
    await writeMigration('0001_one.sql', 'create table one\n(id int);\n');
    await run();
    await writeMigration('0001_one.sql', 'create table one\r\n(id int);\r\n');
    await run();
    expect(await listApplied()).toEqual(['0001_one.sql']);
  });

  it('rejects numbers with gaps', async () => {
    await writeMigration('0001_one.sql', 'select 1;');
    await writeMigration('0003_three.sql', 'select 3;');
    await expect(run()).rejects.toThrow('0003_three.sql is out of order');
  });

  it('rejects a database that a newer program has used', async () => {
    await writeMigration('0001_one.sql', 'select 1;');
    await writeMigration('0002_two.sql', 'select 2;');
    await run();
    await rm(path.join(folder, '0002_two.sql'));
    await expect(run()).rejects.toThrow('used by a newer Parley (migration 0002_two.sql)');
  });
});

describe('the migrations of Parley', () => {
  it('state in their first line whether they break running workers', async () => {
    for (const name of await readdir(ownFolder)) {
      const text = await readFile(path.join(ownFolder, name), 'utf8');
      expect(text.split('\n')[0]).toMatch(/^-- Breaks running workers: (yes|no)\b/);
    }
  });
});

it('gives the scope operator to the first usable key and the first owner, and keeps the access of keys', async () => {
  await applyBefore('0053');
  await query(`set parley.workspace = '*';
    insert into workspaces (id, name, plan, timezone, is_operator, own_number_prefixes, created_at, updated_at) values
      ('ws_1', '', 'unlimited', 'UTC', true, '{}', now(), now()), ('ws_2', '', 'developer', 'UTC', false, '{}', now(), now());
    insert into users (id, workspace_id, email, role, password_hash, created_at, updated_at) values
      ('usr_1', 'ws_1', 'a@example.com', 'owner', '', '2026-01-01', now()),
      ('usr_2', 'ws_1', 'b@example.com', 'owner', '', '2026-01-02', now()),
      ('usr_3', 'ws_2', 'c@example.com', 'owner', '', '2025-01-01', now());
    insert into api_keys (id, workspace_id, name, key_hash, prefix, last_four, scopes, workspace_ids, created_at, expires_at, revoked_at)
    select id, workspace_id, '', id, 'sk_live_', '', scopes::text[], workspace_ids::text[], created_at::timestamptz, expires_at::timestamptz, revoked_at::timestamptz
    from (values
      ('revoked', 'ws_1', '{workspace:write}', '{}', '2026-01-01', null, '2026-01-02'),
      ('rotated', 'ws_1', '{workspace:write}', '{}', '2026-01-02', '2999-01-01', null),
      ('first', 'ws_1', '{workspace:write}', '{ws_2}', '2026-01-03', null, null),
      ('second', 'ws_1', '{workspace:write}', '{}', '2026-01-04', null, null),
      ('reader', 'ws_1', '{agents:read}', '{}', '2025-01-01', null, null),
      ('other', 'ws_2', '{workspace:write}', '{}', '2025-01-01', null, null)
    ) as keys (id, workspace_id, scopes, workspace_ids, created_at, expires_at, revoked_at)`);
  await run(ownFolder);
  const all = `set parley.workspace = '*';`;
  expect(await query(`${all} select id from users where is_operator`)).toEqual([{ id: 'usr_1' }]);
  expect(await query(`${all} select id, workspace_ids from api_keys where 'operator' = any(scopes)`)).toEqual(
    [{ id: 'first', workspace_ids: ['ws_1', 'ws_2'] }],
  );
  expect(await query(`${all} select id, own_number_prefixes from workspaces order by id`)).toEqual([
    { id: 'ws_1', own_number_prefixes: ['+'] },
    { id: 'ws_2', own_number_prefixes: [] },
  ]);
});

it('makes the paths of recordings relative to the data folder', async () => {
  await applyBefore('0073');
  await query(`set parley.workspace = '*';
    insert into workspaces (id, name, plan, timezone, created_at, updated_at) values ('ws_1', '', 'unlimited', 'UTC', now(), now());
    insert into calls (id, workspace_id, room_name, direction, type, state, from_number, to_number, agent_id, agent_version, agent,
      record, recording_path, created_at, updated_at)
    select id, 'ws_1', id, 'outbound', 'phone', 'queued', '', '', '', 1, '{}', true, path, now(), now()
    from (values ('a', '/srv/recordings/data/recordings/2026-01/a.wav'), ('b', 'recordings/2026-01/b.wav'), ('c', null)) as paths (id, path)`);
  await run(ownFolder);
  expect(await query(`set parley.workspace = '*'; select recording_path from calls order by id`)).toEqual([
    { recording_path: 'recordings/2026-01/a.wav' },
    { recording_path: 'recordings/2026-01/b.wav' },
    { recording_path: null },
  ]);
});

it('sums the calls and messages that exist before analytics', async () => {
  await applyBefore('0070');
  await query(`set parley.workspace = '*';
      insert into workspaces (id, name, plan, timezone, created_at, updated_at)
      values ('ws_1', 'Acme', 'unlimited', 'UTC', now(), now());
      insert into calls (id, workspace_id, room_name, direction, type, state, end_reason, fault, from_number, to_number, agent_id,
        agent_version, agent, batch_id, record, created_at, ended_at, updated_at)
      select 'call_' || place, 'ws_1', 'room_' || place, 'outbound', 'phone', 'ended', 'busy', 'none', '+12025550100',
        '+12025550101', 'agent_1', 1, '{}', case when place < 3 then 'batch_1' end, false, timestamptz '2026-01-05 10:07Z' + place * interval '2 minutes',
        now(), now() from generate_series(1, 5) as place;
      insert into conversations (id, workspace_id, flow_id, flow_version, agent_id, user_id, channel, recipient, inactivity_hours,
        expires_at, created_at, updated_at)
      values ('conv_1', 'ws_1', 'flow_1', 1, 'agent_1', 'user_1', 'sms', '+12025550101', 24, now(), now(), now());
      insert into messages (id, workspace_id, conversation_id, sequence, direction, origin, status, content, created_at, updated_at)
      values ('msg_1', 'ws_1', 'conv_1', 1, 'outbound', 'flow', 'sent', '', '2026-01-05 10:07Z', now())`);
  await run(ownFolder);
  const found = await query(`set parley.workspace = '*';
      select subject, to_char(quarter at time zone 'UTC', 'HH24:MI') as quarter, agent_id as agent, flow_id as flow, batch_id as batch,
        (measures ->> subject)::integer as count, measures -> 'end:busy' as busy
      from analytics_changes order by 1, 2, 5 desc`);
  const calls = { subject: 'calls', agent: 'agent_1', flow: '' };
  expect(found).toEqual([
    { ...calls, quarter: '10:00', batch: 'batch_1', count: 2, busy: 2 },
    { ...calls, quarter: '10:00', batch: '', count: 1, busy: 1 },
    { ...calls, quarter: '10:15', batch: '', count: 2, busy: 2 },
    {
      subject: 'messages',
      quarter: '10:00',
      agent: 'agent_1',
      flow: 'flow_1',
      batch: '',
      count: 1,
      busy: null,
    },
  ]);
});

/** Applies the migrations before this one. */
async function applyBefore(number: string): Promise<void> {
  for (const name of await readdir(ownFolder))
    if (name < number) await writeMigration(name, await readFile(path.join(ownFolder, name), 'utf8'));
  await run();
}
