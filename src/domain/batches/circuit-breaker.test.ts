import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addResult,
  carrierResultOf,
  isTripped,
  noRecentCalls,
  recentCallsMax,
  recentCallsMin,
} from './circuit-breaker.ts';

const results = fc.array(fc.constantFrom('failed' as const, 'served' as const), { maxLength: 60 });

describe('the circuit breaker of a batch', () => {
  it('trips when half of the last calls failed, and there were enough of them', () => {
    fc.assert(
      fc.property(results, (all) => {
        const last = all.slice(-recentCallsMax);
        const failures = last.filter((result) => result === 'failed').length;
        const expected = last.length >= recentCallsMin && failures * 2 >= last.length;
        expect(isTripped(all.reduce(addResult, noRecentCalls))).toBe(expected);
      }),
    );
  });
});

describe('what an end tells about the carrier', () => {
  it.each(['busy', 'no_answer', 'declined', 'invalid_number', 'customer_hangup', 'voicemail'] as const)(
    '%s: it did what it was asked',
    (endReason) => expect(carrierResultOf(endReason, true)).toBe('served'),
  );

  it('carrier_error: it failed', () => {
    expect(carrierResultOf('carrier_error', true)).toBe('failed');
  });

  it.each(['node_lost', 'cancelled', 'provider_error'] as const)('%s: nothing', (endReason) => {
    expect(carrierResultOf(endReason, true)).toBeUndefined();
  });

  it('nothing where it was not asked', () => {
    expect(carrierResultOf('invalid_number', false)).toBeUndefined();
  });
});
