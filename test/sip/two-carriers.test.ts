import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Leg } from '../../src/contracts/carrier.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { createMediaEngine } from '../../src/media/media-engine.ts';
import type { MediaEngine } from '../../src/media/media-port.ts';
import { CarrierOnLoopback, loopbackTrunk } from './carrier-on-loopback.ts';

const fictionalNumber = '+12025550123';

describe('two carriers on one machine', () => {
  let engine: MediaEngine;
  let caller: CarrierOnLoopback;
  let callee: CarrierOnLoopback;
  let calleeLeg: Leg;

  beforeEach(async () => {
    engine = await createMediaEngine({
      threads: 1,
      rtpPorts: [15_200, 15_289],
      localAddress: '127.0.0.1',
      logger: silentLogger,
    });
    // No test waits for a timer. With accelerated timers, a machine under load exceeds Timer B (RFC 3261 section 17.1.1.2).
    const common = { engine, clock: systemClock };
    callee = await CarrierOnLoopback.open([], { ...common, isOwned: (number) => number === fictionalNumber });
    caller = await CarrierOnLoopback.open([loopbackTrunk(callee.port, { carries: 'fictional' })], common);
    callee.onIncoming((leg) => {
      calleeLeg = leg;
      void leg.answer();
    });
  });

  afterEach(async () => {
    await caller.close();
    await callee.close();
    await engine.close();
  });

  function dial(reference: string): Leg {
    const leg = caller.carrier.dial({
      reference,
      from: '+14155550100',
      fromName: 'Parley',
      to: fictionalNumber,
      ringTimeoutMs: 60_000,
    });
    caller.observe(leg);
    return leg;
  }

  async function establishCall(): Promise<Leg> {
    const leg = dial('call_7');
    await caller.waitForEvent('answered');
    return leg;
  }

  it('report the same call reference and numbers', async () => {
    await establishCall();
    expect([calleeLeg.reference, calleeLeg.from, calleeLeg.to]).toEqual([
      'call_7',
      '+14155550100',
      fictionalNumber,
    ]);
    expect(caller.events).toEqual(['proceeding', 'ringing', 'answered']);
  });

  it('exchange DTMF digits', async () => {
    const leg = await establishCall();
    const pressed = new Promise<string>((resolve) =>
      calleeLeg.on((event) => {
        if (event.type === 'digit-pressed') resolve(event.digit);
      }),
    );
    leg.audio.sendDigits('7');
    expect(await pressed).toBe('7');
  });

  it('end the call on both sides when the callee hangs up', async () => {
    await establishCall();
    calleeLeg.hangup();
    await Promise.all([caller.waitForEvent('ended'), callee.waitForEvent('ended')]);
    expect([caller.events.at(-1), callee.events.at(-1)]).toEqual(['ended: far_hangup', 'ended: near_hangup']);
  });

  it('carry twenty concurrent calls and release every port', async () => {
    const legs = Array.from({ length: 20 }, (_, index) => dial(`call_${index}`));
    const count = (prefix: string) => caller.events.filter((event) => event.startsWith(prefix)).length;
    await waitUntil(() => count('answered') === 20 || count('ended') > 0);
    const ended = caller.events.filter((event) => event.startsWith('ended'));
    expect({ ended, calls: engine.load().calls }).toEqual({ ended: [], calls: 40 });
    for (const leg of legs) leg.hangup();
    await waitUntil(() => count('ended: near_hangup') === 20 && engine.load().calls === 0);
    expect(engine.load().calls).toBe(0);
  });
});

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
