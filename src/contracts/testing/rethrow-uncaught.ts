/** Fails the test that runs: throws the error where nothing catches it. */
export function rethrowUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
