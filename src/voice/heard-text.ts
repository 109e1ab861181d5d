import type { SpokenWord } from '../contracts/text-to-speech.ts';

/** How long an unhurried voice takes for a letter; used while the length of a clause is not known yet. */
const msPerLetter = 70;

/** A clause that was given to the leg, and where it lies on the playout clock (`LegAudio.playedMs`). */
export interface PlayedClause {
  readonly text: string;
  /** Of its first sample. Undefined while nothing of it has been given to the leg. */
  startMs: number | undefined;
  /** What has been made of it so far. */
  durationMs: number;
  complete: boolean;
  /** In ms from the clause's start; empty where the voice does not tell. */
  readonly words: SpokenWord[];
}

/** The words of the clause that had been heard whole when the playout clock stood at `playedMs`. */
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

/** How long the first word of a clause takes, from the clause's start; 0 where it has none. */
export function firstWordMs(clause: PlayedClause): number {
  const [first] = clause.words.length > 0 ? clause.words : estimatedWords(clause);
  return first?.endMs ?? 0;
}

/** Word timings in proportion to letters, with rests where the punctuation asks for them. */
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

/** In letters, with the rest that follows. */
function spokenLength(word: string): number {
  if (/[.!?]$/.test(word)) return word.length + 5;
  if (/[,;:]$/.test(word)) return word.length + 3;
  return word.length + 1;
}
