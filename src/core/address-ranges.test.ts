import { describe, expect, it } from 'vitest';
import { addressBlock, AddressRanges, isAddressRange } from './address-ranges.ts';

describe('addressBlock', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::1%enp3s0.100', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7%br-lan', '203.0.113.7'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['phone.example', 'phone.example'],
  ])('returns for %s: %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});

describe('isAddressRange', () => {
  it.each(['10.0.0.0/33', '10.0.0', '2001:db8::/129', '1.2.3.4/8/8', '1.2.3.4/', '0x7f.1', 'host', ''])(
    'rejects %j',
    (text) => {
      expect(isAddressRange(text)).toBe(false);
    },
  );

  it.each(['10.0.0.0/8', '1.2.3.4', '::1', '2001:db8::/32', '::ffff:10.0.0.0/104'])('accepts %j', (text) => {
    expect(isAddressRange(text)).toBe(true);
  });
});

describe('AddressRanges', () => {
  it('matches addresses and blocks of both families', () => {
    const set = new AddressRanges(['192.0.2.7', '198.51.100.0/24', '2001:db8::/32', '::ffff:10.0.0.0/104']);
    const inside = ['192.0.2.7', '198.51.100.200', '2001:db8::9', '::ffff:192.0.2.7', '10.1.2.3'];
    const outside = ['192.0.2.8', '198.51.101.1', '2001:db9::9', '11.1.2.3', 'x', '192.0.2.7/32'];
    expect(inside.filter((address) => !set.has(address))).toEqual([]);
    expect(outside.filter((address) => set.has(address))).toEqual([]);
  });

  it.each(['fe80::1%eth0', 'fe80::1%br-lan', 'fe80::1%enp3s0.100', '::ffff:127.0.0.1%br-lan'])(
    'ignores the interface of %s',
    (address) => {
      const set = new AddressRanges(['fe80::/10', '127.0.0.0/8']);
      expect([set.has(address), set.covers(address)]).toEqual([true, true]);
    },
  );

  it('does not confuse an IPv4-compatible IPv6 address with an IPv4 address', () => {
    const set = new AddressRanges(['192.0.2.0/24', '::198.51.100.0/120']);
    const entries = ['::192.0.2.7', '::c000:207', '::198.51.100.7', '::c633:6407', '198.51.100.7'];
    expect(entries.map((entry) => set.has(entry))).toEqual([false, false, true, true, false]);
  });

  it('does not match an IPv4 address with an IPv6 range', () => {
    expect(new AddressRanges(['::/0']).has('192.0.2.1')).toBe(false);
    expect(new AddressRanges(['::/3', '10.0.0.0/8']).has('192.0.2.1')).toBe(false);
  });

  it('skips entries that are not addresses', () => {
    const set = new AddressRanges();
    const entries = ['trunk.example', '192.0.2.0/33', '192.0.2.0/x', '::1/129', ''];
    expect(entries.filter((entry) => set.add(entry))).toEqual([]);
  });
});
