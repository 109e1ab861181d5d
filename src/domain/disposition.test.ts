import { describe, expect, it } from 'vitest';
import { endReasons } from './call-state.ts';
import { builtInDispositions, dispositionOfEnd } from './disposition.ts';

describe('the disposition of a call whose flow recorded none', () => {
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
  ] as const)('after %s (the other side: %s) is %s', (reason, contact, disposition) => {
    expect(dispositionOfEnd(reason, contact)).toBe(disposition);
  });

  it('is a known one after every end', () => {
    for (const reason of endReasons)
      for (const contact of ['none', 'silent', 'unclear', 'heard'] as const)
        expect(builtInDispositions).toHaveProperty(dispositionOfEnd(reason, contact));
  });

  it('forbids further calls only where that was asked for', () => {
    const forbidding = Object.entries(builtInDispositions).filter(([, code]) => code.addsToDnc);
    expect(forbidding.map(([name]) => name)).toEqual(['do_not_call']);
  });
});
