import { describe, expect, it } from 'vitest';
import { loopback } from './loopback.ts';

describe('loopback', () => {
  it('contains only loopback addresses', () => {
    expect(['127.0.0.1', '127.3.2.1', '::1'].every((address) => loopback.has(address))).toBe(true);
    expect(loopback.has('128.0.0.1')).toBe(false);
  });
});
