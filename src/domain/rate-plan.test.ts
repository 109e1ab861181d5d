import { describe, expect, it } from 'vitest';
import { ratePlans, ratePlanTable, effectiveLimits } from './rate-plan.ts';

describe('ratePlanTable', () => {
  it('applies the changes of the operator to single plans', () => {
    const standard = { requestsPerMinute: 1200, concurrentCalls: 50, callStartsPerSecond: 10 };
    expect(ratePlanTable({ standard })).toEqual({ ...ratePlans, standard });
    expect(ratePlanTable(undefined)).toEqual(ratePlans);
  });
});

describe('effectiveLimits', () => {
  it('reduces the limits of the plan to those of the key', () => {
    expect(effectiveLimits(ratePlans.standard, { requestsPerMinute: 10 })).toEqual({
      requestsPerMinute: 10,
      concurrentCalls: 20,
      callStartsPerSecond: 5,
    });
  });

  it('never raises the limits of the plan', () => {
    expect(effectiveLimits(ratePlans.developer, { requestsPerMinute: 1000, concurrentCalls: 50 })).toEqual(
      ratePlans.developer,
    );
  });
});
