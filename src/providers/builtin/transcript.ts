import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import type { ExpectationGrammar } from './expectation-grammar.ts';
import type { RecognisedWord } from './pocketsphinx.ts';
import type { RecognitionResult } from './recognition-protocol.ts';
import type { UtteranceLevels } from '../../audio/utterance-gate.ts';

/** An utterance with its decoding result and the measurements of the gate. */
export interface DecodedUtterance {
  readonly grammar: ExpectationGrammar;
  readonly startMs: number;
  readonly lengthMs: number;
  /** The last partial result of the decoder. */
  readonly partial: string;
  readonly levels: UtteranceLevels;
  readonly result: RecognitionResult;
}

/*
 * A grammar maps any speech to a sentence. The acoustic costs show whether the sentence matches: the average over all words, the worst word, and the
 * pauses. With four clear voices over a telephone path, these constants reject 1 of 100 correct answers and 93 of 100 other sentences
 * (bench/recogniser); the result for 14 recordings of people was the same.
 */

/** Cost at which the confidence of an expected phrase is 0.5. A phrase whose cost is higher by 6 is rejected. */
const phraseCostMidpoint = 62;
/** The cost for dates and numbers. It is lower, since their many alternatives match other speech better. */
const formCostMidpoint = 55;
const costSpread = 7;
/** Weight of the pause cost relative to the cost per frame. Half a second of speech recognised as a pause costs about 4,000. */
const pauseCostWeight = 1 / 400;
/** Words are scored in groups of at least this length: very short words, such as the "a" of "ten a m", may have high costs without being wrong. */
const minScoredMs = 120;
/** Confidence below which a text is rejected. */
const minConfidence = 0.3;
/** Confidence limit if free text is expected, since a match with the few phrases of that grammar is weak evidence. */
const maxFreeTextConfidence = 0.4;
/** Confidence of an incomplete sentence. */
const incompleteConfidence = 0.1;
/** Loud sound of at least this length without a match is unexpected speech. */
const unexpectedMs = 400;
/**
 * Returns the longest plausible duration of a word. A longer word covers other speech: without a better match, "no" is stretched over a whole
 * sentence. Four voices over a telephone path took at most 560 ms for "yes" and 640 ms for "okay".
 */
const maxWordMs = (word: string): number => 300 + 130 * word.replace(/[^a-z]/gi, '').length;
/** A word with a lower cost is accepted at any length: a name may be spelled letter by letter. */
const certainCost = 45;

/** Returns the event for the end of an utterance. */
export function classifyUtterance(utterance: DecodedUtterance): SpeechToTextEvent {
  const { grammar, result, levels } = utterance;
  const text = result.text === '' ? utterance.partial : result.text;
  if (text === '') return transcriptWithoutText(utterance);
  const isSentence = result.text !== '' && grammar.isSentence(text);
  const match = grammar.match(text);
  const confidence = isSentence ? confidenceOf(utterance, match !== undefined) : incompleteConfidence;
  return {
    type: 'transcript-ended',
    text,
    ...(match && { match }),
    confidence,
    rejected: !isSentence || !levels.trusted || confidence < minConfidence || result.words.some(isStretched),
    ...timesOf(utterance),
  };
}

/** Returns start and end of the words; the whole utterance if they are unknown. */
function timesOf({ result, startMs, lengthMs }: DecodedUtterance): { startMs: number; endMs: number } {
  const [first] = result.words;
  const last = result.words.at(-1);
  return {
    startMs: startMs + (first?.startMs ?? 0),
    endMs: startMs + Math.min(lengthMs, last?.endMs ?? lengthMs),
  };
}

function transcriptWithoutText(utterance: DecodedUtterance): SpeechToTextEvent {
  const rejected = utterance.levels.trusted && utterance.levels.loudMs >= unexpectedMs;
  const endMs = utterance.startMs + utterance.lengthMs;
  return { type: 'transcript-ended', text: '', confidence: 0, rejected, startMs: utterance.startMs, endMs };
}

/** `isPhrase`: whether the text is one of the expected phrases, not a sentence of a form. */
function confidenceOf({ grammar, result }: DecodedUtterance, isPhrase: boolean): number {
  const { words, pauseCost } = result;
  const cost = (averageCost(words) + worstCost(words)) / 2 + pauseCost * pauseCostWeight;
  const midpoint = isPhrase || grammar.isFreeText ? phraseCostMidpoint : formCostMidpoint;
  const confidence = 1 / (1 + Math.exp((cost - midpoint) / costSpread));
  return grammar.isFreeText ? Math.min(confidence, maxFreeTextConfidence) : confidence;
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

/** Returns whether a word is longer than plausible. */
function isStretched({ word, startMs, endMs, costPerFrame }: RecognisedWord): boolean {
  return costPerFrame >= certainCost && endMs - startMs > maxWordMs(word);
}

/** Returns the highest cost per frame of the words. Short words are merged with the words after them. */
function worstCost(words: readonly RecognisedWord[]): number {
  let worst = 0;
  let durationMs = 0;
  let cost = 0;
  for (const [index, word] of words.entries()) {
    durationMs += lengthMs(word);
    cost += lengthMs(word) * word.costPerFrame;
    const isLast = index === words.length - 1;
    if (durationMs < minScoredMs && !(isLast && worst === 0)) continue;
    worst = Math.max(worst, cost / durationMs);
    durationMs = 0;
    cost = 0;
  }
  return worst;
}
