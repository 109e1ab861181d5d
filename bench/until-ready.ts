import { systemClock } from '../src/core/clock.ts';

const pollIntervalMs = 10;

/** Resolves when `url` returns a success status. @throws if it does not within `timeoutMs` */
export async function untilReady(url: string, timeoutMs: number): Promise<void> {
  const endMs = systemClock.monotonicMs() + timeoutMs;
  while (systemClock.monotonicMs() < endMs) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await systemClock.sleep(pollIntervalMs);
  }
  throw new Error(`${url} returned no success status within ${timeoutMs} ms`);
}
