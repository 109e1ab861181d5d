import type { NumberZones } from '../../core/number-zones.ts';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import type { CallingWindow } from './calling-window.ts';
import type { CallingHoursQuery } from './check-calling-hours.ts';
import type { Purpose } from './purpose.ts';

/** Who would be called, and when, as far as it is told. */
export interface CallDetails {
  /** E.164. */
  readonly number: string;
  /** IANA; as the customer's own record has it. */
  readonly customerZone: string | undefined;
  /** ISO 3166-2; as the customer's own record has it. */
  readonly customerRegion?: string | undefined;
  /** Omitted: `unspecified`, the strictest. */
  readonly purpose?: Purpose | undefined;
  /** Whether the person is said to have consented to such calls; omitted: no. */
  readonly consent?: boolean | undefined;
  /** Unix ms. */
  readonly nowMs: number;
  /** Of the batch, within what the law allows. */
  readonly window: CallingWindow | null;
  /** `off`: the hours of the law do not bind the workspace; its limits of calls do. */
  readonly callingHours: 'law' | 'off';
  /** The workspace's own. */
  readonly workspaceHours: CallingWindow | null;
  /** When this number was called in the last 30 days (Unix ms), where a rule counts that. */
  readonly earlierCallsMs?: readonly number[] | undefined;
}

export interface TimeZoneSources {
  readonly zones: NumberZones;
  /** IANA: stands for the zone of numbers whose zone is not known. Left out: they are not called. */
  readonly zoneWhenUnknown?: string | undefined;
}

/** The same with what the number tells of its country and its zones. */
export function callingHoursQuery(
  asked: CallDetails,
  { zones, zoneWhenUnknown }: TimeZoneSources,
): CallingHoursQuery {
  const { window, workspaceHours, ...rest } = asked;
  const parsed = parsePhoneNumber(asked.number);
  return {
    ...rest,
    country: parsed?.country,
    candidateZones: parsed === undefined ? [] : zones.find(parsed),
    isPlaceKnown: parsed !== undefined && asked.customerZone !== undefined && zones.hasKnownLocation(parsed),
    zoneWhenUnknown,
    ...(window === null ? {} : { window }),
    ...(workspaceHours === null ? {} : { workspaceHours }),
  };
}
