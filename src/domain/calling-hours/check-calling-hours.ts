import { isFictionalNumber } from '../../core/phone-numbers.ts';
import { isZoneOfCountry, zonesOfCountry } from '../../core/time-zones.ts';
import type { CallingWindow } from './calling-window.ts';
import { regionOf } from './area-codes.ts';
import { hasHours, type CallingRule } from './calling-rule.ts';
import { limitFreeAt, isOpen, nextAllowed, type Constraint, type LimitedCalls } from './next-allowed.ts';
import type { Purpose } from './purpose.ts';
import { rulesFor } from './rules.ts';
import { windowRule } from './window-rule.ts';
import { haveSameOffset } from './offset-period.ts';

/** Who is to be called, and when. */
export interface CallingHoursQuery {
  /** E.164. */
  readonly number: string;
  /** ISO 3166-1 alpha-2, as the number has it. */
  readonly country?: string | undefined;
  /** ISO 3166-2, such as `US-OR`, as the customer's own record has it. Its rules bind beside those of the number's state. */
  readonly customerRegion?: string | undefined;
  /** What the call is for; omitted: `unspecified`, and every rule binds. */
  readonly purpose?: Purpose | undefined;
  /** Whether the person is said to have consented to such calls; omitted: no. */
  readonly consent?: boolean | undefined;
  /** IANA names of the zones in which the number may be. A call must be allowed in each. Empty: not known. */
  readonly candidateZones: readonly string[];
  /** Whether `candidateZones` are the zones of the number's place, not of its whole country. Omitted: no. */
  readonly isPlaceKnown?: boolean | undefined;
  /**
   * The customer's own zone. It replaces the zones of the number unless it contradicts the number; then a call must be allowed in all of
   * them. The rules of the number's state bind in each.
   */
  readonly customerZone?: string | undefined;
  /** Unix ms. */
  readonly nowMs: number;
  /** The batch's own window. */
  readonly window?: CallingWindow | undefined;
  /** The workspace's own. */
  readonly workspaceHours?: CallingWindow | undefined;
  /** `off`: the hours of the law do not bind; its limits of calls, and the windows, do. */
  readonly callingHours?: 'law' | 'off';
  /** Where the operator lets people be called whose zone is not known: the zone that stands for it. */
  readonly zoneWhenUnknown?: string | undefined;
  /** When this number was called before (Unix ms), of the last 30 days, in any order. */
  readonly earlierCallsMs?: readonly number[] | undefined;
}

/** Why a call may not be made now. */
export interface BlockReason {
  /** The rule's id, or `window`, `workspace-hours`, `zone-unknown`. */
  readonly rule: string;
  readonly why: 'hours' | 'limit' | 'zone';
  /** Of the law, or a name; it may stand inside a sentence. */
  readonly citation: string;
  /** Empty for what is no rule of law. */
  readonly version: string;
}

/** Of all of them, to stand inside a sentence. */
export const citationsOf = (reasons: readonly BlockReason[]): string =>
  reasons.map(({ citation }) => citation).join('; ');

export interface CallingHoursDecision {
  readonly allowed: boolean;
  /** Every reason; empty where the call is allowed. */
  readonly reasons: readonly BlockReason[];
  /** Unix ms, `nowMs` where the call is allowed. Null: not within a year, or the zone is not known. */
  readonly nextAllowedAtMs: number | null;
}

/** Hours, or a limit, with the reason that is given where they forbid. */
export interface Bounds {
  readonly hours: readonly (Constraint & { readonly reason: BlockReason })[];
  readonly limits: readonly (LimitedCalls & { readonly reason: BlockReason })[];
  /** Whether somebody's clock would have to be known and is not. */
  readonly zoneMissing: boolean;
}

const zoneUnknown: BlockReason = {
  rule: 'zone-unknown',
  why: 'zone',
  citation: 'the time zone of this number is not known',
  version: '',
};

/** Whether calling hours bind calls to this number (E.164). They do not in the test network, whose people are simulated. */
export const isSubjectToCallingHours = (number: string): boolean => !isFictionalNumber(number);

/**
 * Whether a number may be called at an instant: by the law of its country and state, the workspace's hours and the batch's window, all at
 * once, by the clocks of every zone in which it may be. What is not known forbids. Throws `RangeError` for an unknown zone. About a
 * microsecond where the call is allowed.
 */
export function checkCallingHours(question: CallingHoursQuery): CallingHoursDecision {
  const { nowMs } = question;
  const { hours, limits, zoneMissing } = boundsOf(question);
  const broken = [
    ...hours.filter((constraint) => !isOpen(constraint, nowMs)),
    ...limits.filter((limited) => limitFreeAt(limited, nowMs) > nowMs),
  ];
  const reasons = [...new Set(broken.map(({ reason }) => reason))];
  if (zoneMissing) return { allowed: false, reasons: [zoneUnknown, ...reasons], nextAllowedAtMs: null };
  if (reasons.length === 0) return { allowed: true, reasons, nextAllowedAtMs: nowMs };
  return { allowed: false, reasons, nextAllowedAtMs: nextAllowed(hours, limits, nowMs) ?? null };
}

/**
 * A callback's instant (Unix ms) moved into the hours: the next one at which the call is allowed. Undefined where there is none within a
 * year or the zone is not known: a person must look at it then.
 */
export function moveIntoCallingHours(question: CallingHoursQuery, atMs: number): number | undefined {
  return checkCallingHours({ ...question, nowMs: atMs }).nextAllowedAtMs ?? undefined;
}

const yearMs = 366 * 86_400_000;

/**
 * Whether the customer's zone contradicts the number, so that the hours of both bind: its clocks are those of none of the number's zones,
 * and the number's place is known or the zone is in another country.
 */
export function timeZoneContradictsNumber(question: CallingHoursQuery): boolean {
  const { number, country, customerZone, candidateZones, isPlaceKnown = false, nowMs } = question;
  if (customerZone === undefined || country === undefined || !isSubjectToCallingHours(number)) return false;
  if (!isPlaceKnown && isZoneOfCountry(customerZone, country)) return false;
  return !candidateZones.some(
    (zone) => zone === customerZone || haveSameOffset(zone, customerZone, nowMs, nowMs + yearMs),
  );
}

/** The zones by whose clocks the person called lives, as far as that is known. */
export function calleeTimeZones(question: CallingHoursQuery): readonly string[] {
  const { customerZone, candidateZones, country, zoneWhenUnknown } = question;
  if (timeZoneContradictsNumber(question)) {
    const ofNumber = candidateZones.length > 0 ? candidateZones : zonesOfCountry(country!);
    return [customerZone!, ...ofNumber];
  }
  if (customerZone !== undefined) return [customerZone];
  if (candidateZones.length > 0) return candidateZones;
  return zoneWhenUnknown === undefined ? [] : [zoneWhenUnknown];
}

/** The rules that bind a call, by its number and the customer's region. None bind calls to the test network. */
export function rulesForCall(question: CallingHoursQuery): readonly CallingRule[] {
  const { number, country, customerRegion, purpose = 'unspecified', consent = false } = question;
  if (!isSubjectToCallingHours(number)) return [];
  const ofNumber = rulesFor({ country, region: regionOf(number), purpose, consent });
  const place = customerRegion === undefined ? undefined : placeOf(customerRegion);
  const ofRegion = place === undefined ? [] : rulesFor({ ...place, purpose, consent });
  const rules = ofRegion.length === 0 ? ofNumber : [...new Set([...ofNumber, ...ofRegion])];
  return question.callingHours === 'off' ? rules.filter(({ limits }) => limits !== undefined) : rules;
}

/** Whether hours of the law, or Parley's own in their place, bind a call. */
export const hasLegalHours = (question: CallingHoursQuery): boolean =>
  question.callingHours !== 'off' && rulesForCall(question).length > 0;

/** Of ISO 3166-2. */
function placeOf(region: string): { readonly country: string; readonly region: string } {
  const [country, part] = region.split('-');
  return { country: country!, region: part ?? '' };
}

/** Whether a rule for this call counts earlier ones. */
export const hasCallLimit = (question: CallingHoursQuery): boolean =>
  rulesForCall(question).some(({ limits }) => limits !== undefined);

function boundsOf(question: CallingHoursQuery): Bounds {
  const zones = calleeTimeZones(question);
  const rules = rulesForCall(question);
  const timed = question.callingHours === 'off' ? [] : rules.filter(hasHours);
  const windows = windowsOf(question);
  const hours = [];
  for (const rule of timed) {
    const reason = reasonOf(rule, 'hours');
    for (const zone of zones) hours.push({ rule, zone, reason });
  }
  for (const { window, reason } of windows) {
    const rule = windowRule(window);
    for (const zone of window.timezone === 'recipient' ? zones : [window.timezone])
      hours.push({ rule, zone, reason });
  }
  const asksForZone = timed.length > 0 || windows.some(({ window }) => window.timezone === 'recipient');
  const limits = limitsOf(rules, question.earlierCallsMs ?? []);
  return { hours, limits, zoneMissing: asksForZone && zones.length === 0 };
}

function limitsOf(rules: readonly CallingRule[], callsMs: readonly number[]): Bounds['limits'] {
  const limits = [];
  for (const rule of rules) {
    if (rule.limits === undefined) continue;
    const reason = reasonOf(rule, 'limit');
    for (const limit of rule.limits) limits.push({ limit, callsMs, reason });
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
  why: 'hours',
  citation: "the batch's window",
  version: '',
};

const outsideWorkspaceHours: BlockReason = {
  rule: 'workspace-hours',
  why: 'hours',
  citation: "the workspace's own hours",
  version: '',
};

const reasonOf = ({ id, citation, version }: CallingRule, why: BlockReason['why']): BlockReason => ({
  rule: id,
  why,
  citation,
  version,
});
