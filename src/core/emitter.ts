/**
 * Listeners for one discriminated union of events, called in order and at once. `emit` never throws: what a listener throws goes
 * to `onError`, which ends what the events are about, and the other listeners are still called.
 */
export class Emitter<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #onError: (error: unknown) => void;

  /** `onError` itself must not throw. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Returns the function that takes the listener off again. */
  on(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit(event: Event): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
