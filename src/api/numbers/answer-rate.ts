import { z } from 'zod';
import type { CallCounts, DayRange } from '../../store/answer-rates/read-answer-rates.ts';
import { queryInteger } from '../paging.ts';

const dayMs = 86_400_000;

export const daysQuery = queryInteger(1, 90).default(7).meta({
  description: 'So many days up to today, by the clocks of UTC, 1 to 90.',
});

export const callCounts = {
  calls: z.int().meta({ description: 'Calls that the carrier was asked for and that were not called off.' }),
  answered: z.int().meta({ description: 'A person answered.' }),
  voicemail: z.int().meta({ description: 'A machine answered.' }),
  failed: z.int().meta({ description: 'The carrier could not place the call.' }),
};

export const answerRate = z.number().min(0).max(1).nullable().meta({
  description: '`answered` of `calls`, to three places; null without calls.',
});

export const dayRange = {
  firstDay: z.iso.date().meta({ description: 'The first day, by the clocks of UTC.' }),
  lastDay: z.iso.date().meta({ description: 'Today, by the clocks of UTC.' }),
};

export const dayDate = z.iso.date().meta({ description: 'The day, by the clocks of UTC.' });

export function answerRateOf({ answered, calls }: CallCounts): number | null {
  return calls === 0 ? null : Math.round((answered / calls) * 1000) / 1000;
}

/** The last so many days, today included. */
export function lastDays(days: number, nowMs: number): Pick<DayRange, 'firstDay' | 'lastDay'> {
  return { firstDay: dateOf(nowMs - (days - 1) * dayMs), lastDay: dateOf(nowMs) };
}

/** Every day from the first to the last. */
export function datesOf({ firstDay, lastDay }: Pick<DayRange, 'firstDay' | 'lastDay'>): string[] {
  const count = (Date.parse(lastDay) - Date.parse(firstDay)) / dayMs + 1;
  return Array.from({ length: count }, (_, index) => dateOf(Date.parse(firstDay) + index * dayMs));
}

const dateOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
