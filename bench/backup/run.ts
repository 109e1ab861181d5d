/*
 * node bench/backup/run.ts --calls 1000000
 *
 * Measures `parley backup` and `parley restore` with many calls in an embedded PostgreSQL: each call has four events of its timeline, six entries of its
 * transcript, a disposition and an event for webhooks. There are no recordings: their time is that of the disk.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/core/clock.ts';
import { readConfig } from '../../src/core/config.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { backUp, restore, startParley } from '../../src/main.ts';
import { connectClient } from '../../src/store/connection.ts';
import { findRunningServer } from '../../src/store/embedded-postgres/server-process.ts';

const { values } = parseArgs({ options: { calls: { type: 'string', default: '1000000' } } });
const calls = Math.min(Math.max(Number(values.calls), 1_000), 10_000_000);
const root = await mkdtemp(path.join(tmpdir(), 'parley-bench-backup-'));
const dataDir = path.join(root, 'data');
const dependencies = { clock: systemClock, random: systemRandom, logger: silentLogger };
const configOf = (folder: string) =>
  readConfig({
    PARLEY_DATA_DIR: folder,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '33200-33299',
  });

/** Inserts the rows without their triggers: a backup reads the counters like other rows. */
async function fill(workspaceId: string): Promise<void> {
  const client = await connectClient((await findRunningServer(dataDir))!, 'parley bench');
  await client.query(`set session_replication_role = 'replica'`);
  const id = `'call_' || lpad(call::text, 26, '0')`;
  const at = `timestamptz '2026-01-01 08:00Z' + call * interval '20 s'`;
  const series = `generate_series(1, ${calls}) as call`;
  for (const statement of [
    `insert into calls (id, workspace_id, room_name, direction, type, state, end_reason, fault, from_number, to_number, agent_id,
        agent_version, agent, customer, variables, latency, record, created_at, answered_at, ended_at, updated_at)
      select ${id}, $1, 'room_' || md5(call::text), 'outbound', 'phone', 'ended', 'agent_hangup', 'none', '+12025550100',
        '+1202' || lpad(call::text, 7, '0'), 'agent_1', 1, '{"id": "agent_1", "name": "Clinic", "model": "builtin/flow"}',
        jsonb_build_object('name', md5(call::text)), jsonb_build_object('appointment', md5(call::text)),
        jsonb_build_array(jsonb_build_object('turn', 1, 'speechMs', call % 900)), false, ${at}, ${at}, ${at}, ${at} from ${series}`,
    `insert into call_events (workspace_id, call_id, sequence, at, type, detail)
      select $1, ${id}, sequence, ${at}, 'node_entered', jsonb_build_object('nodeId', md5(call::text)) from ${series}, generate_series(1, 4) as sequence`,
    `insert into transcript_entries (workspace_id, call_id, sequence, role, content, start_ms, end_ms, interrupted)
      select $1, ${id}, sequence, 'agent', 'Good morning, this is the clinic. ' || md5((call * sequence)::text), 0, 900, false
      from ${series}, generate_series(1, 6) as sequence`,
    `insert into dispositions (id, workspace_id, call_id, phone_number, disposition, status, attempt, created_at, updated_at)
      select 'disp_' || call, $1, ${id}, '+1202' || lpad(call::text, 7, '0'), 'answered', 'completed', 1, ${at}, ${at} from ${series}`,
    `insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
      select 'evt_' || call, $1, 'call.completed', ${id}, 1, jsonb_build_object('callId', ${id}, 'note', md5(call::text)), ${at} from ${series}`,
  ])
    await client.query(statement, [workspaceId]);
  await client.query('checkpoint');
  const { rows } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  console.log(`${calls} calls, database ${rows[0]!.size}`);
  await client.end();
}

async function measure<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const result = await work();
  console.log(
    `${name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s, load ${loadavg()[0]!.toFixed(1)}`,
  );
  return result;
}

const folder = path.join(root, 'backup');
const onProgress = () => {};
const service = await startParley(configOf(dataDir), dependencies);
try {
  await fill(service.firstStart!.workspaceId);
  const { manifest } = await measure('backup of the running service', () =>
    backUp(configOf(dataDir), dependencies, {
      folder,
      includesKeys: true,
      includesRecordings: true,
      onProgress,
    }),
  );
  const files = await readdir(path.join(folder, 'database'));
  const sizes = await Promise.all(files.map((name) => stat(path.join(folder, 'database', name))));
  const megabytes = sizes.reduce((sum, { size }) => sum + size, 0) / 1e6;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${rows} rows, ${megabytes.toFixed(0)} MB`);
} finally {
  await service.close();
}
await measure('restore, with the verification', () =>
  restore(configOf(path.join(root, 'restored')), dependencies, { folder, keys: undefined, onProgress }),
);
await rm(root, { recursive: true });
