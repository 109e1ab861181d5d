import { describe, expect, it } from 'vitest';
import { advertisedAddress } from './media-address.ts';
import { loopback } from './loopback.ts';

describe('loopback', () => {
  it('contains the addresses of this machine', () => {
    expect(['127.0.0.1', '127.3.2.1', '::1'].every((address) => loopback.has(address))).toBe(true);
    expect(loopback.has('128.0.0.1')).toBe(false);
  });
});

describe('advertisedAddress', () => {
  it.each([
    ['127.0.0.1', { local: '0.0.0.0', public: '203.0.113.5' }, '127.0.0.1'],
    ['192.0.2.9', { local: '0.0.0.0', public: '203.0.113.5' }, '203.0.113.5'],
    ['192.0.2.9', { local: '10.0.0.5' }, '10.0.0.5'],
    ['::1', { local: '::' }, '::1'],
  ])('returns an address that reaches us for peer %s', (peer, own, expected) => {
    expect(advertisedAddress(peer, own)).toBe(expected);
  });
});
