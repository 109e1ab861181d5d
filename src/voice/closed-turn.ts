import type { Clock } from '../core/clock.ts';

/** Silence of the caller after which the turn is closed. */
const closedAfterMs = 600;
const checkEveryMs = 100;

/** Whether the agent (`isSpeaking`) and the caller speak. */
export interface SpeakingSides {
  readonly isSpeaking: boolean;
  readonly isCallerSpeaking: boolean;
}

/**
 * Resolves with true when the caller's turn is closed: the caller is silent, and the agent speaks or the silence lasts 600 ms. Resolves with
 * false if the signal is aborted.
 */
export async function waitForClosedTurn(
  clock: Pick<Clock, 'sleep' | 'monotonicMs'>,
  sides: SpeakingSides,
  signal: AbortSignal,
): Promise<boolean> {
  let silentSinceMs = clock.monotonicMs();
  while (!signal.aborted) {
    const nowMs = clock.monotonicMs();
    if (sides.isCallerSpeaking) silentSinceMs = nowMs;
    else if (sides.isSpeaking || nowMs - silentSinceMs >= closedAfterMs) return true;
    await clock.sleep(checkEveryMs, signal).catch(() => undefined);
  }
  return false;
}

/** Resolves with true as soon as the caller is silent, and with false if the signal is aborted. */
export async function waitForSilentCaller(
  clock: Pick<Clock, 'sleep'>,
  caller: Pick<SpeakingSides, 'isCallerSpeaking'>,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted && caller.isCallerSpeaking)
    await clock.sleep(checkEveryMs, signal).catch(() => undefined);
  return !signal.aborted;
}
