import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConnectionLimiter } from './connection-limiter.ts';

const from = (remoteAddress: string): Socket =>
  Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;

const limits = {
  maxConnections: 6,
  maxConnectionsPerSource: 3,
  maxUnknownConnections: 4,
  maxUnknownConnectionsPerSource: 2,
};

describe('ConnectionLimiter', () => {
  it('limits connections from one unknown source, counted per /64', () => {
    const limiter = new ConnectionLimiter(limits);
    const accepted = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'].map((address) =>
      limiter.add(from(address), false),
    );
    expect(accepted).toEqual([true, true, false, true]);
  });

  it('reserves connections for known sources', () => {
    const limiter = new ConnectionLimiter(limits);
    const unknownSources = Array.from({ length: 6 }, (_, index) => from(`198.51.100.${index}`));
    expect(unknownSources.map((socket) => limiter.add(socket, false))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect([1, 2, 3].map(() => limiter.add(from('203.0.113.1'), true))).toEqual([true, true, false]);
    expect(limiter.sockets.size).toBe(6);
    unknownSources[0]!.emit('close');
    expect([limiter.add(from('203.0.113.1'), true), limiter.add(from('198.51.100.9'), false)]).toEqual([
      true,
      false,
    ]);
  });

  it('limits connections from one known source, and frees them on close', () => {
    const limiter = new ConnectionLimiter({ ...limits, maxConnections: 100 });
    const sockets = [1, 2, 3, 4].map(() => from('::ffff:203.0.113.1'));
    expect(sockets.map((socket) => limiter.add(socket, true))).toEqual([true, true, true, false]);
    sockets[0]!.emit('close');
    expect(limiter.add(from('203.0.113.1'), true)).toBe(true);
  });
});
