import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import type { ExpectationGrammar } from './expectation-grammar.ts';
import type { RecognisedWord } from './pocketsphinx.ts';
import type { RecognitionResult } from './recognition-protocol.ts';
import type { UtteranceLevels } from './utterance-gate.ts';

/** An utterance with all its measurements. */
export interface HeardUtterance {
  readonly grammar: ExpectationGrammar;
  readonly startMs: number;
  readonly lengthMs: number;
  /** The last partial result of the decoder. */
  readonly partial: string;
  readonly levels: UtteranceLevels;
  readonly result: RecognitionResult;
}

/*
 * A grammar maps any speech to a sentence. The acoustic costs show whether it matches: the average of all words, the worst word, and the pauses. With
 * four clear voices over a telephone path, 1 of 100 correct answers and 93 of 100 other sentences cost more than the limits that follow from these
 * constants (bench/recogniser); 14 recordings of people were classified equally.
 */

/** Cost at which the confidence of an expected phrase is 0.5; at 6 more it is rejected. */
const evenCostOfPhrases = 62;
/** The same for dates and numbers, whose many alternatives match other speech better. */
const evenCostOfForms = 55;
const costSpread = 7;
/** Pause cost that equals one unit of frame cost. Half a second of speech recognised as a pause costs about 4,000. */
const pauseCostShare = 1 / 400;
/** Very short words, such as the "a" of "ten a m", may have high costs without being wrong. */
const judgedTogetherMs = 120;
/** Confidence below which a text is rejected. */
const confidenceLeast = 0.3;
/** Confidence limit if free text is expected, since the few phrases of the grammar prove little. */
const vagueConfidenceMost = 0.4;
/** Confidence of an incomplete sentence. */
const unfinishedConfidence = 0.1;
/** Loud sound of this length without a match is unexpected speech. */
const unexpectedMs = 400;
/**
 * A longer word covers other speech: without a better match, "no" is spread over a whole sentence. Four voices over a telephone path took at most
 * 560 ms for "yes" and 640 ms for "okay".
 */
const longestWordMs = (word: string): number => 300 + 130 * word.replace(/[^a-z]/gi, '').length;
/** A word with a lower cost matches at any length: a name may be spelled letter by letter. */
const certainCost = 45;

/** Returns the event for the end of an utterance. */
export function classifyUtterance(heard: HeardUtterance): SpeechToTextEvent {
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

/** Returns start and end of the words; the whole utterance if they are unknown. */
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

/** `isPhrase`: exactly one of the expected phrases. The phrases of a free-text grammar do not count. */
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

/** Returns whether a word is longer than it can be. */
function isStretched({ word, startMs, endMs, costPerFrame }: RecognisedWord): boolean {
  return costPerFrame >= certainCost && endMs - startMs > longestWordMs(word);
}

/** Returns the highest cost per frame of words; short words are merged with the following ones. */
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
