/** Formats of values for reading. Times are in the time zone of the browser unless a zone is given. */

const locale = navigator.language;

const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const timeOnly = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' });
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const integer = new Intl.NumberFormat(locale);

export const formatDateTime = (iso: string, timeZone?: string): string =>
  timeZone === undefined
    ? dateTime.format(new Date(iso))
    : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
        new Date(iso),
      );
/** Returns a time with the name of its zone, such as "Nov 25, 2026, 10:00 AM EST". */
export const formatZonedDateTime = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(iso));
export const formatTime = (iso: string): string => timeOnly.format(new Date(iso));
/** @param share from 0 to 1 */
export const formatPercent = (share: number): string => percent.format(share);
/** Returns the date in the time zone of the browser, such as `2026-11-24`. */
export const formatDate = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
export const formatCount = (count: number): string => integer.format(count);

/** Returns an amount of money. Costs of calls are below one cent, so up to four decimals are shown. */
export const formatMoney = (amount: number, currency = 'USD'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 4 }).format(amount);

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Returns the distance from now, such as "5 min ago". */
export function formatRelative(iso: string, nowMs: number): string {
  const seconds = (Date.parse(iso) - nowMs) / 1000;
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  return relative.format(Math.trunc(seconds), 'second');
}

/** Returns minutes and seconds, such as `2:05`, or with hours `1:02:05`. */
export function formatDuration(totalSeconds: number): string {
  const seconds = Math.max(0, Math.round(totalSeconds));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, ...rest] = parts;
  const shown = hours === 0 ? rest : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** Returns milliseconds, from 10 s on as seconds. */
export const formatMs = (ms: number): string =>
  ms < 10_000 ? `${integer.format(Math.round(ms))} ms` : `${integer.format(Math.round(ms / 1000))} s`;

/** Returns an E.164 number with spaces in groups, such as `+1 202 555 0100`. */
export function formatPhone(number: string): string {
  const digits = /^\+(1)(\d{3})(\d{3})(\d{4})$/.exec(number);
  if (digits !== null) return `+${digits.slice(1).join(' ')}`;
  const other = /^\+(\d{2})(\d{3})(\d+)$/.exec(number);
  return other === null
    ? number
    : `+${other[1]} ${other[2]} ${other[3]!.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}`;
}

const byteUnits = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** Returns a size such as "12 kB". */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(byteUnits.length, Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const value = bytes / 1000 ** exponent;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteUnits[exponent - 1]!,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}

/** The time zone of the browser. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns day and time in a time zone, such as "Tue 09:00". */
export const formatLocalTime = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(iso));

/** Returns a day, or a local time, such as "Tue, Dec 1, 2026, 10:30 AM". A time with an offset is returned as it is. */
export function formatPlainTime(iso: string): string {
  const isDay = iso.length === 'YYYY-MM-DD'.length;
  if (!isDay && /(?:Z|[+-]\d\d:\d\d)$/.test(iso)) return iso;
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...(!isDay && { hour: 'numeric', minute: '2-digit' }),
    timeZone: 'UTC',
  }).format(new Date(isDay ? iso : `${iso}Z`));
}

/** Returns a day such as "Tuesday, November 24". */
export const formatDay = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric', timeZone }).format(
    new Date(iso),
  );

/** Returns a short day such as "Tue 24". */
export function formatWeekday(iso: string, timeZone: string): string {
  const [weekday, day] = [{ weekday: 'short' } as const, { day: 'numeric' } as const].map((options) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(new Date(iso)),
  );
  return `${weekday} ${day}`;
}

/** Returns an hour such as "5 AM". */
export const formatHour = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone }).format(new Date(iso));

/** Returns the days of a range such as "Nov 23 – 29, 2026". */
export const formatDayRange = (from: string, to: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).formatRange(
    new Date(from),
    new Date(to),
  );

export const formatShortTime = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(new Date(iso));

/** The first day of a week where the user is: 1 is Monday, 7 is Sunday. */
export const firstDayOfWeek: number =
  (new Intl.Locale(locale) as { getWeekInfo?: () => { readonly firstDay: number } }).getWeekInfo?.()
    .firstDay ?? 1;

/** Returns the value of an input for date and time, in the time zone of the browser. */
export function toDateTimeInput(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
