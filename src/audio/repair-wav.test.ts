import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repairWav } from './repair-wav.ts';
import { parseWav, wavHeader, wavHeaderBytes, WavError } from './wav-header.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'repair-wav-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const stereo = { sampleRate: 8000, channels: 2 };

/** Writes a recording with `dataBytes` of audio after a header that declares `declaredBytes`, and returns its path. */
function recording(dataBytes: number, declaredBytes: number): string {
  const file = path.join(folder, 'call.wav');
  const header = wavHeader({ ...stereo, dataBytes: declaredBytes });
  writeFileSync(file, Buffer.concat([header, Buffer.alloc(dataBytes, 7)]));
  return file;
}

describe('repairWav', () => {
  it('writes the actual size into the header, and changes nothing when repeated', async () => {
    const sizes = fc.nat(5_000);
    await fc.assert(
      fc.asyncProperty(sizes, sizes, async (dataBytes, declaredBytes) => {
        const file = recording(dataBytes, declaredBytes);
        const frames = Math.floor(dataBytes / 4);
        expect(await repairWav(file)).toBe(frames / 8);
        const repaired = readFileSync(file);
        expect(repaired).toHaveLength(wavHeaderBytes + frames * 4);
        expect(repaired.readUInt32LE(40)).toBe(frames * 4);
        expect(repaired.readUInt32LE(4)).toBe(36 + frames * 4);
        expect(parseWav(repaired)).toMatchObject({ ...stereo, samples: { length: frames * 2 } });
        await repairWav(file);
        expect(readFileSync(file).equals(repaired)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('rejects a file that is not a recording, and leaves it unchanged', async () => {
    const file = path.join(folder, 'other.wav');
    const bytes = [Buffer.alloc(0), Buffer.from(wavHeader({ ...stereo, dataBytes: 4 })).subarray(0, 43)];
    for (const content of [...bytes, Buffer.alloc(500, 3)]) {
      writeFileSync(file, content);
      await expect(repairWav(file)).rejects.toThrow(WavError);
      expect(readFileSync(file).equals(content)).toBe(true);
    }
  });

  it('rejects a file that does not exist', async () => {
    await expect(repairWav(path.join(folder, 'gone.wav'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
