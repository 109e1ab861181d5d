import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEmailAddress, readRecipient } from './recipient.ts';

describe('readRecipient', () => {
  it.each([
    ['+12025550100', { channel: 'sms', address: '+12025550100' }],
    ['+4402079460958', { channel: 'sms', address: '+442079460958' }],
    ['Ada@Example.com', { channel: 'email', address: 'ada@example.com' }],
    ['ada+news@mail.example.co.uk', { channel: 'email', address: 'ada+news@mail.example.co.uk' }],
    ['ada@bücher.example', { channel: 'email', address: 'ada@xn--bcher-kva.example' }],
  ])('reads %s', (text, recipient) => {
    expect(readRecipient(text)).toEqual(recipient);
  });

  it.each([
    '',
    '12025550100',
    '+1202555',
    '+1 202 555 0100',
    '2025550100',
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'a b@example.com',
    'ada@@example.com',
    'Ada <ada@example.com>',
    'ada@example.com, bob@example.com',
    ' ada@example.com',
    'ada@exa mple.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(130)}example.com`,
  ])('rejects %j', (text) => {
    expect(readRecipient(text)).toBeUndefined();
  });

  it('returns a normalised address unchanged', () => {
    const text = fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary', maxLength: 80 }));
    fc.assert(
      fc.property(text, (written) => {
        const once = readRecipient(written);
        expect(once && readRecipient(once.address)).toEqual(once);
      }),
    );
  });

  it('ignores the case of an email address', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(readEmailAddress(address.toUpperCase())).toBe(readEmailAddress(address));
      }),
    );
  });
});
