import { describe, expect, it } from 'vitest';
import { addressBucket } from './address-buckets.ts';

describe('the rate limit bucket of a client address', () => {
  it.each([
    ['::ffff:203.0.113.7', 'address 203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', 'address 2001:db8:1:2::/64'],
  ])('for %s is %s', (address, bucket) => {
    expect(addressBucket(address)).toBe(bucket);
  });
});
