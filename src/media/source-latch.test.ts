import { describe, expect, it } from 'vitest';
import { SourceLatch } from './source-latch.ts';

describe('SourceLatch', () => {
  it('takes any port of the signalled address until a packet came, then that port only', () => {
    const latch = new SourceLatch('192.0.2.1', 4000, 'address');
    expect(latch.accepts('192.0.2.9', 4000)).toBe(false);
    expect(latch.accepts('192.0.2.1', 5555)).toBe(true);
    latch.latch('192.0.2.1', 5555);
    expect(latch.accepts('192.0.2.1', 4000)).toBe(false);
    expect([latch.address, latch.port]).toEqual(['192.0.2.1', 5555]);
  });

  it('takes nothing but what was signalled where that is the policy', () => {
    const latch = new SourceLatch('192.0.2.1', 4000, 'exact');
    expect(latch.accepts('192.0.2.1', 4001)).toBe(false);
    expect(latch.accepts('192.0.2.1', 4000)).toBe(true);
  });

  it('takes the first that comes, and no second, for phones behind a NAT', () => {
    const latch = new SourceLatch('10.0.0.1', 4000, 'any');
    expect(latch.accepts('198.51.100.1', 1)).toBe(true);
    latch.latch('198.51.100.1', 1);
    expect(latch.accepts('198.51.100.2', 1)).toBe(false);
  });

  it('lets nobody else step into the pause of a phone behind a NAT', () => {
    const latch = new SourceLatch('10.0.0.1', 4000, 'any');
    latch.latch('198.51.100.1', 1);
    latch.release();
    expect(latch.accepts('198.51.100.2', 1)).toBe(false);
    expect(latch.accepts('198.51.100.1', 9)).toBe(true);
    expect(latch.accepts('10.0.0.1', 9)).toBe(true);
  });

  it('knows an IPv4 address on an IPv6 socket', () => {
    expect(new SourceLatch('192.0.2.1', 4000, 'exact').accepts('::ffff:192.0.2.1', 4000)).toBe(true);
  });

  it('follows a stream to another port once it was let go, but to no other host', () => {
    const latch = new SourceLatch('192.0.2.1', 4000, 'address');
    latch.latch('192.0.2.1', 4000);
    latch.release();
    expect(latch.accepts('192.0.2.1', 7000)).toBe(true);
    expect(latch.accepts('192.0.2.2', 4000)).toBe(false);
  });
});
