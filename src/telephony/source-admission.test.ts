import { describe, expect, it } from 'vitest';
import { addressToldTo } from './media-address.ts';
import { AddressSet, loopback } from './source-admission.ts';

describe('a set of addresses', () => {
  it('holds addresses and blocks of both families', () => {
    const set = new AddressSet(['192.0.2.7', '198.51.100.0/24', '2001:db8::/32']);
    expect(['192.0.2.7', '198.51.100.200', '2001:db8::9'].every((address) => set.has(address))).toBe(true);
    expect(['192.0.2.8', '198.51.101.1', '2001:db9::9', 'x'].some((address) => set.has(address))).toBe(false);
  });

  it('takes nothing that is no address', () => {
    const set = new AddressSet();
    expect(
      ['trunk.example', '192.0.2.0/33', '192.0.2.0/x', '::1/129', ''].map((entry) => set.add(entry)),
    ).toEqual([false, false, false, false, false]);
  });

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
