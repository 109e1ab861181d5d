import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import type { ExpectationGrammar } from './expectation-grammar.ts';
import type { RecognisedWord } from './pocketsphinx.ts';
import type { RecognitionResult } from './recognition-protocol.ts';
import type { UtteranceLevels } from './utterance-gate.ts';

/** An utterance with everything that is known of it. */
export interface HeardUtterance {
  readonly grammar: ExpectationGrammar;
  readonly startMs: number;
  readonly lengthMs: number;
  /** What the decoder had last before the end. */
  readonly partial: string;
  readonly levels: UtteranceLevels;
  readonly result: RecognitionResult;
}

/*
 * A grammar makes a sentence of whatever is said. What it cost must tell: all words on average, the worst of them, and what was taken for
 * pauses. Of right answers in four clear voices over a telephone path 1 of 100 cost more than the limits that follow from these figures, of other
 * sentences 93 of 100 (bench/recogniser); 14 recordings of people lie on the same sides.
 */

/** Where the confidence in an expected phrase is even; 6 more and it is rejected. */
const evenCostOfPhrases = 62;
/** The same of dates and numbers, whose many ways to go on fit other speech better. */
const evenCostOfForms = 55;
const costSpread = 7;
/** So much cost of pauses weighs as one of a frame. Half a second of speech taken for a pause costs about 4,000. */
const pauseCostShare = 1 / 400;
/** A word as short as the "a" of "ten a m" may cost much without being wrong. */
const judgedTogetherMs = 120;
/** Less confident and the text is not to be acted on. */
const confidenceLeast = 0.3;
/** Where anything may be said, the few phrases a grammar can hold prove little. */
const vagueConfidenceMost = 0.4;
/** A sentence that broke off. */
const unfinishedConfidence = 0.1;
/** Loud sound of this length that fits nothing was speech that was not expected. */
const unexpectedMs = 400;
/**
 * A word stretched beyond this stands for other speech: a grammar that knows nothing better spreads "no" over a whole
 * sentence. Four voices over a telephone path took 560 ms for "yes" and 640 ms for "okay" at most.
 */
const longestWordMs = (word: string): number => 300 + 130 * word.replace(/[^a-z]/gi, '').length;
/** A word that costs less fits, however long it is: a name may be spoken letter by letter. */
const certainCost = 45;

/** The event for the end of an utterance. */
export function judge(heard: HeardUtterance): SpeechToTextEvent {
  const { grammar, result, levels } = heard;
  const text = result.text === '' ? heard.partial : result.text;
  if (text === '') return unheard(heard);
  const isSentence = result.text !== '' && grammar.isSentence(text);
  const match = grammar.match(text);
  const confidence = isSentence ? confidenceOf(heard, match !== undefined) : unfinishedConfidence;
  return {
    type: 'transcript-ended',
    text,
    ...(match && { match }),
    confidence,
    rejected:
      !isSentence || !levels.trusted || confidence < confidenceLeast || result.words.some(isStretched),
    ...timesOf(heard),
  };
}

/** Where the words begin and end; the whole utterance where they are not known. */
function timesOf({ result, startMs, lengthMs }: HeardUtterance): { startMs: number; endMs: number } {
  const [first] = result.words;
  const last = result.words.at(-1);
  return {
    startMs: startMs + (first?.startMs ?? 0),
    endMs: startMs + Math.min(lengthMs, last?.endMs ?? lengthMs),
  };
}

function unheard(heard: HeardUtterance): SpeechToTextEvent {
  const rejected = heard.levels.trusted && heard.levels.loudMs >= unexpectedMs;
  const endMs = heard.startMs + heard.lengthMs;
  return { type: 'transcript-ended', text: '', confidence: 0, rejected, startMs: heard.startMs, endMs };
}

/** `isPhrase`: one of the expected phrases, word for word. What a vague grammar holds are phrases as well, which nobody asked for. */
function confidenceOf({ grammar, result }: HeardUtterance, isPhrase: boolean): number {
  const { words, pauseCost } = result;
  const cost = (averageCost(words) + worstCost(words)) / 2 + pauseCost * pauseCostShare;
  const evenCost = isPhrase || grammar.vague ? evenCostOfPhrases : evenCostOfForms;
  const confidence = 1 / (1 + Math.exp((cost - evenCost) / costSpread));
  return grammar.vague ? Math.min(confidence, vagueConfidenceMost) : confidence;
}

const lengthMs = ({ startMs, endMs }: RecognisedWord): number => endMs - startMs;

function averageCost(words: readonly RecognisedWord[]): number {
  const cost = words.reduce((sum, word) => sum + lengthMs(word) * word.costPerFrame, 0);
  return (
    cost /
    Math.max(
      1,
      words.reduce((sum, word) => sum + lengthMs(word), 0),
    )
  );
}

/** Whether a word is spread over more sound than it can have. */
function isStretched({ word, startMs, endMs, costPerFrame }: RecognisedWord): boolean {
  return costPerFrame >= certainCost && endMs - startMs > longestWordMs(word);
}

/** The highest cost of a frame over words of some length; shorter ones count together with those behind them. */
function worstCost(words: readonly RecognisedWord[]): number {
  let worst = 0;
  let durationMs = 0;
  let cost = 0;
  for (const [index, word] of words.entries()) {
    durationMs += lengthMs(word);
    cost += lengthMs(word) * word.costPerFrame;
    const isLast = index === words.length - 1;
    if (durationMs < judgedTogetherMs && !(isLast && worst === 0)) continue;
    worst = Math.max(worst, cost / durationMs);
    durationMs = 0;
    cost = 0;
  }
  return worst;
}
