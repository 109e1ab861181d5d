import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../src/core/logger.ts';
import { createMediaEngine } from '../../src/media/media-engine.ts';
import { CarrierOnLoopback, loopbackTrunk } from './carrier-on-loopback.ts';
import { hasSipp, SippPeers } from './sipp.ts';

const engine = await createMediaEngine({
  threads: 1,
  rtpPorts: [15_184, 15_199],
  localAddress: '127.0.0.1',
  logger: silentLogger,
});

/** Returns a 440 Hz sine at a quarter of full scale, at 8 kHz. */
function tone(durationMs: number): Int16Array {
  return Int16Array.from(
    { length: durationMs * 8 },
    (_, index) => 8000 * Math.sin((2 * Math.PI * 440 * index) / 8000),
  );
}

const power = (samples: Int16Array): number =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;

describe.skipIf(!hasSipp)('a call that SIPp answers and echoes (needs sipp, package sip-tester)', () => {
  const peers = new SippPeers(15_172, 2);
  let carrier: CarrierOnLoopback | undefined;

  afterEach(() => carrier?.close());

  afterAll(async () => {
    peers.close();
    await engine.close();
  });

  it('receives the audio that was played', async () => {
    const sipp = peers.start({ scenario: 'answers', echoesRtp: true });
    await sipp.ready();
    carrier = await CarrierOnLoopback.open([loopbackTrunk(sipp.port)], { engine });
    const leg = carrier.dial();
    const receivedPower = new Promise<number>((resolve) =>
      leg.on((event) => {
        if (event.type === 'audio' && power(event.samples) > 1e6) resolve(power(event.samples));
      }),
    );
    leg.audio.listen(40);
    await carrier.waitForEvent('answered');
    leg.audio.play(tone(1000));
    // The power of the tone is 32e6; µ-law and a partly filled frame reduce it.
    expect(await receivedPower).toBeLessThan(40e6);
    leg.hangup();
    expect(await sipp.finished).toEqual({ code: 0, errors: '' });
    expect(leg.audio.stats().packetsReceived).toBeGreaterThan(0);
  });
});
