import { z } from 'zod';
import type { CallCounts, DayRange } from '../../store/answer-rates.ts';
import { queryInteger } from '../paging.ts';

const dayMs = 86_400_000;

export const daysQuery = queryInteger(1, 90).default(7).meta({
  description: 'Number of days up to and including today (UTC), 1 to 90.',
});

export const callCounts = {
  calls: z.int().meta({
    description: 'Calls requested from the carrier and not cancelled.',
    examples: [200],
  }),
  answered: z.int().meta({ description: 'A person answered.', examples: [120] }),
  voicemail: z.int().meta({ description: 'A machine answered.', examples: [30] }),
  failed: z.int().meta({ description: 'The carrier could not place the call.', examples: [5] }),
};

export const answerRate = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .meta({
    description: '`answered` divided by `calls`, rounded to three decimals. Null without calls.',
    examples: [0.6],
  });

export const dayRange = {
  firstDay: z.iso.date().meta({ description: 'The first day (UTC).', examples: ['2026-11-02'] }),
  lastDay: z.iso.date().meta({ description: 'Today (UTC).', examples: ['2026-12-01'] }),
};

export const dayDate = z.iso.date().meta({ description: 'The day (UTC).', examples: ['2026-12-01'] });

export function answerRateOf({ answered, calls }: CallCounts): number | null {
  return calls === 0 ? null : Math.round((answered / calls) * 1000) / 1000;
}

/** Returns the last `days` days, including today (UTC). */
export function lastDays(days: number, nowMs: number): Pick<DayRange, 'firstDay' | 'lastDay'> {
  return { firstDay: dateOf(nowMs - (days - 1) * dayMs), lastDay: dateOf(nowMs) };
}

/** Returns all dates from the first to the last day. */
export function datesOf({ firstDay, lastDay }: Pick<DayRange, 'firstDay' | 'lastDay'>): string[] {
  const count = (Date.parse(lastDay) - Date.parse(firstDay)) / dayMs + 1;
  return Array.from({ length: count }, (_, index) => dateOf(Date.parse(firstDay) + index * dayMs));
}

const dateOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
