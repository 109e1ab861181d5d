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
import { fillCalls } from './fill-calls.ts';

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
  await fillCalls({ dataDir, workspaceId: service.firstStart!.workspaceId, calls });
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
