/** Functions of the runtime that the client uses. Tests replace them. */
export interface ClientDependencies {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Resolves after `delayMs` and keeps a Node process alive until then. Rejects if the signal aborts first. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Returns a unique idempotency key of `A-Z a-z 0-9 - _`. */
  readonly newKey: () => string;
}

function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** Returns 128 random bits in hexadecimal digits. `crypto.randomUUID` is missing on pages without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Dependencies of Node and of browsers. */
export const systemDependencies: ClientDependencies = {
  fetch: (request) => fetch(request),
  sleep,
  random: Math.random,
  newKey,
};
