import { beforeAll, describe, expect, it } from 'vitest';
import { loadFlite, pronounceWithFlite, speakWithFlite } from './flite.ts';
import { MemoryFile } from './wasi-files.ts';
import { runProgram } from './wasi-program.ts';

describe('Flite as a program in memory', () => {
  let flite: WebAssembly.Module;
  beforeAll(async () => {
    flite = await loadFlite();
  });

  it('speaks at 16 kHz and tells its phones', () => {
    const speech = speakWithFlite(flite, 'hello', 'kal16', 1);
    expect(speech.sampleRate).toBe(16_000);
    expect(speech.phones.map((phone) => phone.name)).toEqual(['pau', 'hh', 'ax', 'l', 'ow', 'pau']);
    expect(speech.samples.length / 16_000).toBeGreaterThan(0.5);
  });

  it('pronounces a name that no dictionary holds', () => {
    expect(pronounceWithFlite(flite, 'nguyen')).toEqual(['n', 'uw', 'y', 'eh', 'n']);
  });

  it('takes a text that looks like an option, or holds quotes, as text', () => {
    expect(speakWithFlite(flite, '-o other.wav "now"', 'kal16', 1).samples.length).toBeGreaterThan(8000);
  });

  it('hands over what the program printed, and no file where it wrote none', () => {
    const result = runProgram(flite, ['flite', '--bogus'], 100_000);
    expect(result.output).toContain('failed to open file "--bogus"');
    expect(result.files.size).toBe(0);
  });

  it('stops a program that writes more than it may', () => {
    expect(() => runProgram(flite, ['flite', '-voice', 'kal16', '-t', 'hello', '-o', 'o.wav'], 5000)).toThrow(
      'more than it may',
    );
  });
});

describe('a file in memory', () => {
  it('is written over, beyond its end and beyond its room', () => {
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
