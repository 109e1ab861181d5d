import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { ProgramUnderTest } from './program-under-test.ts';
import { TrunkRelay, type RelayedPacket } from './trunk-relay.ts';

const ownNumber = '+14155552670';
const dialedNumber = '+14155552671';
/** A persona who interrupts: the agent stops speaking in mid-sentence, but its packets continue. */
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
  relay.connect(dialedNumber, calledNumber, program.testNetworkPort);
  await program.api.assignNumber(ownNumber);
  call = await program.api.untilEnded(await program.api.call(dialedNumber, { fromNumber: ownNumber }));
}, 60_000);
afterAll(async () => {
  await program.close();
  relay.close();
});

const differences = (values: readonly number[]): number[] =>
  values.slice(1).map((value, index) => value - values[index]!);

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

describe('the RTP of a complete call', () => {
  it('contains a conversation', () => {
    expect(call).toMatchObject({ endReason: 'agent_hangup', disposition: 'answered' });
    expect(call.transcript.some(({ interrupted }) => interrupted)).toBe(true);
  });

  describe.each([
    ['agent', () => relay.fromCaller],
    ['callee', () => relay.fromCallee],
  ] as const)('the %s', (_, packetsOf: () => readonly RelayedPacket[]) => {
    // If the machine stalls for more than 60 ms, frames are skipped and the timestamp advances by several frames.
    it('has a packet for every 20 ms of the call', () => {
      const expected = (call.durationSeconds! * 1000) / frameMs;
      expect(packetsOf().length).toBeGreaterThan(expected * 0.9 - 5);
      expect(packetsOf().length).toBeLessThan(expected * 1.03 + 5);
    });

    it('has one packet every 20 ms of real time', () => {
      const gapsMs = differences(packetsOf().map(({ atMs }) => atMs));
      expect(median(gapsMs)).toBeGreaterThan(frameMs - 2);
      expect(median(gapsMs)).toBeLessThan(frameMs + 2);
    });

    it('has consecutive sequence numbers', () => {
      const steps = differences(packetsOf().map(({ sequenceNumber }) => sequenceNumber));
      expect(new Set(steps.map((step) => (step + 65_536) % 65_536))).toEqual(new Set([1]));
    });

    it('has timestamps 160 samples apart, or a multiple of that after skipped frames', () => {
      const steps = differences(packetsOf().map(({ timestamp }) => timestamp));
      const frames = steps.map((step) => ((step + 2 ** 32) % 2 ** 32) / frameSamples);
      expect(frames.filter((count) => !Number.isInteger(count) || count < 1)).toEqual([]);
      expect(frames.filter((count) => count === 1).length).toBeGreaterThan(frames.length * 0.95);
    });

    it('has packets of 20 ms of PCMU from one source', () => {
      const formats = packetsOf().map(({ payloadType, payloadBytes, ssrc }) => [
        payloadType,
        payloadBytes,
        ssrc,
      ]);
      expect(new Set(formats.map(String)).size).toBe(1);
      expect(formats[0]!.slice(0, 2)).toEqual([0, frameSamples]);
    });
  });
});
