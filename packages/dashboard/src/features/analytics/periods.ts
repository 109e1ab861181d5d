import type { GetCallAnalyticsData } from '@parley/sdk/client';
import { text } from '../../text/index.ts';

export type Period = keyof typeof text.analytics.periods;
export type Group = keyof typeof text.analytics.groups;

type Query = NonNullable<GetCallAnalyticsData['query']>;

const dayMs = 86_400_000;

/** Returns the date of a number of days ago, in the time zone of the browser. */
function dateBefore(days: number, nowMs: number): string {
  const date = new Date(nowMs - days * dayMs);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** Returns the range of the service: until now, in whole days of the browser's time zone. */
export function rangeOf(period: Period, nowMs: number): Query {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  switch (period) {
    case 'today':
      return { interval: 'hour', from: dateBefore(0, nowMs), timeZone };
    case '7d':
      return { interval: 'day', from: dateBefore(6, nowMs), timeZone };
    case '30d':
      return { interval: 'day', from: dateBefore(29, nowMs), timeZone };
    case '12w':
      return { interval: 'week', from: dateBefore(83, nowMs), timeZone };
  }
}
