import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { ProgramUnderTest } from './program-under-test.ts';
import { TrunkRelay, type SeenPacket } from './trunk-relay.ts';

const ownNumber = '+14155552670';
const askedNumber = '+14155552671';
/** The simulated person who interrupts: our playback stops in mid-sentence, and the packets must not. */
const calledNumber = '+12025550108';

const frameMs = 20;
const frameSamples = 160;

let relay: TrunkRelay;
let program: ProgramUnderTest;
let call: CallResource;

beforeAll(async () => {
  relay = await TrunkRelay.open();
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '26400-26499',
    PARLEY_TRUNK_URL: relay.trunkUrl,
  });
  relay.connect(askedNumber, calledNumber, program.testNetworkPort);
  await program.api.own(ownNumber);
  call = await program.api.ended(await program.api.call(askedNumber, { fromNumber: ownNumber }));
}, 60_000);
afterAll(async () => {
  await program.close();
  relay.close();
});

const differences = (values: readonly number[]): number[] =>
  values.slice(1).map((value, index) => value - values[index]!);

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1]!;

describe('a whole call, watched on the wire', () => {
  it('is a conversation', () => {
    expect(call).toMatchObject({ endReason: 'agent_hangup', disposition: 'answered' });
    expect(call.transcript.some(({ interrupted }) => interrupted)).toBe(true);
  });

  describe.each([
    ['agent', () => relay.fromCaller],
    ['callee', () => relay.fromCallee],
  ] as const)('the %s', (_, packetsOf: () => readonly SeenPacket[]) => {
    it('sends a packet for every 20 ms of the call', () => {
      const expected = (call.durationSeconds! * 1000) / frameMs;
      expect(packetsOf().length).toBeGreaterThan(expected * 0.97 - 5);
      expect(packetsOf().length).toBeLessThan(expected * 1.03 + 5);
    });

    it('sends one every 20 ms, as the clock has it', () => {
      const gapsMs = differences(packetsOf().map(({ atMs }) => atMs));
      expect(median(gapsMs)).toBeGreaterThan(frameMs - 2);
      expect(median(gapsMs)).toBeLessThan(frameMs + 2);
    });

    it('numbers them one by one', () => {
      const steps = differences(packetsOf().map(({ sequenceNumber }) => sequenceNumber));
      expect(new Set(steps.map((step) => (step + 65_536) % 65_536))).toEqual(new Set([1]));
    });

    // Where this machine stalls for more than 60 ms, the time is left out and the timestamp tells so.
    it('stamps them 160 samples apart, and where time is left out, by whole frames', () => {
      const steps = differences(packetsOf().map(({ timestamp }) => timestamp));
      const frames = steps.map((step) => ((step + 2 ** 32) % 2 ** 32) / frameSamples);
      expect(frames.filter((count) => !Number.isInteger(count) || count < 1)).toEqual([]);
      expect(frames.filter((count) => count === 1).length).toBeGreaterThan(frames.length * 0.99);
    });

    it('sends PCMU of one source, 20 ms in each', () => {
      const kinds = packetsOf().map(({ payloadType, payloadBytes, ssrc }) => [
        payloadType,
        payloadBytes,
        ssrc,
      ]);
      expect(new Set(kinds.map(String)).size).toBe(1);
      expect(kinds[0]!.slice(0, 2)).toEqual([0, frameSamples]);
    });
  });
});
