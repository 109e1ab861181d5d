import { describe, expect, it } from 'vitest';
import { isAllowedAddress, isWithinRanges } from './allowed-addresses.ts';

describe('allowed addresses', () => {
  it.each([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['11.1.2.3', ['10.0.0.0/8'], false],
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32', '10.0.0.0/8'], false],
    ['192.0.2.1', [], true],
    ['nonsense', ['0.0.0.0/0', '::/0'], false],
  ])('for the address %s and the ranges %j: %s', (address, ranges, allowed) => {
    expect(isAllowedAddress(address, ranges)).toBe(allowed);
  });

  it.each([
    ['10.1.0.0/16', ['10.0.0.0/8'], true],
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['10.0.0.0/8', ['10.0.0.0/8'], true],
    ['10.0.0.0/7', ['10.0.0.0/8'], false],
    ['11.0.0.0/16', ['10.0.0.0/8', '11.0.0.0/16'], true],
    ['2001:db8::/48', ['2001:db8::/32'], true],
    ['::/0', ['10.0.0.0/8'], false],
    ['0.0.0.0/0', ['2001:db8::/32'], false],
    ['0.0.0.0/0', [], true],
  ])('for the range %s and the ranges %j: %s', (range, ranges, within) => {
    expect(isWithinRanges(range, ranges)).toBe(within);
  });
});
