import { formatZonedDateTime } from '../../format.ts';
import { text } from '../../text/index.ts';
import { wallTimeOf } from '../../zoned-time.ts';

/** The time zone of the workspace, and that of the person if it is known. */
export interface CallbackZones {
  readonly zone: string;
  readonly personZone?: string | undefined;
}

/** Returns the time of a callback with its zone, and in the zone of the person if the clock there shows another time. */
export function callbackTime(iso: string, { zone, personZone = zone }: CallbackZones): string {
  const time = formatZonedDateTime(iso, zone);
  const at = new Date(iso);
  return wallTimeOf(at, zone) === wallTimeOf(at, personZone)
    ? time
    : text.dispositions.withPersonTime(time, formatZonedDateTime(iso, personZone));
}
