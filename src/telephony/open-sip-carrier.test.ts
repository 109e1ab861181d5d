import { Server } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { systemRandom } from '../core/random.ts';
import { openSipCarrier } from './open-sip-carrier.ts';
import { FakeMediaEngine } from './testing/fake-media-engine.ts';

const clock = new ManualClock();

const open = (port: number) =>
  openSipCarrier({
    clock,
    random: systemRandom,
    logger: silentLogger,
    engine: new FakeMediaEngine(clock),
    address: '127.0.0.1',
    port,
    portSetting: 'PARLEY_SIP_PORT',
    trunks: [],
    isOwned: () => true,
  });

/** Another program holds the TCP port, so many times. */
function tcpIsTaken(times: number): void {
  const listen = vi.spyOn(Server.prototype, 'listen');
  for (let count = 0; count < times; count++)
    listen.mockImplementationOnce(function refuse(this: Server) {
      const error = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
      queueMicrotask(() => this.emit('error', error));
      return this;
    });
}

describe('the SIP port', () => {
  afterEach(() => vi.restoreAllMocks());

  it('that is left to the system is one that is free for UDP and TCP', async () => {
    tcpIsTaken(3);
    const { carrier, port } = await open(0);
    expect(port).toBeGreaterThan(0);
    await carrier.close();
  });

  it('that the operator chose is not exchanged for another', async () => {
    const { carrier, port } = await open(0);
    await carrier.close();
    tcpIsTaken(1);
    await expect(open(port)).rejects.toThrow('PARLEY_SIP_PORT');
  });

  it('is given up where the system never finds one', async () => {
    tcpIsTaken(10);
    await expect(open(0)).rejects.toThrow('is in use');
  });
});
