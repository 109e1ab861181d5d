import type { NumberZones } from '../../core/number-zones.ts';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import { isTimeZoneOrUtc } from '../../core/time-zones.ts';
import type { VariableValue } from '../flow/protocol.ts';
import { haveSameOffset } from './offset-period.ts';

/** The time zone in which the customer means "tomorrow at ten". */
export interface CalleeZone {
  /** IANA. */
  readonly zone: string;
  /** Whether the zone is inferred, so that the customer may be in another one. */
  readonly isInferred: boolean;
}

/** The known zones of a customer. */
export interface CalleeZoneQuery {
  /** IANA zone of the customer, if known. */
  readonly customerZone: string | undefined;
  /** IANA names of the possible zones of the customer's number. */
  readonly candidateZones: readonly string[];
  /** IANA zone of the agent or the workspace. */
  readonly defaultZone: string;
  /** Unix ms. */
  readonly nowMs: number;
}

/** The candidate zones must have the same offset for this time. Most callbacks are sooner. */
const sameOffsetForMs = 14 * 86_400_000;

/**
 * Returns the zone of the customer; else the zone of the number, if all candidates have the same offset now and for the next two weeks; else
 * the default zone. Throws `RangeError` for an unknown zone.
 */
export function calleeZone(query: CalleeZoneQuery): CalleeZone {
  const { customerZone, candidateZones, defaultZone, nowMs } = query;
  if (customerZone !== undefined) return { zone: customerZone, isInferred: false };
  const [first, ...others] = candidateZones;
  const isOneClock =
    first !== undefined &&
    others.every((other) => haveSameOffset(first, other, nowMs, nowMs + sameOffsetForMs));
  return { zone: isOneClock ? bestKnownZone(candidateZones) : defaultZone, isInferred: true };
}

/** Small zones that share the offset and the numbers of a larger neighbour. */
const smallZones: ReadonlySet<string> = new Set([
  'Arctic/Longyearbyen',
  'Europe/Busingen',
  'Europe/Guernsey',
  'Europe/Isle_of_Man',
  'Europe/Jersey',
  'Europe/Mariehamn',
  'Europe/Vatican',
]);

/** Returns the best-known zone: a British mobile phone may be in Guernsey, but its zone is called London. */
const bestKnownZone = (zones: readonly string[]): string =>
  zones.find((zone) => !smallZones.has(zone)) ?? zones[0]!;

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
