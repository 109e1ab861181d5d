import { isFictionalNumber } from '../../core/phone-numbers.ts';
import { isZoneOfCountry, zonesOfCountry } from '../../core/time-zones.ts';
import type { CallingWindow } from './calling-window.ts';
import { regionOf } from './area-codes.ts';
import { hasHours, type CallingRule } from './calling-rule.ts';
import {
  nextAllowedByLimit,
  isOpen,
  nextAllowed,
  type Constraint,
  type LimitedCalls,
} from './next-allowed.ts';
import type { Purpose } from './purpose.ts';
import { rulesFor } from './rules.ts';
import { windowRule } from './window-rule.ts';
import { haveSameOffset } from './offset-period.ts';

/** A call that is checked against calling hours. */
export interface CallingHoursQuery {
  /** E.164. */
  readonly number: string;
  /** ISO 3166-1 alpha-2 country of the number. */
  readonly country?: string | undefined;
  /** ISO 3166-2 region in the customer record, such as `US-OR`. Its rules apply in addition to those of the number's state. */
  readonly customerRegion?: string | undefined;
  /** Purpose of the call. Defaults to `unspecified`, for which every rule applies. */
  readonly purpose?: Purpose | undefined;
  /** Whether the workspace attests that the person consented to such calls. Defaults to no. */
  readonly consent?: boolean | undefined;
  /** IANA names of the possible zones of the number. A call must be allowed in each. Empty: unknown. */
  readonly candidateZones: readonly string[];
  /** Whether `candidateZones` are the zones of the number's location, not of its whole country. Defaults to no. */
  readonly isPlaceKnown?: boolean | undefined;
  /**
   * IANA zone of the customer. It replaces the zones of the number. If it contradicts the number, a call must be allowed in all of these
   * zones. The rules of the number's state apply in each.
   */
  readonly customerZone?: string | undefined;
  /** Unix ms. */
  readonly nowMs: number;
  /** The calling window of the batch. */
  readonly window?: CallingWindow | undefined;
  /** The calling window of the workspace. */
  readonly workspaceHours?: CallingWindow | undefined;
  /** `off`: legal calling hours do not apply; legal limits on the number of calls and the windows do. */
  readonly callingHours?: 'law' | 'off';
  /** IANA zone for numbers with an unknown zone, if the operator allows calls to them. */
  readonly zoneWhenUnknown?: string | undefined;
  /** Earlier calls to this number in the last 30 days (Unix ms), in any order. */
  readonly recentCallsMs?: readonly number[] | undefined;
}

/** A reason why a call is not allowed now. */
export interface BlockReason {
  /** The id of the rule, or `window`, `workspace-hours`, `zone-unknown`. */
  readonly rule: string;
  readonly kind: 'hours' | 'limit' | 'zone';
  /** The citation of the law, or another noun phrase that fits into a sentence. */
  readonly citation: string;
  /** The version of the rule. Empty for reasons other than rules of law. */
  readonly version: string;
}

/** Returns whether the reason is a rule of law, not a calling window or an unknown zone. */
export const isLegalReason = ({ version }: BlockReason): boolean => version !== '';

/** Returns the citations of all reasons as part of a sentence. */
export const citationsOf = (reasons: readonly BlockReason[]): string =>
  reasons.map(({ citation }) => citation).join('; ');

/** The result of a check against calling hours. */
export interface CallingHoursDecision {
  readonly allowed: boolean;
  /** All reasons; empty if the call is allowed. */
  readonly reasons: readonly BlockReason[];
  /** Unix ms; `nowMs` if the call is allowed. Null if there is no time within a year or the zone is unknown. */
  readonly nextAllowedAtMs: number | null;
}

/** The hours and limits that apply to a call, each with the reason that it reports. */
export interface Bounds {
  readonly hours: readonly (Constraint & { readonly reason: BlockReason })[];
  readonly limits: readonly (LimitedCalls & { readonly reason: BlockReason })[];
  /** Whether the zone of the callee is needed but unknown. */
  readonly isZoneMissing: boolean;
}

const zoneUnknown: BlockReason = {
  rule: 'zone-unknown',
  kind: 'zone',
  citation: 'the time zone of this number is unknown',
  version: '',
};

/** Returns whether calling hours apply to this E.164 number. They do not apply in the test network, whose callees are simulated. */
export const isSubjectToCallingHours = (number: string): boolean => !isFictionalNumber(number);

/**
 * Checks whether a number may be called at an instant. The law of its country and state, the hours of the workspace and the window of the
 * batch must all allow the call in every possible zone. An unknown zone blocks the call. Throws `RangeError` for an unknown zone name.
 * Takes about 1 µs if the call is allowed.
 */
export function checkCallingHours(query: CallingHoursQuery): CallingHoursDecision {
  const { nowMs } = query;
  const { hours, limits, isZoneMissing } = boundsOf(query);
  const violated = [
    ...hours.filter((constraint) => !isOpen(constraint, nowMs)),
    ...limits.filter((limited) => nextAllowedByLimit(limited, nowMs) > nowMs),
  ];
  const reasons = [...new Set(violated.map(({ reason }) => reason))];
  if (isZoneMissing) return { allowed: false, reasons: [zoneUnknown, ...reasons], nextAllowedAtMs: null };
  if (reasons.length === 0) return { allowed: true, reasons, nextAllowedAtMs: nowMs };
  return { allowed: false, reasons, nextAllowedAtMs: nextAllowed(hours, limits, nowMs) ?? null };
}

/**
 * Returns the first instant from `atMs` (Unix ms) at which the callback is allowed. Undefined if there is none within a year or the zone is
 * unknown; a user must then decide.
 */
export function moveIntoCallingHours(query: CallingHoursQuery, atMs: number): number | undefined {
  return checkCallingHours({ ...query, nowMs: atMs }).nextAllowedAtMs ?? undefined;
}

const yearMs = 366 * 86_400_000;

/**
 * Returns whether the customer's zone contradicts the number, so that the hours of both apply: its offset differs from that of each zone of
 * the number, and the number's location is known or the zone is in another country.
 */
export function timeZoneContradictsNumber(query: CallingHoursQuery): boolean {
  const { number, country, customerZone, candidateZones, isPlaceKnown = false, nowMs } = query;
  if (customerZone === undefined || country === undefined || !isSubjectToCallingHours(number)) return false;
  if (!isPlaceKnown && isZoneOfCountry(customerZone, country)) return false;
  return !candidateZones.some(
    (zone) => zone === customerZone || haveSameOffset(zone, customerZone, nowMs, nowMs + yearMs),
  );
}

/** Returns the possible time zones of the callee; empty if they are unknown. */
export function calleeTimeZones(query: CallingHoursQuery): readonly string[] {
  const { customerZone, candidateZones, country, zoneWhenUnknown } = query;
  if (timeZoneContradictsNumber(query)) {
    const ofNumber = candidateZones.length > 0 ? candidateZones : zonesOfCountry(country!);
    return [customerZone!, ...ofNumber];
  }
  if (customerZone !== undefined) return [customerZone];
  if (candidateZones.length > 0) return candidateZones;
  return zoneWhenUnknown === undefined ? [] : [zoneWhenUnknown];
}

/** Returns the rules that apply to a call by its number and the customer's region. None apply to calls to the test network. */
export function rulesForCall(query: CallingHoursQuery): readonly CallingRule[] {
  const { number, country, customerRegion, purpose = 'unspecified', consent = false } = query;
  if (!isSubjectToCallingHours(number)) return [];
  const ofNumber = rulesFor({ country, region: regionOf(number), purpose, consent });
  const place = customerRegion === undefined ? undefined : placeOf(customerRegion);
  const ofRegion = place === undefined ? [] : rulesFor({ ...place, purpose, consent });
  const rules = ofRegion.length === 0 ? ofNumber : [...new Set([...ofNumber, ...ofRegion])];
  return query.callingHours === 'off' ? rules.filter(({ limits }) => limits !== undefined) : rules;
}

/** Returns whether legal calling hours, or the default hours of Parley, apply to a call. */
export const hasLegalHours = (query: CallingHoursQuery): boolean =>
  query.callingHours !== 'off' && rulesForCall(query).length > 0;

/** Splits an ISO 3166-2 code. */
function placeOf(region: string): { readonly country: string; readonly region: string } {
  const [country, part] = region.split('-');
  return { country: country!, region: part ?? '' };
}

/** Returns whether a rule limits the number of calls to this person. */
export const hasCallLimit = (query: CallingHoursQuery): boolean =>
  rulesForCall(query).some(({ limits }) => limits !== undefined);

function boundsOf(query: CallingHoursQuery): Bounds {
  const zones = calleeTimeZones(query);
  const rules = rulesForCall(query);
  const rulesWithHours = query.callingHours === 'off' ? [] : rules.filter(hasHours);
  const windows = windowsOf(query);
  const hours = [];
  for (const rule of rulesWithHours) {
    const reason = reasonOf(rule, 'hours');
    for (const zone of zones) hours.push({ rule, zone, reason });
  }
  for (const { window, reason } of windows) {
    const rule = windowRule(window);
    for (const zone of window.timezone === 'recipient' ? zones : [window.timezone])
      hours.push({ rule, zone, reason });
  }
  const needsZone =
    rulesWithHours.length > 0 || windows.some(({ window }) => window.timezone === 'recipient');
  const limits = limitsOf(rules, query.recentCallsMs ?? []);
  return { hours, limits, isZoneMissing: needsZone && zones.length === 0 };
}

function limitsOf(rules: readonly CallingRule[], callStartsMs: readonly number[]): Bounds['limits'] {
  const limits = [];
  for (const rule of rules) {
    if (rule.limits === undefined) continue;
    const reason = reasonOf(rule, 'limit');
    for (const limit of rule.limits) limits.push({ limit, callStartsMs, reason });
  }
  return limits;
}

function windowsOf({ window, workspaceHours }: CallingHoursQuery) {
  const windows = [];
  if (workspaceHours !== undefined) windows.push({ window: workspaceHours, reason: outsideWorkspaceHours });
  if (window !== undefined) windows.push({ window, reason: outsideWindow });
  return windows;
}

const outsideWindow: BlockReason = {
  rule: 'window',
  kind: 'hours',
  citation: "the batch's window",
  version: '',
};

const outsideWorkspaceHours: BlockReason = {
  rule: 'workspace-hours',
  kind: 'hours',
  citation: "the workspace's own hours",
  version: '',
};

const reasonOf = ({ id, citation, version }: CallingRule, why: BlockReason['kind']): BlockReason => ({
  rule: id,
  kind: why,
  citation,
  version,
});
