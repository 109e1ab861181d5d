import { spokenWords } from '../core/spoken-words.ts';
import type { Sentiment } from '../domain/call.ts';

const positive = new Set(
  'thanks thank great good perfect wonderful lovely nice happy glad excellent love awesome fantastic appreciate helpful pleased yes sure fine cool brilliant'.split(
    ' ',
  ),
);
const negative = new Set(
  'bad terrible awful horrible angry annoyed annoying upset hate stop never worst ridiculous useless stupid wrong problem complaint rude scam spam sick tired disappointed frustrated frustrating unacceptable waste'.split(
    ' ',
  ),
);
const negations = new Set(['not', "don't", "isn't", "wasn't", "can't", 'no', 'never', "didn't", "doesn't"]);

/** Number of following words that a negation affects. */
const negationReach = 2;
/** Weight of the earlier utterances when a new one is added. */
const decayFactor = 0.6;
const threshold = 0.5;

/** Estimates the customer's sentiment from English word lists. Recent utterances have the most weight. */
export class SentimentMeter {
  #score = 0;

  get sentiment(): Sentiment {
    if (this.#score >= threshold) return 'positive';
    return this.#score <= -threshold ? 'negative' : 'neutral';
  }

  /** Adds an utterance and returns the new sentiment. */
  update(text: string): Sentiment {
    this.#score = this.#score * decayFactor + scoreOf(spokenWords(text).split(' '));
    return this.sentiment;
  }
}

function scoreOf(words: readonly string[]): number {
  let score = 0;
  for (const [index, word] of words.entries()) {
    const precedingWords = words.slice(Math.max(0, index - negationReach), index);
    const sign = precedingWords.some((preceding) => negations.has(preceding)) ? -1 : 1;
    if (positive.has(word)) score += sign;
    else if (negative.has(word)) score -= sign;
  }
  return score;
}
