import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Functions of the runtime that the client uses. Tests replace them. */
export interface ClientDependencies {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Resolves after `delayMs` and keeps the process alive until then. Rejects if the signal aborts first. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Returns a unique idempotency key of `A-Z a-z 0-9 - _`. */
  readonly newKey: () => string;
}

export const systemDependencies: ClientDependencies = {
  fetch: (request) => fetch(request),
  sleep: (delayMs, signal) => sleep(delayMs, undefined, { signal }),
  random: Math.random,
  newKey: randomUUID,
};
