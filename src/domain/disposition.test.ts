import { describe, expect, it } from 'vitest';
import { endReasons } from './call-state.ts';
import { builtInDispositions, dispositionOfEnd } from './disposition.ts';

describe('the disposition of a call whose flow recorded none', () => {
  it.each([
    ['customer_hangup', true, 'answered'],
    ['agent_hangup', true, 'answered'],
    ['silence', true, 'answered'],
    ['transferred', true, 'transferred'],
    ['voicemail', true, 'voicemail'],
    ['no_answer', false, 'no_answer'],
    ['busy', false, 'busy'],
    ['declined', false, 'no_answer'],
    ['invalid_number', false, 'invalid_number'],
    ['cancelled', false, 'cancelled'],
    ['carrier_error', false, 'failed'],
    ['node_lost', false, 'failed'],
  ] as const)('after %s (answered: %s) is %s', (reason, answered, disposition) => {
    expect(dispositionOfEnd(reason, answered)).toBe(disposition);
  });

  it('is a known one after every end', () => {
    for (const reason of endReasons)
      for (const answered of [true, false])
        expect(builtInDispositions).toHaveProperty(dispositionOfEnd(reason, answered));
  });

  it('forbids further calls only where that was asked for', () => {
    const forbidding = Object.entries(builtInDispositions).filter(([, code]) => code.addsToDnc);
    expect(forbidding.map(([name]) => name)).toEqual(['do_not_call']);
  });
});
