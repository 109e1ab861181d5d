/** One utterance or message. */
export interface TranscriptLine {
  readonly speaker: 'Agent' | 'Customer' | 'Colleague';
  readonly text: string;
}

/** Longest text of one line. */
const maxLineCharacters = 8_000;
/** An hour of conversation has about 50,000 characters. */
const maxHeadCharacters = 20_000;
const maxTailCharacters = 40_000;

/**
 * Returns the transcript as text for a language model. Each line is a JSON string, so that its text cannot look like another line. Of a transcript with more
 * than 60,000 characters, only the first 20,000 and the last 40,000 are included: the end usually has the result.
 */
export function transcriptText(transcript: readonly TranscriptLine[]): string {
  const lines = transcript.map(
    ({ speaker, text }) => `${speaker}: ${JSON.stringify(text.slice(0, maxLineCharacters))}`,
  );
  const total = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (total <= maxHeadCharacters + maxTailCharacters) return lines.join('\n');
  const head = lines.slice(0, countWithin(lines, maxHeadCharacters));
  const tailCount = countWithin(lines.toReversed(), maxTailCharacters);
  const tail = lines.slice(Math.max(head.length, lines.length - tailCount));
  const omitted = lines.length - head.length - tail.length;
  return [...head, `(${omitted} lines are omitted.)`, ...tail].join('\n');
}

/** Returns how many of the first lines have together at most `maxCharacters`. */
function countWithin(lines: readonly string[], maxCharacters: number): number {
  let characters = 0;
  const index = lines.findIndex((line) => (characters += line.length + 1) > maxCharacters);
  return index < 0 ? lines.length : index;
}
