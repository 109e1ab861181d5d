/*
 * The reference implementation of calling hours: slow and simple, without code or data of src/domain/calling-hours. It gets local times
 * from Intl and Easter from a table, and has its own notation for rules.
 */

export interface ReferenceQuery {
  readonly country: string;
  readonly region: string | undefined;
  /** For example `US-OR`. */
  readonly customerRegion?: string | undefined;
  /** If omitted, every rule applies. */
  readonly purpose?: string | undefined;
  readonly consent?: boolean | undefined;
  /** Whether legal hours are off, so that only limits apply. */
  readonly isOff?: boolean | undefined;
  /** Zones of the number. */
  readonly zones: readonly string[];
  /** Whether the number has a known location, such as by its area code; otherwise its zones are those of the country. */
  readonly isPlaceKnown?: boolean | undefined;
  readonly customerZone?: string | undefined;
  readonly windows: readonly ReferenceWindow[];
  readonly recentCallsMs: readonly number[];
}

interface ReferenceWindow {
  readonly timezone: string;
  readonly days: readonly string[];
  readonly windows: readonly { readonly start: string; readonly end: string }[];
}

/** A date with its weekday: `Mon 2026-11-23`. */
type Day = `${string} ${number}-${string}`;

interface ReferenceRule {
  readonly hours?: Readonly<Record<string, string>>;
  /** Names of purposes, separated by spaces. */
  readonly purposes: string;
  /** Whether consent lifts the rule. */
  readonly liftedByConsent?: boolean;
  readonly isHoliday?: (day: Day) => boolean;
  readonly holidayHours?: string;
  readonly eveHours?: string;
  /** `3 in 24`: at most three calls in 24 hours. */
  readonly limits?: readonly string[];
}

const easterSundays = new Set(
  (
    '2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21 2031-04-13 2032-03-28 ' +
    '2033-04-17 2034-04-09 2035-03-25 2036-04-13 2037-04-05 2038-04-25'
  ).split(' '),
);

const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function addDays(day: Day, days: number): Day {
  const date = new Date(`${day.slice(4)}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return `${weekdayNames[date.getUTCDay()]} ${date.toISOString().slice(0, 10)}` as Day;
}

/** Returns whether the day is the holiday, such as `12-25`, `3 Mon 01`, `last Mon 05` or `easter-2`. */
function isOn(day: Day, holiday: string): boolean {
  if (holiday.startsWith('easter'))
    return easterSundays.has(addDays(day, -Number(holiday.slice(6) || 0)).slice(4));
  const [ordinal, weekday, month] = holiday.split(' ');
  if (weekday === undefined) return day.endsWith(`-${holiday}`);
  if (!day.startsWith(weekday) || day.slice(9, 11) !== month) return false;
  const date = Number(day.slice(12));
  return ordinal === 'last'
    ? addDays(day, 7).slice(9, 11) !== month
    : Math.ceil(date / 7) === Number(ordinal);
}

const anyOf = (list: string) => {
  const holidays = list.split(', ');
  return (day: Day): boolean => holidays.some((holiday) => isOn(day, holiday));
};

/** Adds the Monday after a Sunday holiday and, if `friday` is set, the Friday before a Saturday holiday. */
const observed =
  (isHoliday: (day: Day) => boolean, friday: boolean) =>
  (day: Day): boolean =>
    isHoliday(day) ||
    (friday && day.startsWith('Fri') && isHoliday(addDays(day, 1))) ||
    (day.startsWith('Mon') && isHoliday(addDays(day, -1)));

const federal =
  '01-01, 3 Mon 01, 3 Mon 02, last Mon 05, 06-19, 07-04, 1 Mon 09, 2 Mon 10, 11-11, 4 Thu 11, 12-25';

const closedOn = (more: string, extra: (day: Day) => boolean = () => false) => ({
  isHoliday: observed((day) => anyOf(`${federal}${more}`)(day) || extra(day), true),
  holidayHours: '',
});

/** Returns whether the day is the Tuesday after the first Monday of November. */
const isElectionDay = (day: Day): boolean => isOn(addDays(day, -1), '1 Mon 11');

const everyDay = (hours: string) => Object.fromEntries(weekdayNames.map((name) => [name, hours]));
const week = (weekdays: string, saturday: string, sunday: string) => ({
  ...everyDay(weekdays),
  Sat: saturday,
  Sun: sunday,
});

function isAustralianHoliday(day: Day): boolean {
  const base = anyOf('01-01, 01-26, easter-2, easter1, 04-25, 12-25, 12-26');
  if (base(day)) return true;
  if (day.startsWith('Mon') && (base(addDays(day, -1)) || base(addDays(day, -2)))) return true;
  return day.startsWith('Tue') && (isOn(addDays(day, -3), '12-25') || isOn(addDays(day, -2), '12-25'));
}

const sales = { purposes: 'sales' };
const everyPurpose = { purposes: 'sales service reminder collection' };

const states: Readonly<Record<string, ReferenceRule>> = {
  AL: {
    ...sales,
    hours: week('8-20', '8-20', ''),
    ...closedOn(', easter-47, 4 Mon 04, 1 Mon 06, 12-01'),
  },
  CA: { ...everyPurpose, hours: everyDay('9-21') },
  CT: { ...sales, hours: everyDay('9-20') },
  FL: { ...sales, hours: everyDay('8-20'), limits: ['3 in 24'] },
  IL: { ...sales, hours: everyDay('9-21') },
  KY: { ...sales, hours: everyDay('10-21') },
  LA: {
    ...sales,
    hours: week('8-20', '8-20', ''),
    ...closedOn(
      ', 01-08, 08-30, 11-01, easter-47, easter-2',
      (day) => isElectionDay(day) || isOn(addDays(day, -1), '4 Thu 11'),
    ),
  },
  MA: { ...sales, hours: everyDay('8-20') },
  MD: { ...sales, hours: everyDay('8-20'), limits: ['3 in 24'] },
  ME: { ...sales, hours: week('9-17', '', ''), limits: ['1 in 8'] },
  MI: { ...sales, hours: everyDay('9-21') },
  MN: { ...sales, hours: everyDay('9-21') },
  MS: { ...sales, hours: week('8-21', '8-21', '') },
  NE: { ...everyPurpose, hours: week('8-21', '8-21', '13-21'), ...closedOn(''), holidayHours: '13-21' },
  NM: { ...sales, hours: everyDay('9-21') },
  NV: { ...sales, hours: everyDay('9-20') },
  OK: { ...sales, hours: everyDay('9-20'), limits: ['3 in 24'] },
  OR: { ...sales, hours: everyDay('8-20'), limits: ['3 in 24'] },
  PA: { ...sales, hours: week('9-19', '9-19', ''), ...closedOn(', easter-2, 06-14', isElectionDay) },
  RI: { ...sales, hours: week('9-18', '10-17', ''), ...closedOn(', 05-04, 2 Mon 08', isElectionDay) },
  SC: { ...everyPurpose, hours: everyDay('8-19') },
  SD: { ...sales, hours: week('9-21', '', '') },
  TX: { ...sales, hours: week('9-21', '9-21', '12-21') },
  UT: { ...sales, hours: week('8-21', '8-21', ''), ...closedOn(', 07-24') },
  WA: { ...sales, hours: everyDay('8-20') },
  WY: { ...sales, hours: everyDay('8-20') },
};

const britishColumbia: ReferenceRule = {
  ...sales,
  hours: week('9-21:30', '10-18', '10-18'),
  isHoliday: observed(
    (day) =>
      anyOf('01-01, 3 Mon 02, easter-2, 07-01, 1 Mon 08, 1 Mon 09, 09-30, 2 Mon 10, 11-11, 12-25')(day) ||
      // The Monday before 25 May.
      (day.startsWith('Mon') && day.slice(9) >= '05-18' && day.slice(9) <= '05-24'),
    false,
  ),
  holidayHours: '',
};

const closedOnHolidays = (list: string) => ({ isHoliday: anyOf(list), holidayHours: '' });

/** Returns whether Colombia observes a holiday on this Monday: one whose date is this day or one of the six days before. */
const isMovedMonday = (day: Day): boolean =>
  day.startsWith('Mon') &&
  [0, 1, 2, 3, 4, 5, 6].some((back) =>
    anyOf('01-06, 03-19, 06-29, 08-15, 10-12, 11-01, 11-11')(addDays(day, -back)),
  );

/** Returns whether the day is 27 April, or Saturday 26 April if 27 April is a Sunday. */
const isKingsDay = (day: Day): boolean =>
  day.endsWith('-04-27') ? !day.startsWith('Sun') : day.startsWith('Sat') && day.endsWith('-04-26');

const countries: Readonly<Record<string, readonly ReferenceRule[]>> = {
  US: [
    { purposes: 'sales collection', hours: everyDay('8-21') },
    { ...everyPurpose, limits: ['3 in 720'], liftedByConsent: true },
    { purposes: 'reminder', limits: ['1 in 24', '3 in 168'], liftedByConsent: true },
  ],
  CA: [{ ...sales, hours: week('9-21:30', '10-18', '10-18') }],
  FR: [
    {
      ...sales,
      liftedByConsent: true,
      hours: week('10-13 14-20', '', ''),
      ...closedOnHolidays(
        '01-01, easter1, 05-01, 05-08, easter39, easter50, 07-14, 08-15, 11-01, 11-11, 12-25',
      ),
      limits: ['4 in 720'],
    },
  ],
  ES: [
    {
      ...sales,
      hours: week('9-21', '', ''),
      ...closedOnHolidays('01-01, 01-06, easter-2, 05-01, 08-15, 10-12, 11-01, 12-06, 12-08, 12-25'),
    },
  ],
  IT: [
    {
      ...sales,
      hours: week('9-20', '10-19', ''),
      ...closedOnHolidays(
        '01-01, 01-06, easter1, 04-25, 05-01, 06-02, 08-15, 10-04, 11-01, 12-08, 12-25, 12-26',
      ),
      eveHours: '10-19',
    },
  ],
  DE: [
    {
      ...sales,
      hours: week('8-20', '9-18', ''),
      ...closedOnHolidays('01-01, easter-2, easter1, 05-01, easter39, easter50, 10-03, 12-25, 12-26'),
    },
  ],
  GB: [{ ...sales, hours: week('8-21', '9-21', '9-21') }],
  BE: [
    {
      ...sales,
      hours: week('9-20', '9-20', ''),
      ...closedOnHolidays('01-01, easter1, 05-01, easter39, easter50, 07-21, 08-15, 11-01, 11-11, 12-25'),
    },
  ],
  NO: [
    {
      ...sales,
      hours: week('9-21', '', ''),
      ...closedOnHolidays(
        '01-01, easter-3, easter-2, easter1, 05-01, 05-17, easter39, easter50, 12-25, 12-26',
      ),
    },
  ],
  NL: [
    {
      ...sales,
      hours: week('9-22', '10-16', ''),
      isHoliday: (day) =>
        isKingsDay(day) || anyOf('01-01, easter1, 05-05, easter39, easter50, 12-25, 12-26')(day),
      holidayHours: '',
    },
    { ...sales, hours: everyDay('0-24'), isHoliday: anyOf('05-04, 12-05, 12-24'), holidayHours: '0-18:30' },
  ],
  AU: [{ ...sales, hours: week('9-20', '9-17', ''), isHoliday: isAustralianHoliday, holidayHours: '' }],
  AE: [{ ...sales, hours: everyDay('9-18'), limits: ['1 in 24', '2 in 168'] }],
  VN: [{ ...sales, hours: everyDay('8-17'), limits: ['1 in 24'] }],
  ZA: [
    {
      ...sales,
      hours: week('8-20', '9-13', ''),
      isHoliday: observed(
        anyOf('01-01, 03-21, easter-2, easter1, 04-27, 05-01, 06-16, 08-09, 09-24, 12-16, 12-25, 12-26'),
        false,
      ),
      holidayHours: '',
    },
  ],
  CO: [
    {
      purposes: 'sales collection',
      hours: week('7-19', '8-15', ''),
      isHoliday: (day) =>
        isMovedMonday(day) ||
        anyOf('01-01, easter-3, easter-2, 05-01, easter43, easter64, easter71, 07-20, 08-07, 12-08, 12-25')(
          day,
        ),
      holidayHours: '',
      limits: ['1 in 24'],
    },
  ],
  IN: [{ ...sales, hours: everyDay('10-21') }],
};

const brazil: Readonly<Record<string, ReferenceRule>> = {
  RJ: { ...sales, hours: week('8-18', '', '') },
  ES: { ...sales, hours: week('8-19', '', '') },
};

const anywhere: ReferenceRule = { ...sales, hours: week('9-20', '9-20', '') };
const courtesy: ReferenceRule = { purposes: 'service reminder collection', hours: everyDay('8-21') };

export const referencePlaces = {
  countries: [...Object.keys(countries), 'JP'],
  states: Object.keys(states),
  brazilianStates: Object.keys(brazil),
};

function rulesAt(country: string, region: string | undefined): readonly ReferenceRule[] {
  const rules = [...(countries[country] ?? [])];
  if (country === 'US' && region !== undefined && states[region]) rules.push(states[region]);
  if (country === 'BR' && region !== undefined && brazil[region]) rules.push(brazil[region]);
  if (country === 'CA' && region === 'BC') rules.push(britishColumbia);
  return rules;
}

function bindingAt(
  { purpose, consent }: ReferenceQuery,
  country: string,
  region: string | undefined,
): readonly ReferenceRule[] {
  const binding = rulesAt(country, region).filter(
    ({ purposes, liftedByConsent }) =>
      (purpose === undefined || purpose === 'unspecified' || purposes.includes(purpose)) &&
      !(consent === true && liftedByConsent === true),
  );
  if (binding.some(({ hours }) => hours !== undefined)) return binding;
  const isSales = purpose === undefined || purpose === 'unspecified' || purpose === 'sales';
  return [...binding, isSales ? anywhere : courtesy];
}

function rulesOf(query: ReferenceQuery): readonly ReferenceRule[] {
  const { country, region, customerRegion } = query;
  const rules = [...bindingAt(query, country, region)];
  if (customerRegion !== undefined)
    rules.push(...bindingAt(query, customerRegion.slice(0, 2), customerRegion.slice(3)));
  return rules;
}

/** The tested zones of each country. */
const zonesIn: Readonly<Record<string, string>> = {
  US: 'America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles Pacific/Honolulu',
  CA: 'America/St_Johns',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  IT: 'Europe/Rome',
  ES: 'Atlantic/Canary',
  AU: 'Australia/Sydney Australia/Lord_Howe Australia/Perth',
  IN: 'Asia/Kolkata',
  JP: 'Asia/Tokyo',
};

/** Zones that have had the same offset for decades. */
const sameClocks = ['Europe/Paris Europe/Rome', 'Europe/London Atlantic/Canary'];

/** Returns the zones in which a call must be allowed: those of the customer and of the number if they contradict each other. */
function zonesOf({ country, zones, isPlaceKnown, customerZone }: ReferenceQuery): readonly string[] {
  if (customerZone === undefined) return zones;
  const sameOffset = sameClocks.find((names) => names.split(' ').includes(customerZone)) ?? customerZone;
  if (zones.some((zone) => sameOffset.split(' ').includes(zone))) return [customerZone];
  const isInCountry = zonesIn[country]?.split(' ').includes(customerZone) ?? false;
  return isInCountry && isPlaceKnown !== true ? [customerZone] : [customerZone, ...zones];
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the local date and time. */
function localTimeAt(zone: string, instantMs: number): { day: Day; minute: number } {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(zone, formatter);
  }
  const text = formatter.format(instantMs);
  const [weekday, date, time] = text.split(', ') as [string, string, string];
  const [dayOfMonth, month, year] = date.split('/');
  const [hour, minute] = time.split(':');
  return {
    day: `${weekday} ${year}-${month}-${dayOfMonth}` as Day,
    minute: Number(hour) * 60 + Number(minute),
  };
}

const minutesOf = (text: string): number => {
  const [hour, minute = '0'] = text.split(':');
  return Number(hour) * 60 + Number(minute);
};

const isWithin = (minute: number, hours: string): boolean =>
  hours !== '' &&
  hours
    .split(' ')
    .map((span) => span.split('-').map(minutesOf))
    .some(([start, end]) => minute >= start! && minute < end!);

function hoursOf(rule: ReferenceRule, day: Day): string {
  if (rule.isHoliday?.(day)) return rule.holidayHours!;
  const isEve = rule.eveHours !== undefined && !day.startsWith('Sun') && rule.isHoliday!(addDays(day, 1));
  return isEve ? rule.eveHours : rule.hours![day.slice(0, 3)]!;
}

/** Returns whether a call is allowed at this instant (Unix ms), to the minute. */
export function isAllowedByReference(query: ReferenceQuery, instantMs: number): boolean {
  const rules = rulesOf(query);
  const rulesWithHours = query.isOff === true ? [] : rules.filter(({ hours }) => hours !== undefined);
  const zones = zonesOf(query);
  for (const zone of zones) {
    const { day, minute } = localTimeAt(zone, instantMs);
    if (rulesWithHours.some((rule) => !isWithin(minute, hoursOf(rule, day)))) return false;
  }
  for (const { timezone, days, windows } of query.windows) {
    for (const zone of timezone === 'recipient' ? zones : [timezone]) {
      const { day, minute } = localTimeAt(zone, instantMs);
      if (!days.includes(day.slice(0, 3).toLowerCase())) return false;
      if (!windows.some(({ start, end }) => isWithin(minute, `${start}-${end}`))) return false;
    }
  }
  return rules.every(({ limits = [] }) =>
    limits.every((limit) => {
      const [count, hours] = limit.split(' in ').map(Number);
      const earlierCalls = query.recentCallsMs.filter(
        (callMs) => callMs <= instantMs && callMs > instantMs - hours! * 3_600_000,
      );
      return earlierCalls.length < count!;
    }),
  );
}
