import type { NumberZones } from '../core/number-zones.ts';
import { parsePhoneNumber } from '../core/phone-numbers.ts';
import { isTimeZoneOrUtc } from '../core/time-zones.ts';
import { calleeZone, type CalleeZone } from '../domain/calling-hours/callee-zone.ts';
import type { VariableValue } from '../domain/flow/protocol.ts';

/** What is known about the time zone of a recipient. */
export interface RecipientZoneQuery {
  readonly customer: Readonly<Record<string, VariableValue>>;
  readonly recipient: string;
  /** IANA zone of the agent or the workspace. */
  readonly defaultZone: string;
  /** Unix ms. */
  readonly nowMs: number;
}

/** Returns the zone of a recipient: that of the customer's details, else of the phone number, else the default zone. */
export function findRecipientZone(
  zones: NumberZones,
  { customer, recipient, defaultZone, nowMs }: RecipientZoneQuery,
): CalleeZone {
  const { timezone, phone } = customer;
  const written = typeof timezone === 'string' && isTimeZoneOrUtc(timezone) ? timezone : undefined;
  const number = recipient.includes('@') ? phone : recipient;
  const parsed = typeof number === 'string' ? parsePhoneNumber(number) : undefined;
  const candidateZones = parsed === undefined ? [] : zones.find(parsed);
  return calleeZone({ customerZone: written, candidateZones, defaultZone, nowMs });
}
