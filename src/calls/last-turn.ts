import type { Clock, Timer } from '../core/clock.ts';

/** The longest further wait for a customer who is still speaking. */
const maxLastTurnMs = 5_000;
const checkEveryMs = 100;

/** Calls `run` after the wait, and at most 5 s later if the caller is still speaking then. */
export function afterLastTurn(
  clock: Pick<Clock, 'after' | 'monotonicMs'>,
  caller: { readonly isCallerSpeaking: boolean },
  waitMs: number,
  run: () => void,
): Timer {
  const waitUntilMs = clock.monotonicMs() + waitMs;
  const deadlineMs = waitUntilMs + maxLastTurnMs;
  let timer: Timer = { cancel: () => undefined };
  const check = () => {
    const nowMs = clock.monotonicMs();
    const mustWait = nowMs < waitUntilMs || (caller.isCallerSpeaking && nowMs < deadlineMs);
    if (mustWait) timer = clock.after(checkEveryMs, check);
    else run();
  };
  check();
  return { cancel: () => timer.cancel() };
}
