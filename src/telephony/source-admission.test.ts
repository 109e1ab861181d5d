import { describe, expect, it } from 'vitest';
import { addressToldTo } from './media-address.ts';
import { loopback } from './source-admission.ts';

describe('loopback', () => {
  it('knows this machine', () => {
    expect(['127.0.0.1', '127.3.2.1', '::1'].every((address) => loopback.has(address))).toBe(true);
    expect(loopback.has('128.0.0.1')).toBe(false);
  });
});

describe('the address told to a peer', () => {
  it.each([
    ['127.0.0.1', { local: '0.0.0.0', public: '203.0.113.5' }, '127.0.0.1'],
    ['192.0.2.9', { local: '0.0.0.0', public: '203.0.113.5' }, '203.0.113.5'],
    ['192.0.2.9', { local: '10.0.0.5' }, '10.0.0.5'],
    ['::1', { local: '::' }, '::1'],
  ])('at %s is the one that reaches us', (peer, own, told) => {
    expect(addressToldTo(peer, own)).toBe(told);
  });
});
