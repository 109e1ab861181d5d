import type { SpokenWord } from '../contracts/text-to-speech.ts';
import { joinClauses } from './clauses.ts';

/** Estimated speaking time per letter, used until the length of a clause is known. */
const msPerLetter = 70;

/** A clause of an utterance, and the position of its audio on the playout clock (`LegAudio.playedMs`). */
export interface UtteranceClause {
  /** Grows while a language model that generates speech delivers the clause. */
  text: string;
  /** Position of its first sample; undefined until audio of the clause was passed to the leg. */
  startMs: number | undefined;
  /** Length of the audio synthesised so far. */
  durationMs: number;
  /** Whether all its audio was synthesised, so that `durationMs` is final. */
  synthesized: boolean;
  /** Word timings in ms from the start of the clause; empty if the voice reports none. */
  readonly words: SpokenWord[];
}

/** Returns the words of the clause that were played completely when the playout clock was at `playedMs`. */
export function heardText(clause: UtteranceClause, playedMs: number): string {
  if (clause.startMs === undefined) return '';
  const heardMs = playedMs - clause.startMs;
  if (clause.synthesized && heardMs >= clause.durationMs) return clause.text.trim();
  if (clause.words.length > 0)
    return joinClauses(clause.words.filter(({ endMs }) => endMs <= heardMs).map(({ text }) => text));
  const lastWord = estimatedWords(clause).findLast(({ endMs }) => endMs <= heardMs);
  return clause.text.slice(0, lastWord?.end ?? 0).trim();
}

/** Returns the start of the word that is played at `playedMs`, on the playout clock; `playedMs` itself between two words. */
export function wordStartMs(clause: UtteranceClause, playedMs: number): number {
  if (clause.startMs === undefined) return playedMs;
  const heardMs = playedMs - clause.startMs;
  const words = clause.words.length > 0 ? clause.words : estimatedWords(clause);
  const word = words.find(({ startMs, endMs }) => startMs < heardMs && heardMs < endMs);
  return word === undefined ? playedMs : clause.startMs + word.startMs;
}

/** Returns the end of the first word, in ms from the start of the clause; 0 if the clause has no words. */
export function firstWordEndMs(clause: UtteranceClause): number {
  const [first] = clause.words.length > 0 ? clause.words : estimatedWords(clause);
  return first?.endMs ?? 0;
}

/** A word, or a letter of Chinese or Japanese with its punctuation. */
const unit =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{P}*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;
const lettersPerIdeograph = 3;
/** "7" is spoken as "seven". */
const lettersPerDigit = 4;

interface EstimatedWord extends Pick<SpokenWord, 'startMs' | 'endMs'> {
  /** Index in the text. */
  readonly end: number;
}

/** Estimates word timings from word lengths, with pauses at punctuation. */
function estimatedWords(clause: UtteranceClause): EstimatedWord[] {
  const words = [...clause.text.matchAll(unit)];
  const weights = words.map(([word], index) => spokenLength(word, index === words.length - 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const durationMs = clause.synthesized
    ? clause.durationMs
    : Math.max(clause.durationMs, clause.text.length * msPerLetter);
  let position = 0;
  return words.map(({ 0: word, index: start }, index) => {
    const startMs = (position / total) * durationMs;
    position += weights[index]!;
    return { startMs, endMs: (position / total) * durationMs, end: start + word.length };
  });
}

/** Length in letters, including the pause that follows unless it is the last word. */
function spokenLength(word: string, isLast: boolean): number {
  const digits = word.match(/\p{Nd}/gu)?.length ?? 0;
  if (ideograph.test(word)) return lettersPerIdeograph + (isLast || word.length === 1 ? 0 : 4);
  const letters = word.length + (lettersPerDigit - 1) * digits;
  if (isLast) return letters;
  if (/[.!?]$/.test(word)) return letters + 5;
  return letters + (/[,;:]$/.test(word) ? 3 : 1);
}

const ideograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
