/*
 * Converts text for Flite and splits it into parts. The first part is short, so that audio starts early. Later parts are whole sentences, because they
 * sound better.
 */

/** A longer first sentence is split at its first clause. */
const maxFirstPartCharacters = 60;
/** A longer sentence is split at a clause, or between two words. */
const maxPartCharacters = 240;
/** Shorter clauses are not split off. */
const minClauseCharacters = 12;

const abbreviations = /\b(?:mr|mrs|ms|dr|st|vs|no|jr|sr|prof|ave|etc|[a-z])\.$/i;

/** How a part ends, which sets the length of the pause after it. */
export type PartEnd = 'sentence' | 'clause';

export interface SpeakablePart {
  readonly text: string;
  readonly end: PartEnd;
}

/** Returns the text in ASCII, without accents, with plain quotes and single spaces. Unpronounceable characters are removed. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s*[\u2013\u2014]\s*/g, ', ')
    .replace(/\u2026/g, '. ')
    .replace(/[^\x20-\x7e\s]/g, '')
    .replace(/[<>{}\\|^~_[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the parts of a text in order; none if it has nothing to speak. */
export function speakableParts(text: string): SpeakablePart[] {
  const sentences = splitAfter(
    plainText(text),
    /[.?!]+["')]*\s+/g,
    (before) => !abbreviations.test(before.trimEnd()),
  );
  return sentences
    .flatMap((sentence, index) => {
      const maxCharacters = index === 0 ? maxFirstPartCharacters : maxPartCharacters;
      return sentence.length > maxCharacters
        ? partsOfSentence(sentence, index === 0)
        : [sentencePart(sentence)];
    })
    .filter((part) => /[a-z0-9$%&@#+=]/i.test(part.text));
}

function sentencePart(sentence: string): SpeakablePart {
  return { text: sentence, end: 'sentence' };
}

function partsOfSentence(sentence: string, isFirst: boolean): SpeakablePart[] {
  const clauses = splitAfter(sentence, /[,;:]\s+/g, (before) => before.length >= minClauseCharacters);
  const [first, ...rest] = clauses;
  const joined = isFirst && rest.length > 0 ? [first!, rest.join(' ')] : [sentence];
  const texts = joined.flatMap((part) => (part.length > maxPartCharacters ? splitLong(part) : [part]));
  return texts.map((text, index) => ({ text, end: index === texts.length - 1 ? 'sentence' : 'clause' }));
}

/** Joins clauses to parts of at most the maximum length. Longer clauses are split at spaces. */
function splitLong(text: string): string[] {
  const clauses = splitAfter(text, /[,;:]\s+/g, () => true);
  const pieces = clauses.flatMap((clause) =>
    clause.length > maxPartCharacters ? wordsOf(clause) : [clause],
  );
  const parts: string[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + 1 + piece.length <= maxPartCharacters)
      parts[parts.length - 1] = `${last} ${piece}`;
    else parts.push(piece);
  }
  return parts;
}

/** Returns the words. Words above the maximum length are split. */
function wordsOf(text: string): string[] {
  return text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${maxPartCharacters}}`, 'g')) ?? []);
}

/** Splits after each match of `mark` for which `accepts` returns true. */
function splitAfter(text: string, mark: RegExp, accepts: (before: string) => boolean): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const match of text.matchAll(mark)) {
    const end = match.index + match[0].length;
    if (!accepts(text.slice(start, end))) continue;
    pieces.push(text.slice(start, end).trim());
    start = end;
  }
  pieces.push(text.slice(start).trim());
  return pieces.filter((piece) => piece !== '');
}
