import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { ServiceState } from '../main.ts';

/** Maximum time to close calls and parts after an uncaught error, in ms. */
const closeTimeoutMs = 15_000;
/** Maximum number of state dumps in the folder; the oldest is deleted. */
const maxDumps = 5;
const exitCode = 1;
/** Maximum number of errors that are logged while the service ends. */
const maxLogged = 10;

export interface UncaughtErrorOptions {
  /** Emits uncaught errors: the process, or a test. */
  readonly source: Pick<NodeJS.EventEmitter, 'on' | 'off'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly dataDir: string;
  /** Returns undefined during the start of the service. */
  readonly state: () => ServiceState | undefined;
  /** Closes the started parts. */
  readonly close: () => Promise<void>;
  readonly exit: (code: number) => void;
}

/**
 * Handles an uncaught error: logs it, writes a state dump, hangs up the calls, closes the parts within 15 s, and exits with 1. Returns a
 * function that stops listening.
 */
export function onUncaughtError(options: UncaughtErrorOptions): () => void {
  const { source, clock, logger, close, exit } = options;
  let errors = 0;
  /** Closes the service and exits. Never rejects. */
  const end = async () => {
    const deadline = new AbortController();
    const timeout = clock.sleep(closeTimeoutMs, deadline.signal).catch(() => undefined);
    const closing = close().catch((error: unknown) =>
      logger.error({ err: error }, 'The service could not be closed.'),
    );
    await Promise.race([closing, timeout]);
    deadline.abort();
    exit(exitCode);
  };
  const onError = (error: unknown, origin: string) => {
    errors += 1;
    const isFirst = errors === 1;
    // The logger itself may be the source of the errors.
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
    const dumps = readdirSync(folder).toSorted();
    for (const name of dumps.slice(0, Math.max(0, dumps.length + 1 - maxDumps)))
      rmSync(path.join(folder, name));
    const dump = {
      at: new Date(clock.now()),
      origin,
      error: stackOf(error),
      ...processState(),
      ...state(),
    };
    writeFileSync(file, JSON.stringify(dump, undefined, 2), { mode: 0o600 });
    logger.fatal({ file }, 'A state dump was written.');
  } catch (failure) {
    logger.error({ err: failure }, 'The state dump could not be written.');
  }
}

/** Returns the stack without the message, which may contain transcript text or phone numbers. */
function stackOf(error: unknown): { readonly name: string; readonly stack: readonly string[] } {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] };
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim());
  return { name: error.name, stack: lines.filter((line) => line.startsWith('at ')) };
}

function processState(): object {
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  return { uptimeSeconds: process.uptime(), memory: process.memoryUsage(), resources };
}
