import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FromNumberRotation } from './from-number-rotation.ts';

const one = '+12025550101';
const two = '+12025550102';
const three = '+12025550103';

/** Returns the caller ids of consecutive calls; undefined if no number has capacity. */
function callerIds(
  numbers: FromNumberRotation,
  calls: number,
  fixedNumber: string | null = null,
): (string | undefined)[] {
  return Array.from({ length: calls }, () => {
    const number = numbers.next(fixedNumber);
    if (number !== undefined) numbers.recordCall(number);
    return number;
  });
}

describe('FromNumberRotation', () => {
  it('continues the rotation from earlier calls', () => {
    const numbers = new FromNumberRotation({
      numbers: [one, two, three],
      callsStarted: 4,
      capacity: new Map(),
    });
    expect(callerIds(numbers, 4)).toEqual([two, three, one, two]);
  });

  it('skips a number without capacity', () => {
    const numbers = new FromNumberRotation({
      numbers: [one, two],
      callsStarted: 0,
      capacity: new Map([[one, 1]]),
    });
    expect(callerIds(numbers, 4)).toEqual([one, two, two, two]);
  });

  it('uses the fixed number of a call within its limit', () => {
    const numbers = new FromNumberRotation({
      numbers: [one, two],
      callsStarted: 0,
      capacity: new Map([[three, 1]]),
    });
    expect(callerIds(numbers, 2, three)).toEqual([three, undefined]);
    expect(numbers.isLimited(three)).toBe(true);
    expect(numbers.isLimited(one)).toBe(false);
    expect(callerIds(numbers, 1)).toEqual([two]);
  });

  it('never exceeds a limit and returns a number while one has capacity', () => {
    const capacities = fc.uniqueArray(
      fc.record({ number: fc.integer({ min: 0, max: 9 }), free: fc.option(fc.integer({ min: -2, max: 5 })) }),
      { minLength: 1, maxLength: 6, selector: ({ number }) => number },
    );
    fc.assert(
      fc.property(capacities, fc.nat(100), fc.nat(40), (settings, callsStarted, calls) => {
        const nameOf = (number: number) => `+1202555010${number}`;
        const limited = settings.flatMap(({ number, free }) =>
          free === null ? [] : [[nameOf(number), free] as const],
        );
        const capacity = new Map(limited);
        const numbers = new FromNumberRotation({
          numbers: settings.map(({ number }) => nameOf(number)),
          callsStarted,
          capacity,
        });
        const used = callerIds(numbers, calls);
        const counts = Map.groupBy(used, (number) => number);
        for (const [number, free] of capacity)
          expect(counts.get(number)?.length ?? 0).toBeLessThanOrEqual(Math.max(free, 0));
        const hasUnlimited = settings.length > capacity.size;
        const freeSlots = limited.reduce((sum, [, free]) => sum + Math.max(free, 0), 0);
        const waiting = counts.get(undefined)?.length ?? 0;
        expect(waiting).toBe(hasUnlimited ? 0 : Math.max(calls - freeSlots, 0));
      }),
    );
  });
});
