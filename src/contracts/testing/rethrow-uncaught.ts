/** Fails the current test by throwing the error uncaught. */
export function rethrowUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
