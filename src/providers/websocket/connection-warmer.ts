import type { Clock } from '../../core/clock.ts';

const timeoutMs = 2_000;
const maxBytes = 65_536;
/** Connections of `fetch` are closed after 4 s without use. */
const warmForMs = 3_000;

/** Opens a connection of `fetch` to a server for the next request. */
export class ConnectionWarmer {
  readonly #baseUrl: string;
  readonly #clock: Clock;
  /** When a connection was used last, on the monotonic clock. */
  #usedAtMs = -Infinity;

  constructor(baseUrl: string, clock: Clock) {
    this.#baseUrl = baseUrl;
    this.#clock = clock;
  }

  /** Records that a connection is open because a request has just used it. */
  recordUse(): void {
    this.#usedAtMs = this.#clock.monotonicMs();
  }

  /**
   * Requests the base URL, without a key, unless a connection was used shortly before. Never throws. The response has no meaning: `fetch` keeps its
   * connection for the next request. After a HEAD request, it would close the connection.
   */
  warm(): void {
    if (this.#clock.monotonicMs() - this.#usedAtMs < warmForMs) return;
    this.recordUse();
    const timeout = new AbortController();
    const timer = this.#clock.after(timeoutMs, () => timeout.abort());
    fetch(this.#baseUrl, { redirect: 'manual', signal: timeout.signal })
      .then(readStart)
      .catch(() => undefined)
      .finally(() => timer.cancel());
  }
}

/** Reads a short body to its end, so that the connection can be used again. */
async function readStart({ body }: Response): Promise<void> {
  let sizeBytes = 0;
  for await (const chunk of body ?? []) if ((sizeBytes += chunk.length) > maxBytes) return;
}
