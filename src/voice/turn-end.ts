import type { Expectation } from '../core/expectation.ts';
import { spokenWords } from '../core/spoken-words.ts';
import type { PhraseMatch } from '../contracts/speech-to-text.ts';
import type { PauseProfile } from './pause-profile.ts';

/** How patient to be with a pause: a complete short answer, one that is given in pieces, or anything. */
export type AnswerKind = 'short' | 'pieces' | 'open';

export interface TurnSettings {
  readonly endpointing: 'semantic' | 'silence';
  readonly minSilenceMs: number;
  readonly maxSilenceMs: number;
}

/** A turn of the caller's in which there is a pause just now. */
export interface PausingTurn {
  readonly text: string;
  readonly match: PhraseMatch | undefined;
  readonly expectation: Expectation;
  readonly answerKind: AnswerKind;
  /** The provider says that the speaker is through. */
  readonly providerEnded: boolean;
}

/** The silence after which the turn is over, in ms; undefined: another strategy decides. */
export type TurnEndStrategy = (turn: PausingTurn) => number | undefined;

/** What was asked has been answered, and no longer answer begins like this one. */
const completeAnswer =
  (silenceMs: number): TurnEndStrategy =>
  ({ match }) =>
    match?.complete === true ? silenceMs : undefined;

/** Longer answers begin like this one, but they all mean the same: "yes" and "yes please". */
const settledAnswer =
  (silenceMs: number): TurnEndStrategy =>
  ({ text, match, expectation }) => {
    if (match === undefined || expectation.forms.length > 0) return undefined;
    const begun = `${spokenWords(text)} `;
    const mayMeanMore = expectation.phrases.some(
      (phrase) => phrase.id !== match.phraseId && phrase.text.startsWith(begun),
    );
    return mayMeanMore ? undefined : silenceMs;
  };

const providerSaysSo: TurnEndStrategy = ({ providerEnded }) => (providerEnded ? 0 : undefined);

/** Digits and dates come with pauses between their parts. */
const givenInPieces =
  (silenceMs: number): TurnEndStrategy =>
  ({ answerKind }) =>
    answerKind === 'pieces' ? silenceMs : undefined;

const danglingWord =
  /(?:\b(?:and|or|but|so|because|um|uh|er|the|a|an|to|of|for|with|at|on|in|my|is|it's|i|if|that|then|maybe|like)|,)$/i;

/** Nobody ends a sentence there. */
const sentenceHangs =
  (silenceMs: number): TurnEndStrategy =>
  ({ text }) =>
    danglingWord.test(text.trim()) ? silenceMs : undefined;

const callersOwnPauses =
  (profile: PauseProfile): TurnEndStrategy =>
  () =>
    profile.silenceMs;

/**
 * Asked in order; the last one always decides. `openVocabulary`: the recogniser writes down what was said; one with a closed vocabulary
 * makes the beginning of some sentence of every sound, which says nothing about the speaker.
 */
export function turnEndStrategies(
  settings: TurnSettings,
  profile: PauseProfile,
  openVocabulary: boolean,
): TurnEndStrategy[] {
  const { minSilenceMs, maxSilenceMs } = settings;
  const bySilence = [providerSaysSo, givenInPieces(maxSilenceMs), callersOwnPauses(profile)];
  if (settings.endpointing === 'silence') return bySilence;
  return [
    completeAnswer(minSilenceMs),
    settledAnswer(minSilenceMs),
    providerSaysSo,
    ...(openVocabulary ? [sentenceHangs(maxSilenceMs)] : []),
    ...bySilence,
  ];
}

/** The silence after which this turn is over, in ms. */
export function requiredSilenceMs(
  turn: PausingTurn,
  strategies: readonly TurnEndStrategy[],
  maxSilenceMs: number,
): number {
  for (const strategy of strategies) {
    const silenceMs = strategy(turn);
    if (silenceMs !== undefined) return Math.min(silenceMs, maxSilenceMs);
  }
  return maxSilenceMs;
}
