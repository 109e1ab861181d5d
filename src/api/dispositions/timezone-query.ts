import { refuse } from '../../core/problems.ts';
import { isTimeZoneOrUtc, timeZoneAdvice } from '../../core/time-zones.ts';
import { queryText } from '../paging.ts';

/** The zone whose offset the times of the answer carry. */
export const timezoneField = queryText.optional().meta({
  description: 'IANA name or UTC: the times in the answer carry its offset. Changes no filter.',
});

/** @throws {Problem} `invalid_timezone` */
export function requireTimezone(zone: string | undefined): void {
  if (zone === undefined || isTimeZoneOrUtc(zone)) return;
  const fault = { path: 'timezone', code: 'invalid_timezone', message: timeZoneAdvice(zone) };
  refuse('invalid_timezone', { fields: [fault] });
}
