import { primarySubtag } from '../../core/language-subtags.ts';
import { english } from '../languages/en/english.ts';
import { findLanguage } from '../languages/languages.ts';
import { dayOf, type CivilDay } from '../understanding/civil-day.ts';
import { isIsoTimeOrDay, parseIsoTime, withIsoSeparator } from '../understanding/iso-time.ts';

/** How values are written in a message. */
export interface WritingStyle {
  /** BCP 47 tag of the language of the text. */
  readonly language: string;
  /** IANA zone of the recipient. */
  readonly timezone: string;
  /** Whether the zone is known, and not inferred from a number or the workspace. */
  readonly isZoneKnown: boolean;
  readonly nowMs: number;
}

/**
 * Returns a value as a person writes it: ISO 8601 times in the zone of the recipient, days, yes and no. If the zone of the recipient is inferred, a time with an
 * offset other than UTC is written as its local time. Other text and numbers are unchanged.
 */
export function writeValue(value: string | number | boolean, style: WritingStyle): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') {
    const { yes, no } = findLanguage(style.language) ?? english;
    return value ? yes : no;
  }
  if (!isIsoTimeOrDay(value)) return value;
  const day = dayOf(value);
  return day === undefined ? writeTime(withIsoSeparator(value), style) : writeDay(day, style);
}

/** A local time with an offset other than UTC. */
const offsetPattern = /^(.*)(?!.00:00$)[+-]\d\d:\d\d$/;

function writeTime(iso: string, style: WritingStyle): string {
  const written = style.isZoneKnown ? undefined : offsetPattern.exec(iso)?.[1];
  const zone = written === undefined ? style.timezone : 'UTC';
  const instantMs = written === undefined ? parseIsoTime(iso, zone)! : Date.parse(`${written}Z`);
  return format(instantMs, zone, style, true);
}

function writeDay({ year, month, day }: CivilDay, style: WritingStyle): string {
  const noonMs = Date.UTC(year, month - 1, day, 12);
  return format(noonMs, 'UTC', style, false);
}

/** Narrow and non-breaking spaces are written as plain ones, because they would double the number of parts of an SMS. */
function format(atMs: number, zone: string, style: WritingStyle, hasTime: boolean): string {
  const text = formatterOf(style.language, zone, { hasTime, hasYear: isFar(atMs, style) })
    .format(atMs)
    .replaceAll(/[\u00a0\u202f]/g, ' ');
  return hasTime && primarySubtag(style.language) === 'de' ? `${text} ${hourWord}` : text;
}

/** Follows a time in German. */
const hourWord = 'Uhr';

/** Removes the second "Uhr" of a German text whose template has one after the variable of a time. */
export const withSingleHourWord = (text: string): string =>
  text.replaceAll(new RegExp(`(?<!\\p{L})${hourWord} ${hourWord}(?!\\p{L})`, 'gu'), hourWord);

const dayMs = 86_400_000;

/** The year is omitted within the next eleven months. */
const isFar = (atMs: number, { nowMs }: WritingStyle): boolean =>
  atMs - nowMs <= -dayMs || atMs - nowMs >= 330 * dayMs;

/** Limit of the cache: languages and zones come from customers. */
const maxFormatters = 500;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(
  language: string,
  timeZone: string,
  { hasTime, hasYear }: { readonly hasTime: boolean; readonly hasYear: boolean },
): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${hasTime} ${hasYear}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(language, {
      timeZone,
      calendar: 'gregory',
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      ...(hasYear && { year: 'numeric' }),
      ...(hasTime && { hour: 'numeric', minute: '2-digit' }),
    });
    if (formatters.size >= maxFormatters) formatters.clear();
    formatters.set(key, formatter);
  }
  return formatter;
}
