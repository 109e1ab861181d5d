import type { NumberZones } from '../core/number-zones.ts';
import { parsePhoneNumber } from '../core/phone-numbers.ts';
import { calleeZone } from '../domain/calling-hours/callee-zone.ts';
import type { Purpose } from '../domain/calling-hours/purpose.ts';
import type { WorkspaceHours } from '../domain/calling-hours/workspace-hours.ts';
import type { CallPlan } from './call-plan.ts';

/** Somebody who may be called again. */
export interface CalleeAtNumber extends WorkspaceHours {
  /** E.164. */
  readonly number: string;
  /** IANA; as the customer's own record has it. */
  readonly customerZone: string | undefined;
  /** ISO 3166-2; as the customer's own record has it. */
  readonly customerRegion: string | undefined;
  readonly purpose: Purpose;
  /** When they were called in the last 30 days, Unix ms. */
  readonly earlierCallsMs: readonly number[];
}

/** When people may be called. */
export interface AllowedHours {
  /** The next instant from this one on (Unix ms) for a call that the person asks for. Undefined: not within a year, or not known. */
  nextAllowed(callee: CalleeAtNumber, atMs: number): number | undefined;
}

export interface CalleeTimesOptions {
  readonly zones: NumberZones;
  readonly hours: AllowedHours;
}

/** By which clocks customers live, and when they may be called. */
export class CalleeTimes {
  readonly #options: CalleeTimesOptions;

  constructor(options: CalleeTimesOptions) {
    this.#options = options;
  }

  /** The plan with the times of its customer, as they are at `nowMs` (Unix ms). */
  settle(plan: CallPlan, nowMs: number): CallPlan {
    const { zones, hours } = this.#options;
    const { customerNumber: number, callingHours, callingWindow } = plan;
    const { purpose = 'unspecified', earlierCallsMs = [] } = plan;
    const { timezone: customerZone, region: customerRegion } = plan.customer;
    const customer = { number, customerZone, customerRegion, purpose, earlierCallsMs };
    const parsed = parsePhoneNumber(number);
    const candidateZones = parsed === undefined ? [] : zones.find(parsed);
    const question = { customerZone, candidateZones, otherwise: plan.timezone, nowMs };
    const { zone, isGuessed } = calleeZone(question);
    return {
      ...plan,
      timezone: zone,
      isZoneGuessed: isGuessed,
      nextAllowed: (atMs) => hours.nextAllowed({ ...customer, callingHours, callingWindow }, atMs),
    };
  }
}
