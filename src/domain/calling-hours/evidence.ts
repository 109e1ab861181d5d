import { civilTimeAt } from '../understanding/zoned-time.ts';
import { regionOf } from './area-codes.ts';
import {
  timeZoneContradictsNumber,
  rulesForCall,
  calleeTimeZones,
  type CallingHoursDecision,
  type CallingHoursQuery,
} from './check-calling-hours.ts';
import type { Purpose } from './purpose.ts';

/** The reasons for which a call was allowed or deferred. Stored with the call; about 400 bytes as JSON. */
export interface CallingHoursEvidence {
  /** ISO 8601. */
  readonly at: string;
  readonly allowed: boolean;
  readonly country: string | null;
  /** State or province of the number. */
  readonly region: string | null;
  /** ISO 3166-2, of the customer. */
  readonly customerRegion: string | null;
  readonly purpose: Purpose;
  readonly consent: boolean;
  /** The source of the zones. */
  readonly zonesFrom: 'customer' | 'number' | 'customer-and-number' | 'operator' | 'nowhere';
  /** Local time in each zone: `2026-11-24 10:00 America/New_York`. */
  readonly clocks: readonly string[];
  /** The rules of law that applied, with their versions: `us-fl@2026-11-21`. */
  readonly rules: readonly string[];
  /** Ids of the rules that blocked it. */
  readonly forbiddenBy: readonly string[];
  /** ISO 8601. */
  readonly nextAllowedAt: string | null;
}

/** Returns the evidence of a decision. */
export function evidenceOf(query: CallingHoursQuery, decision: CallingHoursDecision): CallingHoursEvidence {
  const { nowMs, country, customerRegion, number, purpose, consent } = query;
  const { allowed, reasons, nextAllowedAtMs } = decision;
  return {
    at: new Date(nowMs).toISOString(),
    allowed,
    country: country ?? null,
    region: regionOf(number) ?? null,
    customerRegion: customerRegion ?? null,
    purpose: purpose ?? 'unspecified',
    consent: consent ?? false,
    zonesFrom: zoneSourceOf(query),
    clocks: calleeTimeZones(query).map((zone) => `${localTimeOf(nowMs, zone)} ${zone}`),
    rules: rulesForCall(query).map(({ id, version }) => `${id}@${version}`),
    forbiddenBy: reasons.map(({ rule }) => rule),
    nextAllowedAt: nextAllowedAtMs === null ? null : new Date(nextAllowedAtMs).toISOString(),
  };
}

function zoneSourceOf(query: CallingHoursQuery): CallingHoursEvidence['zonesFrom'] {
  const { customerZone, candidateZones, zoneWhenUnknown } = query;
  if (timeZoneContradictsNumber(query)) return 'customer-and-number';
  if (customerZone !== undefined) return 'customer';
  if (candidateZones.length > 0) return 'number';
  return zoneWhenUnknown === undefined ? 'nowhere' : 'operator';
}

function localTimeOf(instantMs: number, zone: string): string {
  const { year, month, day, hour, minute } = civilTimeAt(instantMs, zone);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
