import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { startEmbeddedPostgres } from '../../src/store/embedded-postgres/supervisor.ts';

/** A process for kill tests: starts the embedded server in the given folder, prints its process id and keeps running. */
const server = await startEmbeddedPostgres({
  dataDir: process.argv[2]!,
  clock: systemClock,
  logger: silentLogger,
});
process.stdout.write(`${server.pid}\n`);
setInterval(() => {}, 60_000);
