import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Language, LanguageTag } from './language.ts';
import { allLanguages } from './languages.ts';

/** Words that do not change an answer, words that limit it, and a phrase that refuses. */
const additions: Readonly<
  Record<LanguageTag, readonly [filler: string, thanks: string, hedge: string, contrast: string]>
> = {
  en: ['um', 'thanks', 'maybe', 'but not tomorrow'],
  es: ['eh', 'gracias', 'quizás', 'pero mañana no'],
  fr: ['euh', 'merci', 'peut-être', 'mais pas demain'],
  de: ['äh', 'danke', 'vielleicht', 'aber nicht morgen'],
  pt: ['hum', 'obrigado', 'talvez', 'mas amanhã não'],
  it: ['ehm', 'grazie', 'forse', 'ma domani no'],
  nl: ['uhm', 'bedankt', 'misschien', 'maar morgen niet'],
};

type Value = 'yes' | 'no' | '?';

interface Example {
  readonly text: string;
  readonly expected: Value;
  /** Empty if the answer is the same to any question. */
  readonly question: string;
}

/**
 * Reads the examples of a language. A line is a text, a tab and the value; `?` must be asked again. A second tab and the question follow if the answer
 * depends on it. "\n" is a line break. More English answers are in src/domain/understanding/corpus.
 */
const examplesOf = (tag: LanguageTag): Example[] =>
  readFileSync(new URL(`${tag}/testing/yes-no.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [text, expected, question = ''] = line.split('\t');
      return { text: text!.replaceAll('\\n', '\n'), expected: expected as Value, question };
    });

function valueOf({ parseYesNo }: Language, text: string, question: string): Value {
  const answer = parseYesNo(text, question);
  if (answer === undefined) return '?';
  return answer.value ? 'yes' : 'no';
}

const corpora = allLanguages.map((language) => ({
  tag: language.tag,
  language,
  examples: examplesOf(language.tag),
  additions: additions[language.tag],
}));

describe.each(corpora)('yes and no in $tag', ({ language, examples, additions: words }) => {
  const [filler, thanks, hedge, contrast] = words;
  const clear = examples.filter(({ expected }) => expected !== '?');

  const misses = examples
    .map((example) => ({ ...example, value: valueOf(language, example.text, example.question) }))
    .filter(({ expected, value }) => value !== expected);

  it('are never stored as another value, and never stored if they must be asked again', () => {
    expect(misses.filter(({ value }) => value !== '?')).toEqual([]);
  });

  it('are understood in at least 97 of 100 cases', () => {
    expect(1 - misses.length / clear.length).toBeGreaterThanOrEqual(0.97);
  });

  it('never become their opposite', () => {
    const variants: readonly ((text: string) => string)[] = [
      (text) => text.toUpperCase(),
      (text) => text.replaceAll(/[.,!?;¿¡]/g, ''),
      (text) => text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, ''),
      (text) => text.replaceAll("'", '’'),
      (text) => `${filler}, ${text}`,
      (text) => `${filler} ${text}`,
      (text) => `${text} ${thanks}`,
      (text) => `  ${text}...`,
      (text) => `${text} 😊`,
      (text) => `${text}, Anna`,
    ];
    const opposite = clear.flatMap(({ text, expected, question }) =>
      variants
        .map((variant) => variant(text))
        .map((text) => ({ text, expected, value: valueOf(language, text, question) }))
        .filter(({ value }) => value !== '?' && value !== expected),
    );
    expect(opposite).toEqual([]);
  });

  it('are not a yes with a hedge or a contrast', () => {
    const limited = clear
      .flatMap(({ text, question }) =>
        [`${hedge} ${text}`, `${text}, ${hedge}`, `${text}, ${contrast}`].map((limit) => ({
          text: limit,
          question,
        })),
      )
      .filter(({ text, question }) => valueOf(language, text, question) === 'yes');
    expect(limited).toEqual([]);
  });

  it('take at most a millisecond, and no text throws', () => {
    const texts = examples.map(({ text }) => text);
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...texts), { maxLength: 30 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(text, text, (answer, question) => {
        language.parseYesNo(answer, `${question}?`);
      }),
    );
    const startMs = performance.now();
    for (const { text, question } of examples) language.parseYesNo(text, question);
    expect((performance.now() - startMs) / texts.length).toBeLessThan(1);
  });
});

describe('a yes with words of change', () => {
  it.each([
    ['de', 'ja bitte absagen', 'Soll ich den Termin absagen?', true],
    ['de', 'ja bitte absagen', 'Kommen Sie?', undefined],
    ['de', 'ja bitte absagen', 'Kommen Sie, oder soll ich absagen?', undefined],
    ['fr', 'oui annulez', 'Dois-je annuler ?', true],
    ['fr', 'oui annulez', 'Venez-vous ?', undefined],
    ['es', 'sí, cancele', '¿Quiere cancelar la cita?', true],
    ['it', 'sì, sposti pure', 'Vuole spostare la visita?', true],
    ['pt', 'sim, pode cancelar', 'Quer cancelar?', true],
    ['nl', 'ja annuleren graag', 'Wilt u annuleren?', true],
    ['nl', 'ja annuleren graag', 'Wilt u niet annuleren?', undefined],
  ])('in %s is a yes only if it repeats the question: %s %s', (tag, text, question, value) => {
    const language = allLanguages.find((one) => one.tag === tag)!;
    expect(language.parseYesNo(text, question)?.value).toBe(value);
  });
});

it.each([
  ['de', 'ja, das passt mir gut', true],
  ['de', 'nein, rufen Sie mich nie wieder an', false],
  ['fr', 'non, ça ne me convient pas', true],
  ['es', 'sí, me llamo Pedro', false],
])('in %s reports whether "%s" contains nothing else: %s', (tag, text, complete) => {
  const language = allLanguages.find((one) => one.tag === tag)!;
  expect(language.parseYesNo(text)?.complete).toBe(complete);
});
