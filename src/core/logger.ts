import { levels, pino, type Logger as PinoLogger } from 'pino';
import { isFromOutage } from './outage.ts';

export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & {
  child(bindings: Record<string, unknown>): Logger;
};

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Creates a logger that writes JSON lines to standard error. Messages are constant strings; personal data goes only into fields named
 * `pii.…`. Secrets are redacted. Errors of an outage have level `debug`, because `OutageLog` logs the outage.
 */
export function createLogger(level: LogLevel, destination: NodeJS.WritableStream = process.stderr): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: describeError, error: describeError },
      hooks: {
        logMethod(args, method, levelNumber) {
          const [fields] = args as [{ readonly err?: unknown } | string, ...unknown[]];
          const isDemoted = levelNumber === levels.values['warn'] || levelNumber === levels.values['error'];
          if (isDemoted && typeof fields === 'object' && isFromOutage(fields.err)) this.debug(...args);
          else method.apply(this, args);
        },
      },
      redact: {
        paths: [
          'password',
          'secret',
          'apiKey',
          'authorization',
          '*.password',
          '*.secret',
          '*.apiKey',
          '*.authorization',
          'headers["x-api-key"]',
          '*.headers["x-api-key"]',
          '*.headers.authorization',
        ],
        censor: '[hidden]',
      },
    },
    destination,
  );
}

/** Depth to which causes of errors are logged. */
const maxCauseDepth = 4;

/**
 * Returns name, code, message, stack and causes of an error. Other fields are omitted, because libraries attach connections with
 * their secrets to errors.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.cause === undefined || depth === maxCauseDepth
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** A logger that writes nothing, for tests and tools. */
export const silentLogger: Logger = pino({ level: 'silent' });
