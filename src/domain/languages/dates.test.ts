import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCallbackTime } from '../understanding/callback-time.ts';
import { isDefinite } from '../understanding/date-time.ts';
import { civilTimeAt, instantOf } from '../understanding/zoned-time.ts';
import type { Language } from './language.ts';
import { allLanguages, findLanguage } from './languages.ts';

const zones = {
  en: 'America/New_York',
  es: 'Europe/Madrid',
  fr: 'Europe/Paris',
  de: 'Europe/Berlin',
  pt: 'America/Sao_Paulo',
  it: 'Europe/Rome',
  nl: 'Europe/Amsterdam',
} as const;

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
  it.each([...allLanguages])('of $name are understood, or asked again', (language) => {
    const misses = corpusOf(language.tag).flatMap((line) => {
      const [text, expected] = line.split('\t') as [string, string];
      const value = understood(text, language);
      return value === expected ? [] : [`${text}: ${value} instead of ${expected}`];
    });
    expect(misses).toEqual([]);
  });

  it.each([...allLanguages])('of $name are read from any words without an error', (language) => {
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

describe('a date and time that is spoken', () => {
  it.each([
    ['en', 'Tuesday, November 24th at 2:30 PM', 'noon'],
    ['es', 'martes 24 de noviembre a las 2:30 de la tarde', 'a las 12:00 del mediodía'],
    ['fr', 'mardi 24 novembre à 14h30', 'midi'],
    ['de', 'Dienstag, der 24. November um 14.30 Uhr', '12 Uhr'],
    ['pt', 'terça-feira, 24 de novembro, às 14h30', 'ao meio-dia'],
    ['it', 'martedì 24 novembre alle 14:30', 'a mezzogiorno'],
    ['nl', 'dinsdag 24 november om 14.30 uur', '12 uur'],
  ])('in %s has the usual form', (tag, spoken, noon) => {
    const { speakDateTime, speakTime } = findLanguage(tag)!;
    expect(speakDateTime(Date.UTC(2026, 10, 24, 14, 30), 'UTC')).toBe(spoken);
    expect(speakTime({ hour: 12, minute: 0 })).toBe(noon);
  });

  it.each([...allLanguages])(
    'is understood as the same in $name',
    ({ tag, speakDateTime, parseDateTime }) => {
      const zone = zones[tag];
      const nowMs = mondayIn(zone);
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 300 * 24 * 60 }), (aheadMinutes) => {
          const instantMs = nowMs + aheadMinutes * 60_000;
          const spoken = speakDateTime(instantMs, zone, nowMs);
          const parsed = parseDateTime(spoken, nowMs, zone);
          // If an hour occurs twice, the first one is used. The local time is the same.
          const local = parsed && isDefinite(parsed, nowMs) && civilTimeAt(parsed.instantMs, zone);
          expect([spoken, local]).toEqual([spoken, civilTimeAt(instantMs, zone)]);
        }),
        { numRuns: 300 },
      );
    },
  );
});

it.each([
  ['de', 'America/New_York', 'Nordamerikanische Ostküstenzeit'],
  ['fr', 'Europe/Paris', 'heure d’Europe centrale'],
  ['es', 'Europe/Madrid', 'hora de Europa central'],
])('in %s names the zone %s "%s"', (tag, zone, name) => {
  expect(findLanguage(tag)!.speakZone(zone)).toBe(name);
});

it.each(allLanguages.filter(({ tag }) => tag !== 'en'))(
  'a request to be called later is understood in $name',
  (language) => {
    const context = { language, nowMs: mondayIn('UTC'), zone: 'UTC' };
    for (const request of language.callback.vague.split('|'))
      expect([request, parseCallbackTime(request, context)?.type]).toEqual([request, 'vague']);
    expect(
      parseCallbackTime(language.speakDateTime(Date.UTC(2026, 10, 24, 14, 30), 'UTC'), context),
    ).toMatchObject({
      type: 'time',
      instantMs: Date.UTC(2026, 10, 24, 14, 30),
    });
  },
);
