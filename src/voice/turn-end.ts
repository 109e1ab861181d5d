import type { PhraseMatch } from '../contracts/speech-to-text.ts';
import type { Expectation } from '../core/expectation.ts';
import { spokenWords } from '../core/spoken-words.ts';
import { dictationSilenceMs, isIncompleteSentence } from './dictation.ts';

/** The estimate before any pause was observed. */
const initialPauseMs = 400;
/** Margin above the caller's observed pauses. */
const pauseMarginMs = 150;
/** Smoothing factors: the estimate rises quickly and falls slowly. */
const riseFactor = 0.6;
const fallFactor = 0.15;

export interface PauseLimits {
  readonly minMs: number;
  readonly maxMs: number;
}

/**
 * Estimates the silence that ends a turn, from the caller's pauses within turns: an exponential moving average, limited by the agent's settings.
 */
export class PauseProfile {
  readonly #limits: PauseLimits;
  #estimateMs = initialPauseMs;

  constructor(limits: PauseLimits) {
    this.#limits = limits;
  }

  get silenceMs(): number {
    return Math.min(this.#limits.maxMs, Math.max(this.#limits.minMs, this.#estimateMs));
  }

  /** Adds a pause after which the caller continued to speak. */
  addPause(pauseMs: number): void {
    const targetMs = Math.min(this.#limits.maxMs, pauseMs + pauseMarginMs);
    const factor = targetMs > this.#estimateMs ? riseFactor : fallFactor;
    this.#estimateMs += factor * (targetMs - this.#estimateMs);
  }
}

/** The kind of answer: short and complete, in segments (digits, dates), or open. It sets how long a pause within the answer may be. */
export type AnswerKind = 'short' | 'segmented' | 'open';

export interface TurnSettings {
  readonly endpointing: 'semantic' | 'silence';
  readonly minSilenceMs: number;
  readonly maxSilenceMs: number;
}

/** A turn of the caller that is paused. */
export interface PausedTurn {
  readonly text: string;
  readonly match: PhraseMatch | undefined;
  readonly expectation: Expectation;
  readonly answerKind: AnswerKind;
  /** BCP 47. */
  readonly language: string;
  /** Whether the caller dictates a number, name or address that is not evidently complete. */
  readonly isUnfinishedDictation: boolean;
  /** Whether the provider has reported the end of the turn. */
  readonly providerEnded: boolean;
  /** Whether the text can have any words. A closed vocabulary maps every sound to the start of an expected phrase. */
  readonly openVocabulary: boolean;
}

/** Returns the silence after which the turn ends, in ms; undefined to let the next strategy decide. */
export type TurnEndStrategy = (turn: PausedTurn) => number | undefined;

/** Ends a turn whose text is an expected answer and not the start of a longer expected answer. */
const completeAnswer =
  (silenceMs: number): TurnEndStrategy =>
  ({ match }) =>
    match?.complete === true ? silenceMs : undefined;

/** Ends a turn whose text starts longer expected answers, if these answers all have the same meaning: "yes" and "yes please". */
const unambiguousAnswer =
  (silenceMs: number): TurnEndStrategy =>
  ({ text, match, expectation }) => {
    if (match === undefined || expectation.forms.length > 0) return undefined;
    const prefix = `${spokenWords(text)} `;
    const isAmbiguous = expectation.phrases.some(
      (phrase) => phrase.id !== match.phraseId && phrase.text.startsWith(prefix),
    );
    return isAmbiguous ? undefined : silenceMs;
  };

const providerEndOfTurn: TurnEndStrategy = ({ providerEnded }) => (providerEnded ? 0 : undefined);

/** Waits for further digits or parts of a date, since callers pause between them. */
const segmentedAnswer =
  (silenceMs: number): TurnEndStrategy =>
  ({ answerKind }) =>
    answerKind === 'segmented' ? silenceMs : undefined;

/** Waits for the rest of a dictated text, even if the provider has reported the end of the turn. */
const unfinishedDictation: TurnEndStrategy = ({ isUnfinishedDictation }) =>
  isUnfinishedDictation ? dictationSilenceMs : undefined;

/** Waits after a word with which no sentence ends. */
const incompleteSentence =
  (silenceMs: number): TurnEndStrategy =>
  ({ text, language, openVocabulary }) =>
    openVocabulary && isIncompleteSentence(text, language) ? silenceMs : undefined;

/** Waits as long as the caller's earlier pauses require. */
const callerPauses =
  (profile: PauseProfile): TurnEndStrategy =>
  () =>
    profile.silenceMs;

/** Returns the strategies in the order of their evaluation. The last one always decides. */
export function turnEndStrategies(settings: TurnSettings, profile: PauseProfile): TurnEndStrategy[] {
  const { minSilenceMs, maxSilenceMs } = settings;
  const bySilence = [providerEndOfTurn, segmentedAnswer(maxSilenceMs), callerPauses(profile)];
  if (settings.endpointing === 'silence') return bySilence;
  return [
    completeAnswer(minSilenceMs),
    unambiguousAnswer(minSilenceMs),
    unfinishedDictation,
    providerEndOfTurn,
    incompleteSentence(maxSilenceMs),
    ...bySilence,
  ];
}

/** Returns the silence after which the turn ends, in ms. */
export function requiredSilenceMs(
  turn: PausedTurn,
  strategies: readonly TurnEndStrategy[],
  maxSilenceMs: number,
): number {
  for (const strategy of strategies) {
    const silenceMs = strategy(turn);
    if (silenceMs !== undefined) return silenceMs;
  }
  return maxSilenceMs;
}
