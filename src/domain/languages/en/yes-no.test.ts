import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examplesIn, kinds, parts } from '../../understanding/corpus/corpus.ts';
import { parseYesNo } from './yes-no.ts';
import { expectedNo, expectedYes } from './yes-no-grammar.ts';

const spokenAs = kinds['yes-no'];

describe('a phrase for recognisers with a closed vocabulary', () => {
  it.each([...expectedYes])('"%s" is yes and nothing else', (phrase) => {
    expect(parseYesNo(phrase)).toEqual({ value: true, complete: true });
  });

  it.each([...expectedNo])('"%s" is no and nothing else', (phrase) => {
    expect(parseYesNo(phrase)).toEqual({ value: false, complete: true });
  });
});

it.each([
  ['um yes please', true, true],
  ['yes yes, that works', true, true],
  ['no stop calling me', false, false],
  ["I'm not interested", false, false],
  ['yes, my name is John', true, false],
  ['absolutely not', false, true],
])('%s has the value %s and is complete: %s', (text, value, complete) => {
  expect(parseYesNo(text)).toEqual({ value, complete });
});

describe('a yes with words of change', () => {
  it.each([
    ['yes please cancel it', 'Shall I cancel it?'],
    ["yes I'd like to cancel", 'Your visit is tomorrow. Do you want to cancel?'],
    ['yes please, move it', 'Shall I move your appointment to Friday?'],
    ['yes, next week is fine', 'Would next week suit you?'],
    ['yes I am still sick', 'Are you sick?'],
    ['I confirm the cancellation', 'Shall I cancel the visit?'],
  ])('is a yes if it repeats the question: %s', (text, question) => {
    expect(parseYesNo(text, question)?.value).toBe(true);
  });

  it.each([
    ['yes please cancel it', 'Can you come?'],
    ['yes please cancel it', 'You can cancel at any time. Can you come?'],
    ['yes please cancel it', 'Can you come, or shall I cancel it?'],
    ['yes please cancel it', "You don't want to cancel, do you?"],
    ['yes, next week is fine', 'Can you come tomorrow?'],
    ['yes I have a fever', 'Can you come?'],
    ['yes please cancel it', ''],
  ])('is asked again in any other case: %s', (text, question) => {
    expect(parseYesNo(text, question)).toBeUndefined();
  });
});

const clear = parts
  .flatMap((part) => examplesIn(`yes-no.${part}.txt`))
  .filter(({ expected, mayAsk }) => expected !== 'ask' && !mayAsk)
  .map(({ text, expected }) => ({ text, expected }));
const opposite = (value: string): string => (value === 'yes' ? 'no' : 'yes');

/** A correction replaces what is before it. */
const uncorrected = clear.filter(({ text }) => !/\b(?:sorry|mean|wait|thought)\b/.test(text));

describe('a clear answer', () => {
  const variants: readonly (readonly [name: string, of: (text: string) => string])[] = [
    ['in capitals', (text) => text.toUpperCase()],
    ['without punctuation', (text) => text.replaceAll(/[.,!?;]/g, '')],
    ['with a full stop', (text) => `${text}.`],
    ['with exclamation marks', (text) => `${text}!!!`],
    ['with an ellipsis', (text) => `${text}...`],
    ['with an emoji', (text) => `${text} 😊`],
    ['with thanks', (text) => `${text} thanks`],
    ['with spaces', (text) => `  ${text}  `],
    ['with a typographic apostrophe', (text) => text.replaceAll("'", '’')],
    ['with a filler', (text) => `um, ${text}`],
    ['with a name', (text) => `${text}, Anna`],
  ];
  it.each(variants)('%s never becomes its opposite', (_name, of) => {
    const flipped = clear.filter(({ text, expected }) => spokenAs(of(text)) === opposite(expected));
    expect(flipped).toEqual([]);
  });

  it.each([
    ['a negation before it', (text: string) => `not ${text}`],
    ['"absolutely not" after it', (text: string) => `${text}, absolutely not`],
    ['"I do not think" before it', (text: string) => `I don't think ${text}`],
    ['a contrast after it', (text: string) => `${text}, but not tomorrow`],
  ])('that is yes is not yes with %s', (_name, of) => {
    const yes = uncorrected.filter(
      ({ text, expected }) => expected === 'yes' && spokenAs(of(text)) === 'yes',
    );
    expect(yes).toEqual([]);
  });

  it.each([
    ['maybe', (text: string) => `maybe ${text}`],
    ['if', (text: string) => `${text} if it rains`],
    ['not sure', (text: string) => `${text}, I'm not sure`],
  ])('with "%s" is neither', (_name, of) => {
    expect(uncorrected.filter(({ text }) => spokenAs(of(text)) !== undefined)).toEqual([]);
  });
});

it('takes at most a millisecond per answer, and never throws for any text', () => {
  const words = clear.map(({ text }) => text);
  const hostile = [
    'no '.repeat(300),
    'not '.repeat(240),
    "'".repeat(1000),
    'a'.repeat(1000),
    '👍'.repeat(400),
  ];
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(...hostile),
        fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((all) => all.join(' ')),
      ),
      (text) => {
        parseYesNo(text);
      },
    ),
  );
  const startMs = performance.now();
  for (const text of words) parseYesNo(text);
  expect((performance.now() - startMs) / words.length).toBeLessThan(1);
});
