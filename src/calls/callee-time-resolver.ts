import type { NumberZones } from '../core/number-zones.ts';
import { parsePhoneNumber } from '../core/phone-numbers.ts';
import { calleeZone } from '../domain/calling-hours/callee-zone.ts';
import type { Purpose } from '../domain/calling-hours/purpose.ts';
import type { WorkspaceHours } from '../domain/calling-hours/workspace-hours.ts';
import type { CallPlan } from './call-plan.ts';

/** The customer of a call, with the data that the calling hours depend on. */
export interface Callee extends WorkspaceHours {
  /** E.164. */
  readonly number: string;
  /** IANA time zone of the customer record. */
  readonly customerZone: string | undefined;
  /** ISO 3166-2 region of the customer record. */
  readonly customerRegion: string | undefined;
  readonly purpose: Purpose;
  /** See `CallPlan.recentCallsMs`; empty if unknown. */
  readonly recentCallsMs: readonly number[];
}

/** Applies the calling hours to a callee. */
export interface CallingHoursPolicy {
  /**
   * Returns the first instant from `atMs` on (Unix ms) at which a callback that the callee requested is allowed; undefined if unknown or not within a
   * year.
   */
  nextAllowed(callee: Callee, atMs: number): number | undefined;
}

export interface CalleeTimeResolverOptions {
  readonly zones: NumberZones;
  readonly hours: CallingHoursPolicy;
}

/** Completes call plans with the time zone of the customer and the calling hours in it. */
export class CalleeTimeResolver {
  readonly #options: CalleeTimeResolverOptions;

  constructor(options: CalleeTimeResolverOptions) {
    this.#options = options;
  }

  /**
   * Returns the plan with the customer's time zone, and with a `nextAllowed` that applies the calling hours. Several possible zones of a number are
   * used as one if they have the same offset at `nowMs` (Unix ms); see `calleeZone`.
   */
  resolve(plan: CallPlan, nowMs: number): CallPlan {
    const { zones, hours } = this.#options;
    const { customerNumber: number, callingHours, callingWindow } = plan;
    const { purpose = 'unspecified', recentCallsMs = [] } = plan;
    const { timezone: customerZone, region: customerRegion } = plan.customer;
    const customer = { number, customerZone, customerRegion, purpose, recentCallsMs };
    const parsed = parsePhoneNumber(number);
    const candidateZones = parsed === undefined ? [] : zones.find(parsed);
    const query = { customerZone, candidateZones, defaultZone: plan.timezone, nowMs };
    const { zone, isInferred } = calleeZone(query);
    return {
      ...plan,
      timezone: zone,
      isZoneInferred: isInferred,
      nextAllowed: (atMs) => hours.nextAllowed({ ...customer, callingHours, callingWindow }, atMs),
    };
  }
}
