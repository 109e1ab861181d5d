import type { Bus } from './bus.ts';

const maxPayloadBytes = 7_000;

type Listener = (payload: unknown) => void;

/** In-process implementation of `Bus`. Like the bus between processes, it copies payloads and limits their size. */
export class LocalBus implements Bus {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #onError: (error: unknown) => void;
  #closed = false;

  /** `onError` receives the errors of listeners; the other listeners still receive the message. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  publish(topic: string, payload: unknown): void {
    if (this.#closed) return;
    const text = JSON.stringify({ payload });
    if (Buffer.byteLength(JSON.stringify(payload) ?? '') > maxPayloadBytes)
      throw new RangeError(
        `A bus payload has at most ${maxPayloadBytes} bytes; this one on ${topic} has more.`,
      );
    queueMicrotask(() => this.#deliver(topic, (JSON.parse(text) as { payload: unknown }).payload));
  }

  subscribe(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#listeners.clear();
    return Promise.resolve();
  }

  #deliver(topic: string, payload: unknown): void {
    for (const listener of this.#listeners.get(topic) ?? []) {
      try {
        listener(payload);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
