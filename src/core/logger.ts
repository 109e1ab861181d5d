import { pino, type Logger as PinoLogger } from 'pino';

export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & {
  child(bindings: Record<string, unknown>): Logger;
};

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * JSON lines on standard error. Sentences are fixed; what people said and who they are goes into fields named
 * `pii.…`. Secrets are struck out wherever they stand.
 */
export function createLogger(level: LogLevel, destination: NodeJS.WritableStream = process.stderr): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: describeError, error: describeError },
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

/** How many causes of causes are told. */
const deepestCause = 4;

/**
 * Name, code, message, stack and causes of an error. Other fields stay out: libraries hang whole connections, with their
 * secrets, on their errors.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.cause === undefined || depth === deepestCause
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** For tests and tools that want no log. */
export const silentLogger: Logger = pino({ level: 'silent' });
