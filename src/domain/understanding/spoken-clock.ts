/** A spoken time of day. */
export interface SpokenClock {
  /** 0-24, or 1-12 if `meridiem` is unknown. Hour 24 is the midnight that ends the day. */
  readonly hour: number;
  readonly minute: number;
  readonly meridiem: 'am' | 'pm' | 'unknown' | '24-hour';
  /** Whether it is in the morning unless a part of the day says otherwise: "7:30" on a 24-hour clock. */
  readonly isLikelyMorning?: boolean;
  /** Whether it is a bare number, which is a time only in combination with other time words. */
  readonly isBareNumber: boolean;
}

export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';

/** A part of the day, and its default time. */
export interface SpokenDayPart {
  readonly part: DayPart;
  readonly hour: number;
  readonly minute: number;
  /** Whether it refers to today: "tonight", "this afternoon". */
  readonly today: boolean;
}

/**
 * Returns the hour on a 24-hour clock (24 is the midnight that ends the day). Without "am", "pm" or a part of the day it assumes business hours: 8 to
 * 11 in the morning, 12 to 7 in the afternoon.
 */
export function hourOf(clock: SpokenClock, part: DayPart | undefined): number {
  if (clock.meridiem === '24-hour') return clock.hour;
  const hour = clock.hour % 12;
  if (clock.meridiem !== 'unknown') return clock.meridiem === 'am' ? hour : hour + 12;
  if (part !== undefined) return hourIn(part, hour);
  return clock.isLikelyMorning === true || (hour >= 8 && hour <= 11) ? hour : hour + 12;
}

/** Returns the hour (0-11) of a 12-hour clock in a part of the day. Twelve at night is the midnight that ends the day, two at night is later. */
function hourIn(part: DayPart, hour: number): number {
  if (part === 'morning') return hour;
  if (part === 'night' && hour < 6) return hour === 0 ? 24 : hour;
  return hour + 12;
}
