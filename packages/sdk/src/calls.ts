import { timedOut } from './parley-error.ts';
import type { CallResource } from './resources.ts';

export interface WaitOptions {
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** Time between two requests (500 ms). */
  readonly pollMs?: number;
  /** Longest wait in all; no limit by default. Then `ParleyError` `timed_out`; the call goes on. */
  readonly timeoutMs?: number;
}

/** What `Calls` needs of the client. */
interface CallSource {
  readonly url: string;
  getCall(callId: string, signal: AbortSignal): Promise<CallResource>;
  /** Rejects when the signal aborts. */
  sleep(delayMs: number, signal: AbortSignal): Promise<void>;
}

const pollMsDefault = 500;

/** What takes more than one request about calls. */
export class Calls {
  readonly #source: CallSource;

  constructor(source: CallSource) {
    this.#source = source;
  }

  /**
   * Waits until the call has ended and returns it.
   * @throws {ParleyError} if the service refuses or cannot be reached, and `timed_out` after `timeoutMs`
   */
  async wait(
    callId: string,
    { signal, pollMs = pollMsDefault, timeoutMs }: WaitOptions = {},
  ): Promise<CallResource> {
    const done = new AbortController();
    const timeout = new AbortController();
    if (timeoutMs !== undefined)
      this.#source.sleep(timeoutMs, done.signal).then(
        () => timeout.abort(),
        () => undefined,
      );
    const either = AbortSignal.any([timeout.signal, ...(signal === undefined ? [] : [signal])]);
    try {
      for (;;) {
        const call = await this.#source.getCall(callId, either);
        if (call.status === 'ended') return call;
        await this.#source.sleep(pollMs, either);
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (timeout.signal.aborted) throw timedOut(this.#source.url, timeoutMs!, error);
      throw error;
    } finally {
      done.abort();
    }
  }
}
