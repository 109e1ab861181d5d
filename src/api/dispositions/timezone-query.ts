import { reject } from '../../core/problems.ts';
import { isTimeZoneOrUtc, timeZoneAdvice } from '../../core/time-zones.ts';
import { queryText } from '../paging.ts';

/** Query parameter for the time zone of the times in the response. */
export const timezoneField = queryText.optional().meta({
  description:
    'IANA name or UTC. Times in the response have the offset of this time zone. Does not affect filters.',
});

/** @throws {Problem} `invalid_timezone` */
export function requireTimezone(zone: string | undefined): void {
  if (zone === undefined || isTimeZoneOrUtc(zone)) return;
  const fault = { path: 'timezone', code: 'invalid_timezone', message: timeZoneAdvice(zone) };
  reject('invalid_timezone', { fields: [fault] });
}
