import type { Clock, Timer } from '../core/clock.ts';
import type { VoicePipeline } from '../voice/voice-pipeline.ts';

/** Silence of both sides after which the filler is spoken. */
const fillerAfterMs = 1_200;
const checkEveryMs = 100;

/** Speaks the filler once if both sides are silent for 1.2 s while the agent waits for a response. Returns a function that stops the wait. */
export function speakFillerInSilence(
  clock: Pick<Clock, 'after' | 'monotonicMs'>,
  voice: Pick<VoicePipeline, 'say' | 'isSpeaking' | 'isCallerSpeaking'>,
  filler: string,
): () => void {
  let silentSinceMs = clock.monotonicMs();
  let timer: Timer;
  const check = (): void => {
    const nowMs = clock.monotonicMs();
    if (voice.isSpeaking || voice.isCallerSpeaking) silentSinceMs = nowMs;
    if (nowMs - silentSinceMs >= fillerAfterMs) voice.say(filler, true);
    else timer = clock.after(checkEveryMs, check);
  };
  timer = clock.after(checkEveryMs, check);
  return () => timer.cancel();
}
