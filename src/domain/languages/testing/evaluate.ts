import { readFileSync } from 'node:fs';
import { keywordOf } from '../../conversations/keyword.ts';
import { isDefinite } from '../../understanding/date-time.ts';
import { civilTimeAt, instantOf } from '../../understanding/zoned-time.ts';
import type { Language, LanguageTag } from '../language.ts';
import { detectOptOut } from '../opt-out.ts';

/** The kinds of answers in a held-out corpus. */
export const answerKinds = ['yes_no', 'request', 'written_stop', 'date_time', 'number', 'digits'] as const;

export type AnswerKind = (typeof answerKinds)[number];

/** An answer of a corpus that was written by somebody who did not know the parsers. */
export interface CorpusLine {
  readonly kind: AnswerKind;
  readonly text: string;
  /** The value that a careful person understands; `?` if that person would ask again, `-` if a text is no request. */
  readonly expected: string;
}

/** Where the answers of a corpus are said. */
export const zones: Readonly<Record<LanguageTag, string>> = {
  en: 'America/New_York',
  es: 'Europe/Madrid',
  fr: 'Europe/Paris',
  de: 'Europe/Berlin',
  pt: 'America/Sao_Paulo',
  it: 'Europe/Rome',
  nl: 'Europe/Amsterdam',
};

/** The corpora of people who did not know the parsers. `other-writers`: with dialects, recognised speech without punctuation, and rambling answers. */
export const heldOutCorpora = ['held-out', 'other-writers'] as const;

export type HeldOutCorpus = (typeof heldOutCorpora)[number];

/** Returns a held-out corpus of a language: lines of kind, text and expected value, separated by tabs. `\n` in a text is a line break. */
export function readCorpus(tag: LanguageTag, corpus: HeldOutCorpus = 'held-out'): CorpusLine[] {
  const file = new URL(`../${tag}/testing/${corpus}.tsv`, import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [kind, text, expected] = line.split('\t') as [AnswerKind, string, string];
      return { kind, text: text.replaceAll(String.raw`\n`, '\n'), expected };
    });
}

/** What is asked in the corpora of yes and no. */
export const questions: Readonly<Record<LanguageTag, string>> = {
  en: 'Can you come to your appointment on Monday at ten?',
  es: '¿Puede venir a su cita el lunes a las diez?',
  fr: 'Pouvez-vous venir à votre rendez-vous lundi à dix heures ?',
  de: 'Können Sie am Montag um zehn zu Ihrem Termin kommen?',
  pt: 'Pode vir à sua consulta na segunda-feira às dez?',
  it: 'Può venire al suo appuntamento lunedì alle dieci?',
  nl: 'Kunt u maandag om tien uur naar uw afspraak komen?',
};

/** Returns what a language understands, in the notation of the corpora. */
export const understood: Readonly<Record<AnswerKind, (language: Language, text: string) => string>> = {
  yes_no: ({ tag, parseYesNo }, text) => {
    const answer = parseYesNo(text, questions[tag]);
    if (answer === undefined) return '?';
    return answer.value ? 'yes' : 'no';
  },
  request: (language, text) =>
    detectOptOut(text, 1, language) === undefined ? (language.requests.requestIn(text) ?? '-') : 'opt_out',
  written_stop: (_language, text) => keywordOf(text) ?? '-',
  date_time: dateNotation,
  number: ({ parseNumber }, text) => String(parseNumber(text)?.value ?? '?'),
  digits: ({ parseDigits }, text) => parseDigits(text)?.digits ?? '?',
};

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns when the answers of a corpus are said: Monday 23 November 2026 at ten, local time. */
export const saidAtMs = (tag: LanguageTag): number =>
  instantOf({ year: 2026, month: 11, day: 23, hour: 10, minute: 0 }, zones[tag]);

function dateNotation({ tag, parseDateTime }: Language, text: string): string {
  const nowMs = saidAtMs(tag);
  const spoken = parseDateTime(text, nowMs, zones[tag]);
  if (spoken === undefined || !isDefinite(spoken, nowMs)) return '?';
  return writeTime(spoken.instantMs, spoken.hasTime, tag);
}

/** Returns an instant in the notation of the corpora. */
export function writeTime(instantMs: number, hasTime: boolean, tag: LanguageTag): string {
  const { year, month, day, hour, minute } = civilTimeAt(instantMs, zones[tag]);
  const date = `${year}-${two(month)}-${two(day)}`;
  return hasTime ? `${date}T${two(hour)}:${two(minute)}` : date;
}

/** How one answer was understood. `asked`: the agent asks again, although a person would have understood. */
export type Outcome = 'right' | 'asked' | 'wrong';

const nothing: ReadonlySet<string> = new Set(['?', '-']);

/** Evaluates a corpus of a language. */
export const evaluate = (
  language: Language,
  corpus?: HeldOutCorpus,
): readonly (CorpusLine & { readonly got: string; readonly outcome: Outcome })[] =>
  readCorpus(language.tag, corpus).map((line) => {
    const got = understood[line.kind](language, line.text);
    if (got === line.expected) return { ...line, got, outcome: 'right' };
    return { ...line, got, outcome: nothing.has(got) ? 'asked' : 'wrong' };
  });
