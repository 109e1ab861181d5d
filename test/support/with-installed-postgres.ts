import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../src/core/clock.ts';
import { installedBinaries } from '../../src/store/embedded-postgres/binaries.ts';
import { prepareServer } from '../../src/store/embedded-postgres/server-folders.ts';
import {
  serverConnection,
  startServer,
  stopServer,
} from '../../src/store/embedded-postgres/server-process.ts';

/**
 * Runs a command with a server of the installed PostgreSQL, such as
 * `node test/support/with-installed-postgres.ts vitest run src/store src/jobs`. Exits with the status of the command, or with 0
 * and a message if PostgreSQL is not installed.
 */
const [command, ...args] = process.argv.slice(2);
const binaries = await installedBinaries(process.env['PATH'] ?? '');
if (binaries === undefined) {
  console.log('skipped: no PostgreSQL 15 or later is installed. On Debian: apt-get install postgresql-15');
} else {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-installed-'));
  await chmod(folder, 0o755);
  const setup = await prepareServer(folder, binaries);
  const pid = await startServer(setup, systemClock, ['fsync=off', 'max_connections=300']);
  const { host, user, port } = serverConnection(setup, 'postgres') as {
    host: string;
    user: string;
    port: number;
  };
  const url = `postgres://${user}@${encodeURIComponent(host)}:${port}/postgres`;
  console.log(`PostgreSQL ${binaries.major} at ${url}`);
  const env = { ...process.env, PARLEY_TEST_DATABASE_URL: url };
  const { status } = spawnSync(command!, args, { stdio: 'inherit', env });
  await stopServer(setup, pid, systemClock);
  await rm(folder, { recursive: true });
  process.exitCode = status ?? 1;
}
