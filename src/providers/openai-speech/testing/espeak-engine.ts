import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseWav } from '../../../audio/wav-header.ts';
import { KnownSpeech } from './known-speech.ts';
import type { SpeechEngine, SpokenAudio } from './http-speech-server.ts';

const maxAudioBytes = 16 * 1024 * 1024;
const normalWordsPerMinute = 175;

/** Whether espeak-ng is installed. */
export const hasEspeak: boolean = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .some((folder) => existsSync(path.join(folder, 'espeak-ng')));

/**
 * Speaks with espeak-ng, a Debian package: the voices are its languages, such as `de` and `en-us`. Understands only speech that it has spoken or learnt
 * before, by the sound.
 */
export class EspeakEngine implements SpeechEngine {
  readonly #known = new KnownSpeech();
  readonly #spoken = new Map<string, Promise<SpokenAudio>>();

  speak({ text, voice, speed }: Parameters<SpeechEngine['speak']>[0]): Promise<SpokenAudio> {
    const key = JSON.stringify([text, voice, speed]);
    const spoken = this.#spoken.get(key) ?? this.#synthesize(text, voice, speed);
    this.#spoken.set(key, spoken);
    return spoken;
  }

  /** Adds speech of another voice. */
  learn(text: string, samples: Int16Array, sampleRate: number): void {
    this.#known.add(text, samples, sampleRate);
  }

  transcribe(samples: Int16Array, sampleRate: number): string {
    return this.#known.textOf(samples, sampleRate);
  }

  async #synthesize(text: string, voice: string, speed: number): Promise<SpokenAudio> {
    const wav = await run(
      ['-v', voice, '-s', String(Math.round(normalWordsPerMinute * speed)), '--stdout'],
      text,
    );
    const { samples, sampleRate } = parseWav(wav);
    this.learn(text, samples, sampleRate);
    return { samples, sampleRate };
  }
}

/** Runs espeak-ng with a text as its input. Resolves with a WAV file. */
function run(options: readonly string[], text: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const settings = { encoding: 'buffer', maxBuffer: maxAudioBytes } as const;
    const child = execFile('espeak-ng', options, settings, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(error);
    });
    child.stdin!.end(text);
  });
}
