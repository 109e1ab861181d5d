import type { CivilDay } from './civil-day.ts';
import { civilTimeAt, weekdayOf, type CivilTime } from './zoned-time.ts';

/** How a language speaks dates and times. */
export interface DateTimeForms {
  /** From Sunday. */
  readonly weekdays: readonly string[];
  readonly months: readonly string[];
  /** Returns a date: "Tuesday, November 24th". */
  readonly date: (weekday: string, day: number, month: string) => string;
  /** Adds the year to a date. */
  readonly withYear: (date: string, year: number) => string;
  /** Returns a time of day: "10 AM". */
  readonly time: (time: Pick<CivilTime, 'hour' | 'minute'>) => string;
  /** Joins a date and a time: "Tuesday, November 24th at 10 AM". */
  readonly dateAndTime: (date: string, time: string) => string;
}

/** Speaks dates and times of a language. */
export interface DateTimeSpeech {
  /** Returns an instant (Unix ms) as words. The year is added unless the date is within the next eleven months from `nowMs`. */
  readonly speakDateTime: (instantMs: number, zone: string, nowMs?: number) => string;
  /** Returns a day as words. The year is added as in `speakDateTime`; without `nowMs`, never. */
  readonly speakDay: (day: CivilDay, nowMs?: number) => string;
  readonly speakTime: (time: Pick<CivilTime, 'hour' | 'minute'>) => string;
}

const dayMs = 86_400_000;

/** Creates the functions that speak dates and times of a language. */
export function createDateTimeSpeech(forms: DateTimeForms): DateTimeSpeech {
  const dateOf = (day: CivilDay, atMs: number, nowMs: number): string => {
    const isNear = atMs - nowMs > -dayMs / 2 && atMs - nowMs < 330 * dayMs;
    const date = forms.date(forms.weekdays[weekdayOf(day)]!, day.day, forms.months[day.month - 1]!);
    return isNear ? date : forms.withYear(date, day.year);
  };
  return {
    speakDateTime(instantMs, zone, nowMs = instantMs) {
      const civil = civilTimeAt(instantMs, zone);
      return forms.dateAndTime(dateOf(civil, instantMs, nowMs), forms.time(civil));
    },
    speakDay(day, nowMs) {
      const noonMs = Date.UTC(day.year, day.month - 1, day.day, 12);
      return dateOf(day, noonMs, nowMs ?? noonMs);
    },
    speakTime: forms.time,
  };
}

/** Returns minutes with two digits. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Adds the words for the morning to the hours that may also be in the afternoon. */
export const withMorning = (time: string, hour: number, morning: string): string =>
  hour >= 1 && hour <= 7 ? `${time} ${morning}` : time;
