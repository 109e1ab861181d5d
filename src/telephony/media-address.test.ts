import { describe, expect, it } from 'vitest';
import { advertisedAddress } from './media-address.ts';

describe('advertisedAddress', () => {
  it.each([
    ['127.0.0.1', { local: '0.0.0.0', public: '203.0.113.5' }, '127.0.0.1'],
    ['192.0.2.9', { local: '0.0.0.0', public: '203.0.113.5' }, '203.0.113.5'],
    ['192.0.2.9', { local: '10.0.0.5' }, '10.0.0.5'],
    ['::1', { local: '::' }, '::1'],
  ])('returns the address at which the peer %s can reach this machine', (peer, own, expected) => {
    expect(advertisedAddress(peer, own)).toBe(expected);
  });
});
