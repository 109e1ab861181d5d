import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { startEmbeddedPostgres } from '../../src/store/embedded-postgres/supervisor.ts';

/** A Parley to be killed: starts the embedded server in the folder it is given, says its process id, and stays. */
const server = await startEmbeddedPostgres({
  dataDir: process.argv[2]!,
  clock: systemClock,
  logger: silentLogger,
});
process.stdout.write(`${server.pid}\n`);
setInterval(() => {}, 60_000);
