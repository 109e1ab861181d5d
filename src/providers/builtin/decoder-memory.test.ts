import { describe, expect, it } from 'vitest';
import { DecoderMemory } from './decoder-memory.ts';

/** A recogniser at 64 whose pointers lead to a `cmn_t` at 512 with vectors of `length`. */
function memoryWith(length: number) {
  const HEAPU32 = new Uint32Array(512);
  const HEAPF32 = new Float32Array(HEAPU32.buffer);
  const write = (address: number, value: number) => (HEAPU32[address / 4] = value);
  write(64 + 36, 128);
  write(128 + 8, 256);
  write(256 + 16, 384);
  write(384 + 60, 512);
  write(512, 640);
  write(512 + 8, 768);
  write(512 + 12, 300);
  write(512 + 16, length);
  HEAPF32.fill(7, 640 / 4, 640 / 4 + 14);
  HEAPF32.fill(9, 768 / 4, 768 / 4 + 14);
  return { HEAPU8: new Uint8Array(HEAPU32.buffer), HEAPU32, HEAPF32 };
}

describe('the memory of a decoder', () => {
  it('resets the mean to that of telephone speech, and changes nothing else', () => {
    const memory = memoryWith(13);
    new DecoderMemory(memory, 64).resetMean();
    expect(memory.HEAPF32[640 / 4]).toBeCloseTo(56.61);
    expect(memory.HEAPF32[640 / 4 + 12]).toBeCloseTo(-3.65);
    expect(memory.HEAPF32[640 / 4 + 13]).toBe(7);
    expect([...memory.HEAPF32.subarray(768 / 4, 768 / 4 + 14)]).toEqual([...Array<number>(13).fill(0), 9]);
    expect(memory.HEAPU32[(512 + 12) / 4]).toBe(0);
  });

  it('sets whether all senones are computed', () => {
    const memory = memoryWith(13);
    const decoder = new DecoderMemory(memory, 64);
    decoder.setAllSenones(true);
    expect([...memory.HEAPU8.subarray(256 + 100, 256 + 103)]).toEqual([0, 1, 0]);
    decoder.setAllSenones(false);
    expect(memory.HEAPU8[256 + 101]).toBe(0);
  });

  it('rejects an engine with another memory layout', () => {
    expect(() => new DecoderMemory(memoryWith(12), 64)).toThrow('cepstral mean');
    expect(() => new DecoderMemory(memoryWith(13), 2 ** 31)).toThrow('cepstral mean');
  });
});
