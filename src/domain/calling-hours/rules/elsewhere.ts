import { noCalls, weekHours, type CallingRule } from '../calling-rule.ts';
import { easter, HolidayCalendar, on, weekdayOfDay, weekendOnMonday, type Holiday } from '../holidays.ts';

const version = '2026-11-21';

/** Where Christmas takes the Monday after the weekend from Boxing Day, or Boxing Day from Christmas: the Tuesday. */
const secondDayOff: Holiday = (year) => {
  const christmas = on(12, 25)(year);
  const weekday = weekdayOfDay(christmas);
  if (weekday === 6) return christmas + 3;
  return weekday === 0 ? christmas + 2 : christmas + 1;
};

/** Those of every state and territory, with the working days in their place. */
const australianHolidays = new HolidayCalendar(
  [on(1, 1), on(1, 26), easter(-2), easter(1), on(4, 25), on(12, 25), on(12, 26), secondDayOff],
  weekendOnMonday,
);

export const australianRule: CallingRule = {
  id: 'au',
  citation: 'Telecommunications (Telemarketing and Research Calls) Industry Standard 2017',
  version,
  basis: 'law',
  confidence: 'reported',
  countries: ['AU', 'CX', 'CC'],
  week: weekHours('09:00-20:00', '09:00-17:00', 'none'),
  holidays: { calendar: australianHolidays, hours: noCalls },
};

/** For every country of which nothing binding is known, the rest of the European Union among them. */
export const ownRule: CallingRule = {
  id: 'parley-default',
  citation: "Parley's own; no law is known to it here",
  version,
  basis: 'own',
  confidence: 'text',
  countries: [],
  week: weekHours('09:00-20:00', '09:00-20:00', 'none'),
};
