import { describe, expect, it } from 'vitest';
import { addressBucket } from './address-buckets.ts';

describe('the address that requests are counted for', () => {
  it.each([
    ['::ffff:203.0.113.7', 'address 203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', 'address 2001:db8:1:2::/64'],
  ])('of %s is %s', (address, holder) => {
    expect(addressBucket(address)).toBe(holder);
  });
});
