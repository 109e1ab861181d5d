import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWav, wavFile, wavHeader, wavHeaderBytes, WavError } from './wav-header.ts';

describe('wavHeader', () => {
  it('matches the 44 bytes that other programs write for 8 kHz stereo', () => {
    const hex =
      '524946462c010000 57415645 666d7420 10000000 0100 0200 401f0000 007d0000 0400 1000 64617461 08010000';
    const bytes = wavHeader({ sampleRate: 8000, channels: 2, dataBytes: 264 });
    expect(Buffer.from(bytes).toString('hex')).toBe(hex.replaceAll(' ', ''));
  });

  it('caps a size that exceeds 32 bits', () => {
    const bytes = wavHeader({ sampleRate: 8000, channels: 2, dataBytes: 5_000_000_000 });
    expect(new DataView(bytes.buffer).getUint32(40, true)).toBe(0xffff_ffff);
  });
});

function resultOf(bytes: Uint8Array): string {
  try {
    parseWav(bytes);
    return 'read';
  } catch (error) {
    return error instanceof WavError ? error.name : 'another error';
  }
}

describe('parseWav', () => {
  it('round-trips any samples through wavFile', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -32768, max: 32767 })), (values) => {
        const parsed = parseWav(wavFile(Int16Array.from(values), 16000));
        expect(parsed).toEqual({ sampleRate: 16000, channels: 1, samples: Int16Array.from(values) });
      }),
    );
  });

  it('skips unknown chunks, including padded odd sizes', () => {
    const file = wavFile(Int16Array.of(1, 2, 3), 8000);
    const list = Uint8Array.from([0x4c, 0x49, 0x53, 0x54, 3, 0, 0, 0, 9, 9, 9, 0]);
    const withList = Buffer.concat([file.subarray(0, 36), list, file.subarray(36)]);
    expect([...parseWav(withList).samples]).toEqual([1, 2, 3]);
  });

  it('reads a truncated recording up to its last complete frame', () => {
    const file = wavFile(Int16Array.of(1, 2, 3), 8000);
    expect([...parseWav(file.subarray(0, wavHeaderBytes + 5)).samples]).toEqual([1, 2]);
  });

  it('rejects compressed files', () => {
    const file = wavFile(Int16Array.of(1), 8000);
    file[20] = 7;
    expect(() => parseWav(file)).toThrow('Only WAV files with 16-bit PCM');
  });

  it('throws only WavError for truncated or corrupted bytes', () => {
    const file = wavFile(
      Int16Array.from({ length: 20 }, (_, i) => i * 100),
      8000,
    );
    fc.assert(
      fc.property(fc.nat(file.length), fc.nat(file.length - 1), fc.nat(255), (length, at, value) => {
        const broken = Uint8Array.from(file);
        broken[at] = value;
        expect(resultOf(broken.subarray(0, length))).toMatch(/^(read|WavError)$/);
      }),
    );
  });
});
