import path from 'node:path';
import { systemClock } from '../core/clock.ts';
import { Closers } from '../core/closers.ts';
import { readConfig } from '../core/config.ts';
import { createLogger, type Logger } from '../core/logger.ts';
import { systemRandom } from '../core/random.ts';
import type { FirstStart, Parley } from '../main.ts';
import { createCollector } from '../core/garbage-collector.ts';
import { collectWhenIdle, createIdleCheck } from './idle-collector.ts';
import { onUncaughtError } from './uncaught-errors.ts';
import type { Output } from './output.ts';
import { StopRequests } from './stop-requests.ts';

/** Maximum time to close calls and parts after a fatal error, in ms. */
const closeTimeoutMs = 15_000;

/**
 * Runs the service until a fatal error or a stop request: a signal, or the exit of the launcher. The first request drains the calls, the
 * second ends them at once. During the start, the first request takes effect after the start, and the second ends the process.
 */
export async function serve(output: Output): Promise<void> {
  const config = readConfig(process.env);
  const stopRequests = new StopRequests({ self: process, clock: systemClock }, (count) => {
    if (count > 1) process.exit(1);
    output.line('Stopping after the start is complete. Press Ctrl-C again to end at once.');
  });
  const { startParley } = await import('../main.ts');
  const logger = createLogger(config.logLevel);
  const startedMs = systemClock.monotonicMs();
  const closers = new Closers(logger);
  let service: Parley | undefined;
  // A closed log pipe must not end the calls.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  onUncaughtError({
    source: process,
    clock: systemClock,
    logger,
    dataDir: config.dataDir,
    state: () => service?.state(),
    async close() {
      await closers.close();
      // The first close() makes a start in progress fail. The second closes the parts that this start has opened in the meantime.
      await starting.catch(() => undefined);
      await closers.close();
    },
    exit: (code) => process.exit(code),
  });
  const starting = startParley(config, { clock: systemClock, random: systemRandom, logger }, closers);
  const parley = await starting;
  service = parley;
  const stopCollecting = collectWhenIdle({
    clock: systemClock,
    isUnused: createIdleCheck(systemClock),
    hasCalls: () => parley.state().calls.length > 0,
    collect: createCollector(),
  });
  const readyMs = Math.round(systemClock.monotonicMs() - startedMs);
  const { firstStart } = parley;
  const file = path.resolve(config.dataDir, 'bootstrap.json');
  if (firstStart !== undefined) showFirstStart(firstStart, file, output);
  showListening(parley, readyMs, output);
  output.result({
    httpAddress: parley.httpAddress ?? null,
    // The secrets are only in the file.
    firstStart: firstStart === undefined ? null : { workspaceId: firstStart.workspaceId, file },
    listening: parley.listening,
    readyMs,
  });
  await Promise.race([stopped(parley, stopRequests, output), failed(parley, logger)]).finally(stopCollecting);
}

/** Shows the secrets on a terminal only, because a log would store them. */
function showFirstStart(firstStart: FirstStart, file: string, { line, paint, isTerminal }: Output): void {
  const secrets = isTerminal
    ? 'The API key and the password are shown once, and stored'
    : 'The API key and the password are';
  line(paint('bold', `This is the first start of Parley. ${secrets} in ${file}:`));
  line(`  workspace      ${firstStart.workspaceId}`);
  if (isTerminal) line(`  API key        ${firstStart.apiKey}`);
  line(
    `  administrator  ${firstStart.adminEmail}${isTerminal ? `, password ${firstStart.adminPassword}` : ''}`,
  );
  if (isTerminal) line(`  sign in at     ${signInUrl(firstStart)}`);
  line();
}

/** Returns the address of the sign-in page, already filled in. Browsers do not send the fragment of an address. */
function signInUrl({ dashboardUrl, adminEmail, adminPassword }: FirstStart): string {
  const fragment = new URLSearchParams({ email: adminEmail, password: adminPassword });
  return `${dashboardUrl}sign-in#${fragment.toString()}`;
}

function showListening(parley: Parley, readyMs: number, { line, paint }: Output): void {
  line(paint('green', `Parley is ready after ${(readyMs / 1000).toFixed(1)} s.`));
  for (const port of parley.listening) line(`  ${port}`);
  if (parley.httpAddress === undefined) return;
  line(`  Dashboard at ${parley.httpAddress}/, API reference at ${parley.httpAddress}/docs`);
  line('Make a call with: npx parley-server demo');
}

/** Rejects after a fatal error, when the calls are hung up and the parts are closed. Never resolves. */
async function failed(parley: Parley, logger: Logger): Promise<never> {
  const error = await parley.failed;
  logger.fatal({ err: error }, 'The service cannot continue and stops.');
  await Promise.race([parley.close(), systemClock.sleep(closeTimeoutMs)]);
  throw error;
}

/** Resolves when a stop request has closed the service. */
function stopped(parley: Parley, stopRequests: StopRequests, output: Output): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  stopRequests.attach((count) => {
    if (count === 1)
      output.line(
        'Stopping: new calls are rejected, active calls finish. Press Ctrl-C again to end them at once.',
      );
    const stopping = count === 1 ? parley.drain() : parley.close();
    stopping.then(resolve, reject);
  });
  return promise.finally(() => stopRequests.close());
}
