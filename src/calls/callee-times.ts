import type { NumberZones } from '../core/number-zones.ts';
import { parsePhoneNumber } from '../core/phone-numbers.ts';
import { calleeZone } from '../domain/calling-hours/callee-zone.ts';
import type { WorkspaceHours } from '../domain/calling-hours/workspace-hours.ts';
import type { CallPlan } from './call-plan.ts';

/** Somebody who may be called again. */
export interface CalleeAtNumber extends WorkspaceHours {
  /** E.164. */
  readonly number: string;
  /** IANA; as the customer's own record has it. */
  readonly customerZone: string | undefined;
}

/** When people may be called. */
export interface AllowedHours {
  /** The next instant from this one on (Unix ms). Undefined: not within a year, or nobody knows. */
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
    const customerZone = plan.customer.timezone;
    const parsed = parsePhoneNumber(number);
    const candidateZones = parsed === undefined ? [] : zones.find(parsed);
    const question = { customerZone, candidateZones, otherwise: plan.timezone, nowMs };
    const { zone, isGuessed } = calleeZone(question);
    return {
      ...plan,
      timezone: zone,
      isZoneGuessed: isGuessed,
      nextAllowed: (atMs) => hours.nextAllowed({ number, customerZone, callingHours, callingWindow }, atMs),
    };
  }
}
