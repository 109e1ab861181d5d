import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alawSilence, decodeAlaw, decodeUlaw, encodeAlaw, encodeUlaw, ulawSilence } from './g711.ts';

const everyCode = Uint8Array.from({ length: 256 }, (_, code) => code);

function ulawOf(...samples: number[]): number[] {
  const codes = new Uint8Array(samples.length);
  encodeUlaw(Int16Array.from(samples), codes);
  return [...codes];
}

function alawOf(...samples: number[]): number[] {
  const codes = new Uint8Array(samples.length);
  encodeAlaw(Int16Array.from(samples), codes);
  return [...codes];
}

function fromUlaw(...codes: number[]): number[] {
  const samples = new Int16Array(codes.length);
  decodeUlaw(Uint8Array.from(codes), samples);
  return [...samples];
}

function fromAlaw(...codes: number[]): number[] {
  const samples = new Int16Array(codes.length);
  decodeAlaw(Uint8Array.from(codes), samples);
  return [...samples];
}

describe('µ-law', () => {
  it('decodes codes to the output values of G.711 table 2a', () => {
    // The output values at the segment ends have 14 bits, so they are multiplied by four.
    const outputs = [8031, 4191, 3999, 1983, 975, 471, 219, 93, 33, 2, 0];
    const codes = [0x80, 0x8f, 0x90, 0xa0, 0xb0, 0xc0, 0xd0, 0xe0, 0xef, 0xfe, 0xff];
    expect(fromUlaw(...codes)).toEqual(outputs.map((value) => value * 4));
    expect(fromUlaw(0x00, 0x7e)).toEqual([-32124, -8]);
  });

  it('encodes the decision values of G.711 table 2a', () => {
    // A decision value is the lowest value of the upper step.
    expect(ulawOf(32767, 7903 * 4, 7903 * 4 - 1, 4063 * 4, 4063 * 4 - 1)).toEqual([
      0x80, 0x80, 0x81, 0x8f, 0x90,
    ]);
    expect(ulawOf(0, 3, 4, -1, -32768)).toEqual([ulawSilence, 0xff, 0xfe, 0x7f, 0x00]);
  });

  it('round-trips every code except negative zero', () => {
    const samples = new Int16Array(256);
    decodeUlaw(everyCode, samples);
    const reencoded = new Uint8Array(256);
    encodeUlaw(samples, reencoded);
    const expected = Uint8Array.from(everyCode);
    expected[0x7f] = 0xff;
    expect(reencoded).toEqual(expected);
  });

  it('encodes and decodes every sample with an error below about one quantisation step', () => {
    fc.assert(
      fc.property(fc.integer({ min: -32768, max: 32767 }), (sample) => {
        const decoded = fromUlaw(...ulawOf(sample))[0]!;
        const clipped = Math.max(-32635, Math.min(32635, sample));
        expect(Math.abs(decoded - clipped)).toBeLessThanOrEqual(4 + Math.abs(clipped) / 16 + 4);
      }),
    );
  });
});

describe('A-law', () => {
  it('decodes codes to the output values of G.711 table 1a', () => {
    // The output values have 13 bits (4096 is full scale), so they are multiplied by eight.
    const codes = [0xd5, 0xd4, 0xc5, 0xf5, 0xe5, 0x95, 0x85, 0xb5, 0xaa];
    const outputs = [1, 3, 33, 66, 132, 264, 528, 1056, 4032];
    expect(fromAlaw(...codes)).toEqual(outputs.map((value) => value * 8));
    expect(fromAlaw(0x55, 0x2a)).toEqual([-8, -32256]);
  });

  it('encodes the decision values of G.711 table 1a', () => {
    expect(alawOf(32767, 3968 * 8, 3968 * 8 - 1, 2048 * 8)).toEqual([0xaa, 0xaa, 0xab, 0xa5]);
    expect(alawOf(0, 15, 16, -1, -32768)).toEqual([alawSilence, 0xd5, 0xd4, 0x55, 0x2a]);
  });

  it('round-trips every code', () => {
    const samples = new Int16Array(256);
    decodeAlaw(everyCode, samples);
    const reencoded = new Uint8Array(256);
    encodeAlaw(samples, reencoded);
    expect(reencoded).toEqual(everyCode);
  });
});

describe('offsets', () => {
  it('limit which bytes and samples are read and written', () => {
    const packet = Uint8Array.from([1, 2, 0x80, 0x00, 3]);
    const samples = new Int16Array(4).fill(7);
    decodeUlaw(packet, samples, 2, 2, 1);
    expect([...samples]).toEqual([7, 32124, -32124, 7]);
    encodeUlaw(samples, packet, 1, 2, 4);
    expect([...packet]).toEqual([1, 2, 0x80, 0x00, 0x00]);
  });
});
