import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the client takes from the world around it; tests hand in their own. */
export interface Surroundings {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Resolves after so many milliseconds and keeps the program alive until then; rejects when the signal aborts first. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /** 0 up to, not including, 1. */
  readonly random: () => number;
  /** A text that nobody else makes, of `A-Z a-z 0-9 - _`. */
  readonly newKey: () => string;
}

export const systemSurroundings: Surroundings = {
  fetch: (request) => fetch(request),
  sleep: (delayMs, signal) => sleep(delayMs, undefined, { signal }),
  random: Math.random,
  newKey: randomUUID,
};
