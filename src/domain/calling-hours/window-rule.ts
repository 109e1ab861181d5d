import type { CallingWindow } from './calling-window.ts';
import { minuteOfDay, noCalls, type RuleHours } from './calling-rule.ts';

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const compiledWindows = new WeakMap<CallingWindow, RuleHours>();

/** Returns a window as the hours of a week. Cached for the lifetime of the window. */
export function windowRule(window: CallingWindow): RuleHours {
  let rule = compiledWindows.get(window);
  if (rule === undefined) {
    rule = compile(window);
    compiledWindows.set(window, rule);
  }
  return rule;
}

function compile({ days, windows }: CallingWindow): RuleHours {
  const hours = windows
    .map(({ start, end }) => ({ start: minuteOfDay(start), end: minuteOfDay(end) }))
    .sort((a, b) => a.start - b.start);
  return { week: weekdays.map((weekday) => (days.includes(weekday) ? hours : noCalls)) };
}
