import { describe, expect, it } from 'vitest';
import { wavFile, wavHeader, WavError } from './wav-header.ts';
import { startsWav, WavStream } from './wav-stream.ts';

const samples = Int16Array.from({ length: 500 }, (_, i) => (i * 97) % 30_000);
const file = Buffer.from(wavFile(samples, 22_050));

/** Reads a file in parts of the given size. */
function read(bytes: Uint8Array, partBytes: number): { stream: WavStream; samples: Int16Array } {
  const stream = new WavStream();
  const read: number[] = [];
  for (let at = 0; at < bytes.length; at += partBytes)
    read.push(...stream.push(bytes.subarray(at, at + partBytes)));
  return { stream, samples: Int16Array.from(read) };
}

/** Returns a copy of the file in which a chunk precedes its samples. */
function withChunk(tag: string, body: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(tag, 'latin1');
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([file.subarray(0, 36), header, body, file.subarray(36)]);
}

const changed = (change: (copy: Buffer) => void, from = file): Buffer => {
  const copy = Buffer.from(from);
  change(copy);
  return copy;
};

describe('WavStream', () => {
  it.each([1, 3, 44, 45, 10_000])('reads a file in parts of %i bytes', (partBytes) => {
    const { stream, samples: result } = read(file, partBytes);
    stream.finish();
    expect([stream.sampleRate, stream.isComplete, result]).toEqual([22_050, true, samples]);
  });

  it.each([0, 0x7fff_ffff, 0xffff_ffff])('reads to the end if the declared size is %i', (size) => {
    const { stream, samples: result } = read(
      changed((copy) => copy.writeUInt32LE(size, 40)),
      100,
    );
    stream.finish();
    expect([stream.isComplete, result]).toEqual([false, samples]);
  });

  it('skips other chunks, and whatever follows the samples', () => {
    const withList = withChunk('LIST', Buffer.alloc(26, 'x'));
    expect(read(Buffer.concat([withList, Buffer.alloc(99, 7)]), 50).samples).toEqual(samples);
  });

  it('reads the extensible format, and mixes two channels', () => {
    const format = Buffer.alloc(40);
    file.copy(format, 0, 20, 36);
    format.writeUInt16LE(0xfffe, 0);
    format.writeUInt16LE(2, 2);
    format.writeUInt16LE(1, 24);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(format.length);
    const stereo = Buffer.concat([file.subarray(0, 16), size, format, file.subarray(36)]);
    const mixed = samples.filter((_, i) => i % 2 === 0).map((left, i) => (left + samples[2 * i + 1]!) >> 1);
    expect(read(stereo, 7).samples).toEqual(mixed);
  });

  it.each([
    ['not a WAV file', Buffer.from('<html><body>It works!</body></html>')],
    ['without a format', Buffer.concat([file.subarray(0, 12), file.subarray(36)])],
    ['with 8-bit samples', changed((copy) => copy.writeUInt16LE(8, 34))],
    ['with compressed samples', changed((copy) => copy.writeUInt16LE(6, 20))],
    ['with an unusual rate', changed((copy) => copy.writeUInt32LE(7, 24))],
    ['with six channels', changed((copy) => copy.writeUInt16LE(6, 22))],
    ['with a short format chunk', changed((copy) => copy.writeUInt32LE(4, 16))],
    ['with an endless header', withChunk('junk', Buffer.alloc(100_000))],
  ])('refuses a file %s', (_, bytes) => {
    expect(() => read(bytes, 1_000)).toThrow(WavError);
  });

  it('reports a truncated file at its end', () => {
    for (const length of [0, 11, 40, 44, 45, file.length - 1])
      expect(() => read(file.subarray(0, length), 64).stream.finish()).toThrow(WavError);
  });

  it('recognises the start of a WAV file', () => {
    const header = wavHeader({ sampleRate: 8_000, channels: 1, dataBytes: 0 });
    expect([0, 3, 4, 7, 11, 12].map((length) => startsWav(header.subarray(0, length)))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      true,
    ]);
    expect([startsWav(Buffer.from('RIFX')), startsWav(Buffer.from('RIFF1234WAVY'))]).toEqual([false, false]);
  });
});
