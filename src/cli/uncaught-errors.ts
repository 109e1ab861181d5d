import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { ServiceState } from '../main.ts';

/** How long calls and parts may take to end after an error that nothing caught, in ms. */
const closeTimeoutMs = 15_000;
/** State dumps that are kept; the oldest gives way. */
const maxDumps = 5;
const exitCode = 1;
/** Errors that are logged while the service ends. */
const maxLogged = 10;

export interface UncaughtErrorOptions {
  /** Where errors that nothing caught are reported: the process, or a test. */
  readonly source: Pick<NodeJS.EventEmitter, 'on' | 'off'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly dataDir: string;
  /** Undefined during the start. */
  readonly state: () => ServiceState | undefined;
  /** Closes what has been started. */
  readonly close: () => Promise<void>;
  readonly exit: (code: number) => void;
}

/**
 * Ends the process in order after an error that nothing caught: logs it, writes a state dump, hangs up the calls, closes the parts within
 * 15 s, and exits with 1. Returns the function that stops it.
 */
export function onUncaughtError(options: UncaughtErrorOptions): () => void {
  const { source, clock, logger, close, exit } = options;
  let errors = 0;
  /** Never rejects. */
  const end = async () => {
    const deadline = new AbortController();
    const late = clock.sleep(closeTimeoutMs, deadline.signal).catch(() => undefined);
    const closing = close().catch((error: unknown) =>
      logger.error({ err: error }, 'The service could not be closed.'),
    );
    await Promise.race([closing, late]);
    deadline.abort();
    exit(exitCode);
  };
  const onError = (error: unknown, origin: string) => {
    errors += 1;
    const isFirst = errors === 1;
    // Logging may be what fails.
    if (errors <= maxLogged) logger.fatal({ err: error, origin }, 'An uncaught error ends the service.');
    if (!isFirst) return;
    writeDump(options, error, origin);
    void end();
  };
  source.on('uncaughtException', onError);
  return () => void source.off('uncaughtException', onError);
}

function writeDump(options: UncaughtErrorOptions, error: unknown, origin: string): void {
  const { clock, logger, dataDir, state } = options;
  const folder = path.join(dataDir, 'state-dumps');
  const file = path.join(folder, `${new Date(clock.now()).toISOString().replaceAll(':', '-')}.json`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const kept = readdirSync(folder).toSorted();
    for (const name of kept.slice(0, Math.max(0, kept.length + 1 - maxDumps)))
      rmSync(path.join(folder, name));
    const dump = {
      at: new Date(clock.now()),
      origin,
      error: frames(error),
      ...processState(),
      ...state(),
    };
    writeFileSync(file, JSON.stringify(dump, undefined, 2), { mode: 0o600 });
    logger.fatal({ file }, 'The state of the service was written to a file.');
  } catch (failure) {
    logger.error({ err: failure }, 'The state of the service could not be written.');
  }
}

/** Without its message, which may hold what people said or their numbers. */
function frames(error: unknown): { readonly name: string; readonly stack: readonly string[] } {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] };
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim());
  return { name: error.name, stack: lines.filter((line) => line.startsWith('at ')) };
}

function processState(): object {
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  return { uptimeSeconds: process.uptime(), memory: process.memoryUsage(), resources };
}
