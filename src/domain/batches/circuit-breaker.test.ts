import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addResult,
  carrierResultOf,
  isTripped,
  noRecentCalls,
  maxRecentCalls,
  minRecentCalls,
} from './circuit-breaker.ts';

const results = fc.array(fc.constantFrom('failed' as const, 'served' as const), { maxLength: 60 });

describe('the circuit breaker of a batch', () => {
  it('trips if half of enough recent calls failed', () => {
    fc.assert(
      fc.property(results, (all) => {
        const last = all.slice(-maxRecentCalls);
        const failures = last.filter((result) => result === 'failed').length;
        const expected = last.length >= minRecentCalls && failures * 2 >= last.length;
        expect(isTripped(all.reduce(addResult, noRecentCalls))).toBe(expected);
      }),
    );
  });
});

describe('carrierResultOf', () => {
  it.each(['busy', 'no_answer', 'declined', 'invalid_number', 'customer_hangup', 'voicemail'] as const)(
    'returns served for %s',
    (endReason) => expect(carrierResultOf(endReason, true)).toBe('served'),
  );

  it('returns failed for carrier_error', () => {
    expect(carrierResultOf('carrier_error', true)).toBe('failed');
  });

  it.each(['node_lost', 'cancelled', 'provider_error'] as const)('returns undefined for %s', (endReason) => {
    expect(carrierResultOf(endReason, true)).toBeUndefined();
  });

  it('returns undefined for a call that was not dialed', () => {
    expect(carrierResultOf('invalid_number', false)).toBeUndefined();
  });
});
