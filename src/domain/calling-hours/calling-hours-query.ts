import type { NumberZones } from '../../core/number-zones.ts';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import type { CallingWindow } from './calling-window.ts';
import type { CallingHoursQuery } from './check-calling-hours.ts';
import type { Purpose } from './purpose.ts';

/** The known details of a call that is checked against calling hours. */
export interface CallDetails {
  /** E.164. */
  readonly number: string;
  /** IANA time zone in the customer record. */
  readonly customerZone: string | undefined;
  /** ISO 3166-2 region in the customer record. */
  readonly customerRegion?: string | undefined;
  /** Defaults to `unspecified`, for which all rules apply. */
  readonly purpose?: Purpose | undefined;
  /** Whether the workspace attests that the person consented to such calls. Defaults to no. */
  readonly consent?: boolean | undefined;
  /** Unix ms. */
  readonly nowMs: number;
  /** The window of the batch, which applies in addition to the law. */
  readonly window: CallingWindow | null;
  /** `off`: legal calling hours do not apply to the workspace; legal limits on the number of calls do. */
  readonly callingHours: 'law' | 'off';
  /** The calling window of the workspace. */
  readonly workspaceHours: CallingWindow | null;
  /** When this number was called in the last 30 days (Unix ms), if a rule counts calls. */
  readonly recentCallsMs?: readonly number[] | undefined;
}

/** The sources of time zones for phone numbers. */
export interface TimeZoneSources {
  readonly zones: NumberZones;
  /** IANA zone for numbers with an unknown zone. If omitted, such numbers are not called. */
  readonly zoneWhenUnknown?: string | undefined;
}

/** Adds the country and the time zones of the number to the details of a call. */
export function callingHoursQuery(
  call: CallDetails,
  { zones, zoneWhenUnknown }: TimeZoneSources,
): CallingHoursQuery {
  const { window, workspaceHours, ...rest } = call;
  const parsed = parsePhoneNumber(call.number);
  return {
    ...rest,
    country: parsed?.country,
    candidateZones: parsed === undefined ? [] : zones.find(parsed),
    isPlaceKnown: parsed !== undefined && call.customerZone !== undefined && zones.hasKnownLocation(parsed),
    zoneWhenUnknown,
    ...(window === null ? {} : { window }),
    ...(workspaceHours === null ? {} : { workspaceHours }),
  };
}
