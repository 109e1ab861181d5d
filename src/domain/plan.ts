/** What a workspace may use at once and in a minute. */
export interface PlanLimits {
  readonly requestsPerMinute: number;
  readonly concurrentCalls: number;
  readonly callStartsPerSecond: number;
}

/** `unlimited` has limits too, far above what one machine serves: everything from outside has a limit. */
export const plans = {
  developer: { requestsPerMinute: 60, concurrentCalls: 1, callStartsPerSecond: 1 },
  standard: { requestsPerMinute: 600, concurrentCalls: 20, callStartsPerSecond: 5 },
  unlimited: { requestsPerMinute: 1_000_000, concurrentCalls: 10_000, callStartsPerSecond: 1_000 },
} as const satisfies Record<string, PlanLimits>;

export type Plan = keyof typeof plans;

export const planNames = Object.keys(plans) as [Plan, ...Plan[]];

/** What each plan allows here. */
export type PlanTable = Readonly<Record<Plan, PlanLimits>>;

/** The plans with the operator's changes. */
export const planTable = (changes: Partial<PlanTable> | undefined): PlanTable => ({ ...plans, ...changes });

/** Limits a key carries of its own; they tighten the plan's, never widen them. */
export interface KeyLimits {
  readonly requestsPerMinute?: number | undefined;
  readonly concurrentCalls?: number | undefined;
}

export function tightest(plan: PlanLimits, key: KeyLimits): PlanLimits {
  return {
    ...plan,
    requestsPerMinute: Math.min(plan.requestsPerMinute, key.requestsPerMinute ?? Infinity),
    concurrentCalls: Math.min(plan.concurrentCalls, key.concurrentCalls ?? Infinity),
  };
}
