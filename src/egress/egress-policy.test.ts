import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EgressPolicy } from './egress-policy.ts';

const withoutAllowlist = new EgressPolicy([]);

describe('EgressPolicy.allows', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'allows %s',
    (address) => expect(withoutAllowlist.allows(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00::1',
    'ff02::1',
    'localhost',
    '',
    '0x7f.1',
    '2130706433',
  ])('denies %s', (address) => expect(withoutAllowlist.allows(address)).toBe(false));

  it('also allows exactly the addresses that the operator lists', () => {
    const withAllowlist = new EgressPolicy(['127.0.0.0/8', 'fd00::/8', '10.0.0.7']);
    const reached = [
      '127.0.0.1',
      '::ffff:127.0.0.1',
      'fd00::1',
      '10.0.0.7',
      '10.0.0.8',
      '::1',
      '192.168.0.1',
    ];
    expect(reached.filter((address) => withAllowlist.allows(address))).toEqual(reached.slice(0, 4));
    expect(withAllowlist.isAllowlisted('8.8.8.8')).toBe(false);
  });

  it('treats an IPv4-mapped IPv6 address like its IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(withoutAllowlist.allows(`::ffff:${address}`)).toBe(withoutAllowlist.allows(address));
      }),
    );
  });
});

describe('EgressPolicy.rejectionReason', () => {
  const withAllowlist = new EgressPolicy(['10.0.0.0/8', 'fd00::/8']);

  it.each([
    ['https://10.0.0.1/x', 'address', undefined],
    ['http://10.0.0.1/x', 'address', undefined],
    ['https://[fd00::1]/', 'address', undefined],
    ['https://192.168.0.1/', 'address', 'address'],
    ['https://[::ffff:192.168.0.1]/', 'address', 'address'],
    ['https://0x7f.1/', 'address', 'address'],
    ['http://8.8.8.8/', 'unencrypted', 'unencrypted'],
    ['http://crm.example/', 'unencrypted', undefined],
    ['https://8.8.8.8/', undefined, undefined],
    ['https://crm.example/', undefined, undefined],
  ])('for %s returns %s, with an allowlist %s', (url, otherwise, allowed) => {
    expect([
      withoutAllowlist.rejectionReason(new URL(url)),
      withAllowlist.rejectionReason(new URL(url)),
    ]).toEqual([otherwise, allowed]);
  });
});
