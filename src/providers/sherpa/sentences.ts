/** Longest part of a text that is spoken at once. */
const maxPartLength = 300;
const clausePattern = /[,;:–—]\s/g;

/** Splits a text into sentences, and long sentences into clauses, so that the first part is heard while the others are spoken. */
export function sentencesOf(text: string, language: string): string[] {
  const segments = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)];
  return segments
    .flatMap(({ segment }) => clausesOf(segment.trim()))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

function clausesOf(sentence: string): string[] {
  if (sentence.length <= maxPartLength) return [sentence];
  const ends = [...sentence.slice(0, maxPartLength).matchAll(clausePattern)].map(({ index }) => index + 1);
  const lastSpace = sentence.lastIndexOf(' ', maxPartLength);
  const end = ends.at(-1) ?? (lastSpace > 0 ? lastSpace : maxPartLength);
  return [sentence.slice(0, end), ...clausesOf(sentence.slice(end).trim())];
}
