import type { Clock, Timer } from '../core/clock.ts';

/** Silence of both sides after which a filler is spoken, so that the caller does not assume that the line is dead. */
const fillerAfterMs = 1_200;
const checkEveryMs = 100;

/** The part of a `VoicePipeline` that speaks fillers. */
export interface FillerVoice {
  readonly isSpeaking: boolean;
  readonly isCallerSpeaking: boolean;
  sayFiller(): void;
}

/**
 * Speaks a filler once if both sides are silent for 1.2 s while the agent owes a response. `silentForMs`: how long both sides
 * have been silent already. Returns a function that stops the wait.
 */
export function speakFillerInSilence(
  clock: Pick<Clock, 'after' | 'monotonicMs'>,
  voice: FillerVoice,
  silentForMs = 0,
): () => void {
  let silentSinceMs = clock.monotonicMs() - silentForMs;
  let timer: Timer;
  const check = (): void => {
    const nowMs = clock.monotonicMs();
    if (voice.isSpeaking || voice.isCallerSpeaking) silentSinceMs = nowMs;
    if (nowMs - silentSinceMs >= fillerAfterMs) voice.sayFiller();
    else timer = clock.after(checkEveryMs, check);
  };
  timer = clock.after(checkEveryMs, check);
  return () => timer.cancel();
}
