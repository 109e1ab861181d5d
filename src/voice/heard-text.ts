import type { SpokenWord } from '../contracts/text-to-speech.ts';

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
  const words = clause.words.length > 0 ? clause.words : estimatedWords(clause);
  return words
    .filter((word) => word.endMs <= heardMs)
    .map((word) => word.text)
    .join(' ');
}

/** Returns the end of the first word, in ms from the start of the clause; 0 if the clause has no words. */
export function firstWordEndMs(clause: UtteranceClause): number {
  const [first] = clause.words.length > 0 ? clause.words : estimatedWords(clause);
  return first?.endMs ?? 0;
}

/** Estimates word timings from word lengths, with pauses at punctuation. */
function estimatedWords(clause: UtteranceClause): SpokenWord[] {
  const words = clause.text.split(/\s+/).filter((word) => word !== '');
  const weights = words.map((word, index) => (index === words.length - 1 ? word.length : spokenLength(word)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const durationMs = clause.synthesized
    ? clause.durationMs
    : Math.max(clause.durationMs, clause.text.length * msPerLetter);
  let position = 0;
  return words.map((text, index) => {
    const startMs = (position / total) * durationMs;
    position += weights[index]!;
    return { text, startMs, endMs: (position / total) * durationMs };
  });
}

/** Length in letters, including the pause that follows. */
function spokenLength(word: string): number {
  if (/[.!?]$/.test(word)) return word.length + 5;
  if (/[,;:]$/.test(word)) return word.length + 3;
  return word.length + 1;
}
