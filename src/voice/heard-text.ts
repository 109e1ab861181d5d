import type { SpokenWord } from '../contracts/text-to-speech.ts';

/** Estimated speaking time per letter, used until the length of a clause is known. */
const msPerLetter = 70;

/** A clause that was passed to the leg, and its position on the playout clock (`LegAudio.playedMs`). */
export interface PlayedClause {
  readonly text: string;
  /** Position of its first sample; undefined until audio of it was passed to the leg. */
  startMs: number | undefined;
  /** Length of the audio synthesised so far. */
  durationMs: number;
  complete: boolean;
  /** Word timings in ms from the start of the clause; empty if the voice reports none. */
  readonly words: SpokenWord[];
}

/** Returns the words of the clause that were played completely when the playout clock was at `playedMs`. */
export function heardText(clause: PlayedClause, playedMs: number): string {
  if (clause.startMs === undefined) return '';
  const heardMs = playedMs - clause.startMs;
  if (clause.complete && heardMs >= clause.durationMs) return clause.text;
  const words = clause.words.length > 0 ? clause.words : estimatedWords(clause);
  return words
    .filter((word) => word.endMs <= heardMs)
    .map((word) => word.text)
    .join(' ');
}

/** Returns the end of the first word, in ms from the start of the clause; 0 if the clause has no words. */
export function firstWordMs(clause: PlayedClause): number {
  const [first] = clause.words.length > 0 ? clause.words : estimatedWords(clause);
  return first?.endMs ?? 0;
}

/** Estimates word timings from word lengths, with pauses at punctuation. */
function estimatedWords(clause: PlayedClause): SpokenWord[] {
  const words = clause.text.split(/\s+/).filter((word) => word !== '');
  const weights = words.map((word, index) => (index === words.length - 1 ? word.length : spokenLength(word)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const durationMs = clause.complete
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
