import { describe, expect, it } from 'vitest';
import { plans, planTable, tightest } from './plan.ts';

describe('the plans', () => {
  it('are changed by the operator one by one', () => {
    const standard = { requestsPerMinute: 1200, concurrentCalls: 50, callStartsPerSecond: 10 };
    expect(planTable({ standard })).toEqual({ ...plans, standard });
    expect(planTable(undefined)).toEqual(plans);
  });
});

describe('the limits of a key', () => {
  it('tighten those of the plan', () => {
    expect(tightest(plans.standard, { requestsPerMinute: 10 })).toEqual({
      requestsPerMinute: 10,
      concurrentCalls: 20,
      callStartsPerSecond: 5,
    });
  });

  it('never widen those of the plan', () => {
    expect(tightest(plans.developer, { requestsPerMinute: 1000, concurrentCalls: 50 })).toEqual(
      plans.developer,
    );
  });
});
