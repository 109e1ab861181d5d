import { beforeAll, describe, expect, it } from 'vitest';
import { loadFlite, pronounceWithFlite, speakWithFlite } from './flite.ts';
import { MemoryFile } from './wasi-files.ts';
import { runProgram } from './wasi-program.ts';

describe('Flite as a WASI program', () => {
  let flite: WebAssembly.Module;
  beforeAll(async () => {
    flite = await loadFlite();
  });

  it('synthesises 16 kHz audio and prints its phones', () => {
    const speech = speakWithFlite(flite, 'hello', 'kal16', 1);
    expect(speech.sampleRate).toBe(16_000);
    expect(speech.phones.map((phone) => phone.name)).toEqual(['pau', 'hh', 'ax', 'l', 'ow', 'pau']);
    expect(speech.samples.length / 16_000).toBeGreaterThan(0.5);
  });

  it('pronounces a name that is not in the dictionary', () => {
    expect(pronounceWithFlite(flite, 'nguyen')).toEqual(['n', 'uw', 'y', 'eh', 'n']);
  });

  it('treats options and quotes in a text as text', () => {
    expect(speakWithFlite(flite, '-o other.wav "now"', 'kal16', 1).samples.length).toBeGreaterThan(8000);
  });

  it('returns the output, and no file if none was written', () => {
    const result = runProgram(flite, ['flite', '--bogus'], 100_000);
    expect(result.output).toContain('failed to open file "--bogus"');
    expect(result.files.size).toBe(0);
  });

  it('stops a program above its output limit', () => {
    expect(() => runProgram(flite, ['flite', '-voice', 'kal16', '-t', 'hello', '-o', 'o.wav'], 5000)).toThrow(
      'output limit',
    );
  });
});

describe('an in-memory file', () => {
  it('can be overwritten and extended', () => {
    const file = new MemoryFile();
    file.write(2, Uint8Array.of(1, 2), 1e6);
    file.write(0, Uint8Array.of(9), 1e6);
    expect([...file.bytes]).toEqual([9, 0, 1, 2]);
    file.write(100_000, Uint8Array.of(7), 1e6);
    expect(file.length).toBe(100_001);
    expect(file.bytes[100_000]).toBe(7);
    expect(file.bytes[3]).toBe(2);
  });
});
