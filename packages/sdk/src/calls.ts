import { callNotEnded } from './parley-error.ts';
import type { CallResource } from './resources.ts';

export interface WaitOptions {
  /** Ends the wait: `wait` throws the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Time between two requests in ms. Default: 500. */
  readonly pollMs?: number;
  /** Maximum wait in ms. After it, `wait` throws the `ParleyError` `timed_out`, and the call continues. Default: no limit. */
  readonly timeoutMs?: number;
}

/** The part of the client that `Calls` uses. */
interface CallSource {
  getCall(callId: string, signal: AbortSignal): Promise<CallResource>;
  /** Rejects when the signal aborts. */
  sleep(delayMs: number, signal: AbortSignal): Promise<void>;
}

const pollMsDefault = 500;

/** Helpers for phone calls that need several API requests. */
export class Calls {
  readonly #source: CallSource;

  constructor(source: CallSource) {
    this.#source = source;
  }

  /**
   * Waits until the call has ended and returns it.
   * @throws {ParleyError} if the service rejects the request or cannot be reached, and `timed_out` after `timeoutMs`
   */
  async wait(
    callId: string,
    { signal: callerSignal, pollMs = pollMsDefault, timeoutMs }: WaitOptions = {},
  ): Promise<CallResource> {
    const completion = new AbortController();
    const timeout = new AbortController();
    if (timeoutMs !== undefined)
      this.#source.sleep(timeoutMs, completion.signal).then(
        () => timeout.abort(),
        () => undefined,
      );
    const signal = AbortSignal.any([timeout.signal, ...(callerSignal === undefined ? [] : [callerSignal])]);
    try {
      for (;;) {
        const call = await this.#source.getCall(callId, signal);
        if (call.status === 'ended') return call;
        await this.#source.sleep(pollMs, signal);
      }
    } catch (error) {
      callerSignal?.throwIfAborted();
      if (timeout.signal.aborted) throw callNotEnded(callId, timeoutMs!, error);
      throw error;
    } finally {
      completion.abort();
    }
  }
}
