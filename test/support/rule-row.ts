import type { CallingRule, CallLimit, DayHours } from '../../src/domain/calling-hours/calling-rule.ts';
import { everyPurpose } from '../../src/domain/calling-hours/purpose.ts';

const hourMs = 3_600_000;

const clock = (minute: number): string => {
  const minutes = minute % 60;
  return `${Math.floor(minute / 60)}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
};

const hours = (spans: DayHours | undefined): string =>
  spans === undefined ? '' : spans.map(({ start, end }) => `${clock(start)}-${clock(end)}`).join(', ') || '–';

function holidays({ week, holidays: observed }: CallingRule): string {
  if (week === undefined) return '';
  if (observed === undefined) return 'as the day';
  return observed.eveHours === undefined
    ? hours(observed.hours)
    : `${hours(observed.hours)}; eve ${hours(observed.eveHours)}`;
}

function limit({ count, periodMs }: CallLimit): string {
  const period = periodMs / hourMs;
  return period > 24 ? `${count} in ${period / 24} days` : `${count} in ${period} h`;
}

const purposesOf = ({ purposes, liftedByConsent }: CallingRule): string => {
  const names = purposes.length === everyPurpose.length ? 'all' : purposes.join(', ');
  return liftedByConsent === true ? `${names}; without consent` : names;
};

/** Returns a rule as a row of the table in docs/calling-rules.md. */
export function ruleRow(rule: CallingRule): string {
  const { id, week, limits = [], citation, since = '', version, basis, confidence } = rule;
  const cells = [
    `\`${id}\``,
    hours(week?.[1]),
    hours(week?.[6]),
    hours(week?.[0]),
    holidays(rule),
    limits.map(limit).join(', '),
    purposesOf(rule),
    citation,
    since,
    version,
    `${basis}, ${confidence}`,
  ];
  return `| ${cells.join(' | ')} |`;
}
