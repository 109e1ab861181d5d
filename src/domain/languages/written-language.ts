import type { LanguageTag } from './language.ts';

/** Frequent words of each language that the other languages do not have. */
const functionWords: Readonly<Record<LanguageTag, string>> = {
  en: 'the and you your are this of for would will have please thank what when',
  de: 'der die das und sie ihnen ihr ihren ist sind wir ich nicht für mit ein eine einen haben vielen danke',
  es: 'el los las usted su una para con por está puede del gracias cuándo',
  fr: 'le les et vous votre est une pour avec pas nous je des merci quand',
  pt: 'os você seu uma para com não obrigado quando está pode dos',
  it: 'il gli lei suo è una per con non della grazie quando può',
  nl: 'de het en uw een voor met niet wij ik van dank wanneer kunt',
};

const wordSets = Object.entries(functionWords).map(
  ([tag, words]) => [tag as LanguageTag, new Set(words.split(' '))] as const,
);

const minWords = 4;

/** Returns the language in which texts are written; undefined if they are too short to be certain. */
export function writtenLanguage(texts: readonly string[]): LanguageTag | undefined {
  const words = texts
    .join(' ')
    .replaceAll(/\{\{.*?\}\}/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const [best, second] = wordSets
    .map(([tag, set]) => ({ tag, count: words.filter((word) => set.has(word)).length }))
    .toSorted((a, b) => b.count - a.count);
  return best!.count >= minWords && best!.count >= 2 * second!.count ? best!.tag : undefined;
}
