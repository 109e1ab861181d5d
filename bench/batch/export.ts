import { get } from 'node:http';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { parseArgs } from 'node:util';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { seedBatchOf } from '../../test/support/batches.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';

/**
 * Measures how fast a batch is exported as a file, and with how much memory. One row in ten has a call with a transcript.
 * `node --expose-gc bench/batch/export.ts --rows 1000000`
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const rows = Number(values.rows);
const rowsPerInsert = 50_000;

const job = `'job_' || lpad(n::text, 26, '0')`;
const call = `'call_' || lpad(n::text, 26, '0')`;

const inserts: Readonly<Record<string, string>> = {
  jobs: `insert into batch_jobs (workspace_id, batch_id, id, row_number, phone_number, status, outcome, attempt, customer,
      dynamic, run_at, created_at, updated_at, ended_at, call_id)
    select $1, $2, ${job}, n, '+1202' || lpad(n::text, 7, '0'), 'completed', 'answered', 1,
      jsonb_build_object('name', 'Patient ' || n), jsonb_build_object('a', '2026-02-01 10:30'), now(), now(), now(), now(),
      case when n % 10 = 0 then ${call} end
    from generate_series($3::integer, $4::integer) n`,
  calls: `insert into calls (id, workspace_id, room_name, direction, type, state, end_reason, fault, from_number, to_number,
      agent_id, agent_version, agent, flow_id, flow_version, batch_id, job_id, variables, disposition, record, created_at,
      updated_at, answered_at, ended_at)
    select ${call}, $1, 'room_' || n, 'outbound', 'phone', 'ended', 'agent_hangup', 'none', '+12025550199', '+12025550100',
      $5, 1, '{}', $6, 1, $2, ${job}, '{"confirmed": true}', 'answered', true, now(), now(), now(), now()
    from generate_series($3::integer, $4::integer) n where n % 10 = 0`,
  words: `insert into transcript_entries (workspace_id, call_id, sequence, role, content, start_ms, end_ms, interrupted)
    select $1, ${call}, word, case when word % 2 = 0 then 'customer' else 'agent' end, 'Yes, that is fine with me.', 0, 0, false
    from generate_series($3::integer, $4::integer) n, generate_series(1, 8) word where n % 10 = 0 and $2 <> ''`,
};

async function fill(api: TestApi): Promise<string> {
  const { batch } = await seedBatchOf(api.database, api, 1);
  const scope = api.database.inWorkspace(api.workspaceId);
  for (let from = 1; from <= rows; from += rowsPerInsert) {
    const values = [api.workspaceId, batch.id, from, Math.min(from + rowsPerInsert - 1, rows)];
    for (const [name, text] of Object.entries(inserts))
      await scope.execute({ text }, name === 'calls' ? [...values, api.agent.id, api.flow.id] : values);
  }
  return batch.id;
}

/** Returns the lines and bytes of the file, without storing it. */
async function download(url: string, key: string): Promise<{ lines: number; bytes: number }> {
  const [response] = (await once(get(url, { headers: { 'x-api-key': key } }), 'response')) as [
    IncomingMessage,
  ];
  let lines = 0;
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return { lines, bytes };
}

/** Prints the duration of a download, and the memory of the process above idle during it. */
async function measure(url: string, key: string): Promise<void> {
  globalThis.gc?.();
  const idleBytes = process.memoryUsage.rss();
  let peakBytes = idleBytes;
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 10);
  const startMs = performance.now();
  const { lines, bytes } = await download(url, key);
  const tookMs = performance.now() - startMs;
  clearInterval(timer);
  const mebibytes = (size: number) => (size / 2 ** 20).toFixed(0);
  console.log(
    `${(lines - 1).toLocaleString('en')} rows, ${mebibytes(bytes)} MiB, ${(tookMs / 1000).toFixed(1)} s, ` +
      `${Math.round((lines / tookMs) * 1000).toLocaleString('en')} rows/s, ${mebibytes(peakBytes - idleBytes)} MiB above idle`,
  );
}

const folder = await chooseServerFolder();
const api = await createTestApi();
try {
  const batchId = await fill(api);
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  await measure(`${address}/v1/api/batch-calls/${batchId}/calls?format=csv`, api.key);
} finally {
  api.app.server.closeAllConnections();
  await api.close();
  await removeServer(folder);
}
