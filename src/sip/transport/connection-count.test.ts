import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConnectionCount } from './connection-count.ts';

const from = (remoteAddress: string): Socket =>
  Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;

const limits = {
  connectionsMax: 6,
  connectionsPerSourceMax: 3,
  unknownConnectionsMax: 4,
  unknownConnectionsPerSourceMax: 2,
};

describe('the connections of others', () => {
  it('of one unknown source are few, counted for its whole /64', () => {
    const count = new ConnectionCount(limits);
    const taken = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'].map((address) =>
      count.add(from(address), false),
    );
    expect(taken).toEqual([true, true, false, true]);
  });

  it('of all unknown sources leave room for the known ones', () => {
    const count = new ConnectionCount(limits);
    const strangers = Array.from({ length: 6 }, (_, index) => from(`198.51.100.${index}`));
    expect(strangers.map((socket) => count.add(socket, false))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect([1, 2, 3].map(() => count.add(from('203.0.113.1'), true))).toEqual([true, true, false]);
    expect(count.sockets.size).toBe(6);
    strangers[0]!.emit('close');
    expect([count.add(from('203.0.113.1'), true), count.add(from('198.51.100.9'), false)]).toEqual([
      true,
      false,
    ]);
  });

  it('of one known source are limited too, and come free when they close', () => {
    const count = new ConnectionCount({ ...limits, connectionsMax: 100 });
    const sockets = [1, 2, 3, 4].map(() => from('::ffff:203.0.113.1'));
    expect(sockets.map((socket) => count.add(socket, true))).toEqual([true, true, true, false]);
    sockets[0]!.emit('close');
    expect(count.add(from('203.0.113.1'), true)).toBe(true);
  });
});
