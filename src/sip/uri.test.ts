import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNameAddr, parseNameAddr } from './name-addr.ts';
import { SipParseError } from './parse-error.ts';
import { formatUri, isSipUri, parseUri, sipUri, unescapeUser } from './uri.ts';
import { formatVia, parseVia, uniqueBranch } from './via.ts';

describe('parseUri', () => {
  it.each([
    'sip:alice@atlanta.example.com',
    'sip:alice:secretword@atlanta.example.com;transport=tcp',
    'sips:alice@atlanta.example.com?subject=project%20x&priority=urgent',
    'sip:+1-212-555-1212:1234@gateway.example.com;user=phone',
    'sip:[2001:db8::10]:5070;lr',
    'sip:alice;day=tuesday@atlanta.example.com',
    'tel:+12125551212;phone-context=example.com',
  ])('round-trips %s', (text) => {
    expect(formatUri(parseUri(text))).toBe(text);
  });

  it.each([
    'sip:',
    'sip:@a',
    'alice@example.com',
    'sip:a b@c',
    'sip:a@b:99999',
    'sip:a@b:x',
    'sip:a%zz@b',
    'sip:a@b@c',
    'sip:a@b;x=1;X=2',
    'sip:[::1',
    'sip:a@b\r\nX: 1',
    'sip:a@bücher.example',
  ])('rejects %s', (text) => {
    expect(() => parseUri(text)).toThrow(SipParseError);
  });

  it('accepts any characters in a user, and unescapes them', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (user) => {
        const uri = parseUri(formatUri(sipUri({ user, host: '2001:db8::1' })));
        expect(isSipUri(uri) && [unescapeUser(uri.user!), uri.host]).toEqual([user, '[2001:db8::1]']);
      }),
    );
  });
});

describe('parseNameAddr', () => {
  it('round-trips any display name', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (displayName) => {
        const value = { displayName, uri: parseUri('sip:a@b'), parameters: new Map([['tag', 'x']]) };
        expect(parseNameAddr(formatNameAddr(value))).toEqual(value);
      }),
    );
  });

  it('treats the parameters after a URI without angle brackets as header parameters', () => {
    const bare = parseNameAddr('sip:a@b;tag=1');
    const bracketed = parseNameAddr('<sip:a@b;tag=1>');
    expect([bare.parameters.get('tag'), bracketed.parameters.get('tag')]).toEqual(['1', undefined]);
  });

  it.each([
    '"Bob <sip:a@b>',
    'Bob, Jr <sip:a@b>',
    '<sip:a@b',
    '"Bob" sip:a@b',
    '<sip:a@b>x',
    '<sip:a@b>;=1',
    'sip:a@b?x=1',
  ])('rejects %s', (text) => {
    expect(() => parseNameAddr(text)).toThrow(SipParseError);
  });
});

describe('parseVia', () => {
  it.each([
    'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK1;rport',
    'SIP/2.0/TLS [2001:db8::1];branch=z9hG4bK2;received=192.0.2.1',
  ])('round-trips %s', (text) => {
    expect(formatVia(parseVia(text))).toBe(text);
  });
});

describe('uniqueBranch', () => {
  it('returns undefined if the branch is missing, has no magic cookie, or is only the cookie', () => {
    const branches = ['', ';branch=1', ';branch=z9hG4bK', ';branch=z9hG4bKx'];
    expect(branches.map((text) => uniqueBranch(parseVia(`SIP/2.0/UDP a${text}`)))).toEqual([
      undefined,
      undefined,
      undefined,
      'z9hG4bKx',
    ]);
  });
});
