import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFieldFault, parseSuppression, suppressionChannels } from './suppression.ts';

describe('parseSuppression', () => {
  it.each([
    ['+12025550100', 'all', ['voice', 'sms'], '+12025550100'],
    [' +1 (202) 555-0100 ', 'voice', ['voice'], '+12025550100'],
    ['+44 (0)20 7946 0958', 'sms', ['sms'], '+442079460958'],
    ['\u202a+12025550100\u202c', 'voice', ['voice'], '+12025550100'],
    ['\uff0b12025550100', 'voice', ['voice'], '+12025550100'],
    ['ada@\u200bexample.com', 'email', ['email'], 'ada@example.com'],
    ['Ada@Example.com', 'all', ['email'], 'ada@example.com'],
    ['ada@example.com', 'email', ['email'], 'ada@example.com'],
  ] as const)('reads %s on %s', (address, channel, channels, normal) => {
    expect(parseSuppression({ address, channel })).toEqual({ address: normal, channels });
  });

  it('accepts a national number if the country is known', () => {
    const written = { address: '(202) 555-0100', channel: 'all' } as const;
    expect(parseSuppression(written, 'US')).toMatchObject({ address: '+12025550100' });
    expect(parseSuppression(written)).toEqual({
      path: 'address',
      code: 'invalid_recipient',
      message:
        'This number has no country code. Write it with its country code, such as +491701234567, or send defaultCountry.',
    });
    expect(parseSuppression({ address: '12', channel: 'all' }, 'US')).toMatchObject({
      message:
        'This is not a valid number of the country US. Write it with its country code, such as +491701234567.',
    });
  });

  it.each([
    ['', 'all', 'address'],
    ['+1202555', 'all', 'address'],
    ['ada', 'all', 'address'],
    ['ada@', 'email', 'address'],
    ['ada@example.com', 'voice', 'channel'],
    ['+12025550100', 'email', 'channel'],
  ] as const)('rejects %j on %s', (address, channel, path) => {
    expect(parseSuppression({ address, channel })).toMatchObject({ path });
  });

  it('returns a fault or a normalised address for any text', () => {
    const written = fc.record({
      address: fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.emailAddress()),
      channel: fc.constantFrom(...suppressionChannels, 'all' as const),
    });
    fc.assert(
      fc.property(written, (sent) => {
        const read = parseSuppression(sent, 'US');
        const again = isFieldFault(read) ? read : parseSuppression({ ...sent, address: read.address });
        expect(again).toEqual(read);
      }),
    );
  });
});
