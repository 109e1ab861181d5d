import { refuse } from '../../core/problems.ts';
import { isTimeZone } from '../../domain/understanding/zoned-time.ts';
import { queryText } from '../paging.ts';

/** The zone whose offset the times of the answer carry. */
export const zoneField = queryText.optional().meta({
  description: 'IANA name: the times in the answer carry its offset. Changes no filter.',
});

/** @throws {Problem} `invalid_timezone` */
export function requireZone(zone: string | undefined): void {
  if (zone === undefined || isTimeZone(zone)) return;
  const message = 'There is no such time zone. Write an IANA name such as America/New_York.';
  refuse('invalid_timezone', { fields: [{ path: 'timezone', code: 'invalid_timezone', message }] });
}
