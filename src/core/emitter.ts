/**
 * Listeners for one discriminated union of events, called in order and at once. A listener that throws is a defect of
 * its own: the error goes to `onError`, and the other listeners still hear.
 */
export class Emitter<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void = reportUncaught) {
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

function reportUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
