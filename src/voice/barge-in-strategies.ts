import { listenerPhrases, PhraseSet, plainWords } from './backchannels.ts';

/** A complete utterance that the recogniser rejects interrupts from `minSpeechMs` plus this time on. That is longer than a cough or a backchannel. */
const sustainedRejectedMs = 900;
/** Backchannels count as an answer if at most this much of the prompt remains. */
const nearPromptEndMs = 800;

export interface InterruptionSettings {
  readonly enabled: boolean;
  /** Shorter ongoing speech interrupts only if it is an interrupt phrase. */
  readonly minSpeechMs: number;
  /** Words needed to interrupt; 0 means one word that is not a backchannel. */
  readonly minWords: number;
  readonly ignorePhrases: readonly string[];
}

/** Speech of the caller while the agent speaks, or before the caller has heard the agent's next words. */
export interface OverlappingSpeech {
  /** Normalised by `plainWords`; empty until a word is recognised. */
  readonly words: string;
  readonly speechMs: number;
  /** Whether the speech has ended and its transcript is final. */
  readonly hasEnded: boolean;
  readonly isRejected: boolean;
  /** See `TurnController.isBeforeAgent`. */
  readonly isBeforeAgent: boolean;
  /** Remaining audio of the agent's utterance, in ms; infinite while unknown, or if the speech came before the agent's words. */
  readonly remainingMs: number;
}

/** `interrupt`: the caller takes the turn. `resume`: the agent continues. `wait`: undecided; the next strategies are not evaluated. */
export type BargeInDecision = 'interrupt' | 'resume' | 'wait';
export type BargeInStrategy = (speech: OverlappingSpeech) => BargeInDecision | undefined;

const isInterruptPhrase =
  (interrupts: PhraseSet, backchannels: PhraseSet): BargeInStrategy =>
  ({ words, isRejected }) =>
    !isRejected &&
    (interrupts.matchesStartOf(words) || interrupts.matchesStartOf(backchannels.withoutLeading(words)))
      ? 'interrupt'
      : undefined;

const isIgnoredPhrase =
  (phrases: PhraseSet): BargeInStrategy =>
  ({ words }) =>
    phrases.coversAll(words) ? 'resume' : undefined;

const isBackchannel =
  (sounds: PhraseSet, backchannels: PhraseSet): BargeInStrategy =>
  ({ words, hasEnded, remainingMs }) => {
    if (sounds.coversAll(words)) return 'resume';
    if (!hasEnded && backchannels.isStartOf(words)) return 'wait';
    if (!backchannels.coversAll(words)) return undefined;
    if (remainingMs > nearPromptEndMs) return 'resume';
    return hasEnded ? 'interrupt' : 'wait';
  };

/** A caller who said a sentence gets a response, even if only "I did not understand". */
const isUnrecognisedSentence =
  ({ minSpeechMs }: InterruptionSettings): BargeInStrategy =>
  ({ speechMs, hasEnded, isRejected }) =>
    hasEnded && isRejected && speechMs >= minSpeechMs + sustainedRejectedMs ? 'interrupt' : undefined;

/**
 * The words of a very short sound are unreliable. They count when the sound has lasted `minSpeechMs` or has ended. Before the agent's words, one
 * word is enough: it continues the caller's own turn.
 */
const hasEnoughWords =
  ({ minWords, minSpeechMs }: InterruptionSettings): BargeInStrategy =>
  ({ words, speechMs, hasEnded, isRejected, isBeforeAgent }) => {
    if (!hasEnded && speechMs < minSpeechMs) return undefined;
    const count = words === '' ? 0 : words.split(' ').length;
    const minCount = isBeforeAgent ? 1 : Math.max(1, minWords);
    if (count >= minCount && !(hasEnded && isRejected)) return 'interrupt';
    return hasEnded ? 'resume' : undefined;
  };

const isSustainedSpeech =
  (sustainedMs: () => number): BargeInStrategy =>
  ({ words, speechMs }) =>
    words === '' && speechMs >= sustainedMs() ? 'interrupt' : undefined;

/**
 * Returns the strategies in the order in which they are evaluated. `language` (BCP 47) selects the phrases. `sustainedMs`: how long speech without
 * words must last to interrupt.
 */
export function bargeInStrategies(
  settings: InterruptionSettings,
  language: string,
  sustainedMs: () => number,
): BargeInStrategy[] {
  const { sounds, backchannels, interrupts } = listenerPhrases(language);
  return [
    isInterruptPhrase(interrupts, backchannels),
    isIgnoredPhrase(new PhraseSet(settings.ignorePhrases, plainWords)),
    isBackchannel(sounds, backchannels),
    isUnrecognisedSentence(settings),
    hasEnoughWords(settings),
    isSustainedSpeech(sustainedMs),
  ];
}
