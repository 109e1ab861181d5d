/** Yields the items until the signal is aborted, then ends without an error, even if the next item never arrives. */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const onAbort = () => resolve(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      const next = await Promise.race([aborted, iterator.next()]);
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: a generator that waits for its next item does not end before that item arrives.
    void iterator.return?.().catch(() => undefined);
  }
}
