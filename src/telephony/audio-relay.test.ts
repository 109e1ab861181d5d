import { describe, expect, it } from 'vitest';
import { FakeLegAudio } from '../contracts/testing/fake-leg-audio.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { AudioRelay } from './audio-relay.ts';

describe.each([8000, 16_000, 24_000] as const)('an audio relay of %i Hz', (rate) => {
  it('buffers 30 s of audio until the port is open', () => {
    const relay = new AudioRelay(rate);
    for (let second = 0; second < 31; second++) relay.play(new Int16Array(rate));
    expect(relay.queuedMs).toBe(30_000);
    const port = new FakeLegAudio(new ManualClock(), () => {}, rate);
    relay.attach(port);
    expect([relay.sampleRate, port.queuedMs, relay.queuedMs]).toEqual([rate, 30_000, 30_000]);
  });

  it('rejects a port of another rate', () => {
    const port = new FakeLegAudio(new ManualClock(), () => {}, rate === 8000 ? 16_000 : 8000);
    expect(() => new AudioRelay(rate).attach(port)).toThrow(RangeError);
  });
});
