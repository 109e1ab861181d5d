import { describe, expect, it } from 'vitest';
import { endReasons } from './call-state.ts';
import { builtInDispositions, defaultDisposition } from './disposition.ts';

describe('defaultDisposition', () => {
  it.each([
    ['customer_hangup', 'heard', 'answered'],
    ['agent_hangup', 'heard', 'answered'],
    ['silence', 'heard', 'answered'],
    ['media_timeout', 'heard', 'answered'],
    ['transferred', 'heard', 'transferred'],
    ['voicemail', 'silent', 'voicemail'],
    ['customer_hangup', 'silent', 'answered'],
    ['agent_hangup', 'silent', 'answered'],
    ['customer_hangup', 'unclear', 'answered'],
    ['agent_hangup', 'unclear', 'failed'],
    ['silence', 'unclear', 'failed'],
    ['max_duration', 'unclear', 'failed'],
    ['provider_error', 'unclear', 'failed'],
    ['provider_error', 'heard', 'failed'],
    ['transferred', 'unclear', 'transferred'],
    ['cancelled', 'heard', 'answered'],
    ['cancelled', 'silent', 'cancelled'],
    ['cancelled', 'unclear', 'cancelled'],
    ['silence', 'silent', 'no_answer'],
    ['max_duration', 'silent', 'no_answer'],
    ['media_timeout', 'silent', 'failed'],
    ['provider_error', 'silent', 'failed'],
    ['no_answer', 'none', 'no_answer'],
    ['busy', 'none', 'busy'],
    ['declined', 'none', 'no_answer'],
    ['invalid_number', 'none', 'invalid_number'],
    ['cancelled', 'none', 'cancelled'],
    ['carrier_error', 'none', 'failed'],
    ['node_lost', 'none', 'failed'],
    ['node_lost', 'silent', 'failed'],
    ['node_lost', 'heard', 'failed'],
  ] as const)('for end reason %s with contact %s is %s', (reason, contact, disposition) => {
    expect(defaultDisposition(reason, contact)).toBe(disposition);
  });

  it('is a built-in disposition for every end reason', () => {
    for (const reason of endReasons)
      for (const contact of ['none', 'silent', 'unclear', 'heard'] as const)
        expect(builtInDispositions).toHaveProperty(defaultDisposition(reason, contact));
  });

  it('adds only do_not_call to the do-not-call list', () => {
    const forbidding = Object.entries(builtInDispositions).filter(([, code]) => code.addsToDnc);
    expect(forbidding.map(([name]) => name)).toEqual(['do_not_call']);
  });
});
