/**
 * Calls listeners of one discriminated union of events, in order and synchronously. `emit` never throws: `onError` receives errors of
 * listeners and must end the affected call or connection. The remaining listeners are still called.
 */
export class Emitter<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #onError: (error: unknown) => void;

  /** `onError` itself must not throw. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Adds a listener. Returns the function that removes it. */
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
