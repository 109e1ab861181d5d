import { z } from 'zod';
import { storedTimeZone, timeZone } from '../fields.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Write hours and minutes, such as 09:00. A day ends at 24:00.');

const span = z
  .strictObject({
    start: clockTime.meta({ description: 'The start of the range, `HH:MM`.', examples: ['09:00'] }),
    end: clockTime.meta({
      description: 'The end of the range, `HH:MM`, up to `24:00`.',
      examples: ['20:00'],
    }),
  })
  .refine(
    ({ start, end }) => start < end,
    'end is not after start. Write a window across midnight as two: 22:00 to 24:00 and 00:00 to 04:00.',
  );

/** The window in which calls may start, in the time zone of the callee or in a fixed one. */
export const CallingWindow = z
  .strictObject({
    timezone: z
      .union([z.literal('recipient'), timeZone])
      .default('recipient')
      .meta({
        description: 'An IANA time zone, or `recipient` for the time zone of each customer.',
      }),
    days: z
      .array(z.enum(weekdays))
      .min(1)
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'A day is listed twice. Remove one of them.')
      .default([...weekdays])
      .meta({
        description: 'Days of the week.',
      }),
    windows: z.array(span).min(1).max(10).meta({ description: 'Ranges of the day.' }),
  })
  .meta({ description: 'The hours in which calls may start.' });

/** The calling window in a stored batch or workspace. */
export const StoredCallingWindow = CallingWindow.extend({
  timezone: storedTimeZone.default('recipient').meta({
    description: 'An IANA time zone, or `recipient` for the time zone of each customer.',
  }),
});

export type CallingWindow = z.output<typeof CallingWindow>;
