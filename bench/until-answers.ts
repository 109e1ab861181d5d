import { systemClock } from '../src/core/clock.ts';

const everyMs = 10;

/** Resolves when `url` is answered with success. @throws where it is not within `patienceMs` */
export async function untilAnswers(url: string, patienceMs: number): Promise<void> {
  const endMs = systemClock.monotonicMs() + patienceMs;
  while (systemClock.monotonicMs() < endMs) {
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await systemClock.sleep(everyMs);
  }
  throw new Error(`nothing answered at ${url} within ${patienceMs} ms`);
}
