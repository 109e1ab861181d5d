import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDefinite } from '../understanding/date-time.ts';
import { civilTimeAt, instantOf } from '../understanding/zoned-time.ts';
import type { Language } from './language.ts';
import { allLanguages } from './languages.ts';

const zones = {
  en: 'America/New_York',
  es: 'Europe/Madrid',
  fr: 'Europe/Paris',
  de: 'Europe/Berlin',
  pt: 'America/Sao_Paulo',
  it: 'Europe/Rome',
  nl: 'Europe/Amsterdam',
} as const;

/** Languages with a corpus of answers in `testing/dates.tsv`. English has its own in `understanding/corpus`. */
const withCorpus = allLanguages.filter(({ tag }) => tag !== 'en');

/** Monday 23 November 2026, ten in the morning in the zone. */
const mondayIn = (zone: string): number =>
  instantOf({ year: 2026, month: 11, day: 23, hour: 10, minute: 0 }, zone);

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns what an answer is stored as, in the form of the corpus: `?` if it is asked again. */
function understood(text: string, { tag, parseDateTime }: Language): string {
  const zone = zones[tag];
  const nowMs = mondayIn(zone);
  const spoken = parseDateTime(text, nowMs, zone);
  if (spoken === undefined || !isDefinite(spoken, nowMs)) return '?';
  const { year, month, day, hour, minute } = civilTimeAt(spoken.instantMs, zone);
  const date = `${year}-${two(month)}-${two(day)}`;
  return spoken.hasTime ? `${date}T${two(hour)}:${two(minute)}` : date;
}

const corpusOf = (tag: string): string[] =>
  readFileSync(new URL(`./${tag}/testing/dates.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

describe('dates and times', () => {
  it.each(withCorpus)('of $name are understood, or asked again', (language) => {
    const misses = corpusOf(language.tag).flatMap((line) => {
      const [text, expected] = line.split('\t') as [string, string];
      const value = understood(text, language);
      return value === expected ? [] : [`${text}: ${value} instead of ${expected}`];
    });
    expect(misses).toEqual([]);
  });

  it.each(withCorpus)('of $name are read from any words without an error', (language) => {
    const words = [...new Set(corpusOf(language.tag).flatMap((line) => line.split('\t')[0]!.split(' ')))];
    const texts = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((list) => list.join(' '));
    const zone = zones[language.tag];
    fc.assert(
      fc.property(fc.oneof(fc.string(), texts), (text) => {
        const spoken = language.parseDateTime(text, mondayIn(zone), zone);
        expect(spoken === undefined || Number.isFinite(spoken.instantMs)).toBe(true);
      }),
    );
  });
});
