import type { Clock } from '../core/clock.ts';
import type { LegAudio } from '../contracts/leg-audio.ts';
import type { Utterance } from './utterance.ts';

/** How far synthesis runs ahead of playout: enough to bridge a slow voice, but not much to discard after an interruption. */
const synthesisLeadMs = 6_000;
/** The most audio of a queued utterance that is synthesised before it is played. */
const queuedSynthesisLeadMs = 3_000;
/** Added to each wait, so that the queue is below the limit when it is checked again. */
const marginMs = 20;

export interface SynthesisLeadOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly audio: Pick<LegAudio, 'queuedMs'>;
  /** Returns whether the utterance is the one that plays now. */
  readonly isCurrent: (utterance: Utterance) => boolean;
}

/** Waits until playout has consumed enough audio for the synthesis of the utterance to continue, or until the utterance is stopped. */
export async function waitForPlayout(utterance: Utterance, options: SynthesisLeadOptions): Promise<void> {
  const { clock, audio, isCurrent } = options;
  const { signal } = utterance.controller;
  if (!isCurrent(utterance) && utterance.bufferedMs >= queuedSynthesisLeadMs)
    await utterance.reachedFront.promise;
  while (!signal.aborted && isCurrent(utterance) && audio.queuedMs > synthesisLeadMs)
    await clock.sleep(audio.queuedMs - synthesisLeadMs + marginMs, signal).catch(() => undefined);
}
