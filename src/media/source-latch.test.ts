import { describe, expect, it } from 'vitest';
import type { MediaLatch } from './media-port.ts';
import { SourceLatch } from './source-latch.ts';

const signalled = { address: '192.0.2.1', port: 4000 };
const behindNat = { address: '10.0.0.1', port: 4000 };
const signallingAddress = '198.51.100.1';

const latchWith = (policy: MediaLatch, description = signalled) =>
  new SourceLatch({ ...description, policy, signallingAddress });

describe('SourceLatch', () => {
  it('accepts only the signalled address and port with the policy `signalled`', () => {
    const latch = latchWith('signalled');
    expect(latch.accepts('192.0.2.1', 4001)).toBe(false);
    expect(latch.accepts(signallingAddress, 4000)).toBe(false);
    expect(latch.accepts('192.0.2.1', 4000)).toBe(true);
  });

  it('accepts any port of the signalling address until the first packet, then only that source', () => {
    const latch = latchWith('symmetric', behindNat);
    expect([latch.address, latch.port]).toEqual(['10.0.0.1', 4000]);
    expect(latch.accepts('198.51.100.2', 4000)).toBe(false);
    expect(latch.accepts('10.0.0.1', 4002)).toBe(false);
    expect(latch.accepts(signallingAddress, 61_000)).toBe(true);
    latch.latch(signallingAddress, 61_000);
    expect(latch.accepts(signallingAddress, 61_002)).toBe(false);
    expect([latch.address, latch.port]).toEqual([signallingAddress, 61_000]);
  });

  it('accepts only the first source with the policy `any`', () => {
    const latch = latchWith('any');
    expect(latch.accepts('203.0.113.9', 1)).toBe(true);
    latch.latch('203.0.113.9', 1);
    expect(latch.accepts('203.0.113.10', 1)).toBe(false);
    expect(latch.accepts('203.0.113.9', 2)).toBe(false);
  });

  it('prefers the signalled source whenever it sends, and stays latched to it', () => {
    const latch = latchWith('symmetric');
    latch.latch(signallingAddress, 61_000);
    expect(latch.accepts('192.0.2.1', 4000)).toBe(true);
    latch.latch('192.0.2.1', 4000);
    expect(latch.sendsToSignalledAddress).toBe(true);
    expect(latch.accepts(signallingAddress, 61_000)).toBe(false);
  });

  it.each(['symmetric', 'any'] as const)(
    'changes with a new description, and rejects the earlier source (%s)',
    (policy) => {
      const host = { policy, signallingAddress: '192.0.2.1' };
      const latch = new SourceLatch({ ...signalled, ...host });
      latch.latch('192.0.2.1', 7000);
      expect(latch.update({ ...signalled, port: 5000, ...host })).toBe(true);
      expect([latch.address, latch.port, latch.isLatched]).toEqual(['192.0.2.1', 5000, false]);
      expect(latch.accepts('192.0.2.1', 7000)).toBe(false);
      expect(latch.accepts('192.0.2.1', 4000)).toBe(false);
      expect(latch.accepts('192.0.2.1', 5000)).toBe(true);
      expect(latch.accepts('192.0.2.1', 5001)).toBe(true);
    },
  );

  it('accepts the source of a description that returns, as after a hold', () => {
    const latch = latchWith('symmetric', behindNat);
    latch.latch(signallingAddress, 61_000);
    latch.update({ address: '0.0.0.0', port: 4000, policy: 'symmetric', signallingAddress });
    latch.update({ ...behindNat, policy: 'symmetric', signallingAddress });
    expect(latch.accepts(signallingAddress, 61_000)).toBe(true);
  });

  it('stays latched if a description repeats the same source', () => {
    const latch = latchWith('symmetric', behindNat);
    latch.latch(signallingAddress, 61_000);
    expect(latch.update({ ...behindNat, policy: 'symmetric', signallingAddress })).toBe(false);
    expect(latch.isLatchedTo(signallingAddress, 61_000)).toBe(true);
  });

  it.each([
    ['the signalled host, after 2 s', '192.0.2.1', 2_000, true],
    ['the host of the signalling, after 2 s', signallingAddress, 2_000, true],
    ['the signalled host, earlier', '192.0.2.1', 1_999, false],
    ['any other host', '203.0.113.9', 60_000, false],
  ])('moves to another port of %s of silence', (_, host, silentMs, expected) => {
    const latch = latchWith('symmetric');
    latch.latch('192.0.2.1', 4000);
    expect(latch.canMoveTo(host, 4444, 50_000, silentMs)).toBe(expected);
  });

  it('moves once per 10 s, never with the policy `signalled`, and never to an earlier source', () => {
    const latch = latchWith('any');
    latch.moveTo('192.0.2.1', 4444, 50_000);
    expect([latch.address, latch.port]).toEqual(['192.0.2.1', 4444]);
    expect(latch.canMoveTo('192.0.2.1', 4446, 59_999, 2_000)).toBe(false);
    expect(latch.canMoveTo('192.0.2.1', 4446, 60_000, 2_000)).toBe(true);
    expect(latchWith('signalled').canMoveTo('192.0.2.1', 4446, 60_000, 60_000)).toBe(false);
    latch.update({ ...signalled, port: 5000, policy: 'any', signallingAddress });
    expect(latch.canMoveTo('192.0.2.1', 4444, 90_000, 60_000)).toBe(false);
  });

  it('stores a limited number of descriptions', () => {
    const host = { address: '192.0.2.1', policy: 'any', signallingAddress } as const;
    const latch = new SourceLatch({ ...host, port: 1 });
    for (let port = 2; port <= 40; port++) latch.update({ ...host, port });
    expect([latch.accepts('192.0.2.1', 1), latch.accepts('192.0.2.1', 39)]).toEqual([true, false]);
  });

  it('recognises an IPv4 address on an IPv6 socket', () => {
    expect(latchWith('signalled').accepts('::ffff:192.0.2.1', 4000)).toBe(true);
  });
});
