import { describe, expect, it } from 'vitest';
import { reservedCalls, fairShare } from './call-capacity.ts';

describe('reservedCalls', () => {
  it.each([
    [1, 10, 0],
    [2, 10, 1],
    [20, 10, 2],
    [25, 10, 3],
    [20, 0, 0],
    [2, 90, 1],
    [10_000, 10, 1_000],
  ])('of %d concurrent calls and %d %% is %d', (calls, percent, reserved) => {
    expect(reservedCalls(calls, percent)).toBe(reserved);
  });

  it.each([
    [20, 5, 5],
    [20, 0, 0],
    [20, 500, 19],
    [1, 1, 0],
  ])('of %d concurrent calls with %d set by the batch is %d', (calls, batchReserved, reserved) => {
    expect(reservedCalls(calls, 10, batchReserved)).toBe(reserved);
  });
});

describe('fairShare', () => {
  it.each([
    [10, 1, 10],
    [10, 3, 4],
    [1, 5, 1],
    [0, 2, 0],
    [7, 0, 7],
  ])('of %d among %d is %d', (free, claimants, share) => {
    expect(fairShare(free, claimants)).toBe(share);
  });
});
