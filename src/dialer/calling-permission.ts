import type { AllowedHours, CalleeAtNumber } from '../calls/callee-times.ts';
import type { NumberZones } from '../core/number-zones.ts';
import { parsePhoneNumber } from '../core/phone-numbers.ts';
import type { CallingWindow } from '../domain/batches/batch.ts';
import {
  decide,
  isBoundByHours,
  lawsOf,
  type CallDecision,
  type CallQuestion,
} from '../domain/calling-hours/decide.ts';
import { evidenceOf } from '../domain/calling-hours/evidence.ts';

/** Who would be called, and when. */
export interface PermissionQuestion {
  /** E.164. */
  readonly number: string;
  /** IANA; as the customer's own record has it. */
  readonly customerZone: string | undefined;
  /** Unix ms. */
  readonly nowMs: number;
  /** Of the batch, within what the law allows. */
  readonly window: CallingWindow | null;
  /** Whether the workspace is held to the calling hours of the law. */
  readonly callingHours: 'law' | 'off';
  /** When this number was called in the last 30 days (Unix ms), where a rule counts that. */
  readonly earlierCallsMs?: readonly number[] | undefined;
}

export type Permission =
  /** `evidence`: by which rules, for the timeline of the call. */
  | { readonly allowed: true; readonly evidence: Readonly<Record<string, unknown>> }
  /** `nextAllowedAt` null: not within a year, or nobody knows; `detail` is a sentence for people. */
  | { readonly allowed: false; readonly nextAllowedAt: Date | null; readonly detail: string };

/** Whether somebody may be called at this time of day. */
export interface CallingPermission {
  /** Whether a rule for this number counts earlier calls. */
  countsCalls(number: string): boolean;
  decide(question: PermissionQuestion): Permission;
}

export interface HoursOfLawOptions {
  readonly zones: NumberZones;
  /** IANA: stands for the zone of numbers whose zone is not known. Left out: they are not called. */
  readonly zoneWhenUnknown?: string | undefined;
}

/** In plain words; the citations follow. */
function refusalOf({ window }: PermissionQuestion, { reasons, nextAllowedAtMs }: CallDecision): string {
  if (reasons.some(({ why }) => why === 'zone'))
    return 'It may not be called: by which clocks its hours go is not known. Give its row a timezone.';
  if (window === null || nextAllowedAtMs !== null) return 'It may not be called.';
  const spans = window.windows.map(({ start, end }) => `${start}–${end}`).join(', ');
  return `It may never be called: within a year the hours of the batch (${spans}) have none in common with those that the law allows there.`;
}

/** By the law where the number is, and the batch's window. Numbers of the test network may be called at any time. */
export class HoursOfLaw implements CallingPermission, AllowedHours {
  readonly #zones: NumberZones;
  readonly #zoneWhenUnknown: string | undefined;

  constructor({ zones, zoneWhenUnknown }: HoursOfLawOptions) {
    this.#zones = zones;
    this.#zoneWhenUnknown = zoneWhenUnknown;
  }

  countsCalls(number: string): boolean {
    if (!isBoundByHours(number)) return false;
    const country = parsePhoneNumber(number)?.country;
    return lawsOf({ number, country, candidateZones: [], nowMs: 0 }).some(({ limit }) => limit !== undefined);
  }

  decide(question: PermissionQuestion): Permission {
    const { number, window } = question;
    if (!isBoundByHours(number) && window === null) return { allowed: true, evidence: { rules: [] } };
    const asked = this.#questionOf(question);
    const decision = decide(asked);
    if (decision.allowed) return { allowed: true, evidence: { ...evidenceOf(asked, decision) } };
    const { nextAllowedAtMs, reasons } = decision;
    return {
      allowed: false,
      nextAllowedAt: nextAllowedAtMs === null ? null : new Date(nextAllowedAtMs),
      detail: `${refusalOf(question, decision)} ${reasons.map(({ citation }) => citation).join(' ')}`,
    };
  }

  nextAllowed({ number, customerZone, callingHours }: CalleeAtNumber, atMs: number): number | undefined {
    const permission = this.decide({ number, customerZone, nowMs: atMs, window: null, callingHours });
    return permission.allowed ? atMs : permission.nextAllowedAt?.getTime();
  }

  #questionOf(question: PermissionQuestion): CallQuestion {
    const { number, customerZone, nowMs, window, callingHours, earlierCallsMs } = question;
    const parsed = parsePhoneNumber(number);
    return {
      number,
      country: parsed?.country,
      candidateZones: parsed === undefined ? [] : this.#zones.find(parsed),
      customerZone,
      nowMs,
      zoneWhenUnknown: this.#zoneWhenUnknown,
      callingHours: isBoundByHours(number) ? callingHours : 'off',
      ...(window === null ? {} : { window }),
      ...(earlierCallsMs === undefined ? {} : { earlierCallsMs }),
    };
  }
}
