/** The limits of a workspace on requests and calls. */
export interface RatePlanLimits {
  readonly requestsPerMinute: number;
  readonly concurrentCalls: number;
  readonly callStartsPerSecond: number;
}

/** The rate plans with their default limits. `unlimited` has limits too, far above the capacity of one machine. */
export const ratePlans = {
  developer: { requestsPerMinute: 60, concurrentCalls: 1, callStartsPerSecond: 1 },
  standard: { requestsPerMinute: 600, concurrentCalls: 20, callStartsPerSecond: 5 },
  unlimited: { requestsPerMinute: 1_000_000, concurrentCalls: 10_000, callStartsPerSecond: 1_000 },
} as const satisfies Record<string, RatePlanLimits>;

export type RatePlan = keyof typeof ratePlans;

export const ratePlanNames = Object.keys(ratePlans) as [RatePlan, ...RatePlan[]];

/** The limits of each rate plan on this installation. */
export type RatePlanTable = Readonly<Record<RatePlan, RatePlanLimits>>;

/** Returns the rate plans with the operator's changes. */
export const ratePlanTable = (changes: Partial<RatePlanTable> | undefined): RatePlanTable => ({
  ...ratePlans,
  ...changes,
});

/** The limits of an API key. They can only reduce those of the rate plan. */
export interface KeyLimits {
  readonly requestsPerMinute?: number | undefined;
  readonly concurrentCalls?: number | undefined;
}

/** Returns the limits that apply to a key: for each the smaller of the plan's and the key's. */
export function effectiveLimits(plan: RatePlanLimits, key: KeyLimits): RatePlanLimits {
  return {
    ...plan,
    requestsPerMinute: Math.min(plan.requestsPerMinute, key.requestsPerMinute ?? Infinity),
    concurrentCalls: Math.min(plan.concurrentCalls, key.concurrentCalls ?? Infinity),
  };
}
