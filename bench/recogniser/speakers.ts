import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { decodeUlaw, encodeUlaw } from '../../src/audio/g711.ts';
import { halveRate } from '../../src/audio/resample.ts';
import { createSpeaker } from '../../src/providers/builtin/testing/speaker.ts';

export const builtinVoices = ['rms', 'awb', 'kal16', 'slt'];
export const espeakVoices = ['en-us', 'en-gb', 'en-us+f3', 'en-us+m3'];

const wordsPerMinute = 150;
const espeakRateHz = 22_050;
const engineRateHz = 16_000;
const wavHeaderBytes = 44;
/** RMS amplitude of speech at -20 dBFS, the level of the built-in voice. */
const speechAmplitude = 3277;
/** Samples below this amplitude do not count as speech. */
const quietAmplitude = 300;

const run = promisify(execFile);

export interface Speakers {
  /** Returns whether the synthesiser is installed. */
  isInstalled(synthesizer: string): boolean;
  /** Synthesises the text, with 300 ms of silence before and 400 ms after it, at 8 kHz over a µ-law line. */
  synthesize(text: string, voice: string): Promise<Int16Array>;
  close(): Promise<void>;
}

export async function openSpeakers(): Promise<Speakers> {
  const speaker = await createSpeaker();
  const hasEspeak = await run('espeak-ng', ['--version']).then(
    () => true,
    () => false,
  );
  const cache = new Map<string, Int16Array>();
  return {
    isInstalled: (name) => name !== 'espeak-ng' || hasEspeak,
    async synthesize(text, voice) {
      const key = `${voice} ${text}`;
      const sound =
        cache.get(key) ??
        (espeakVoices.includes(voice)
          ? await speakWithEspeak(text, voice)
          : await speaker.sound(text, voice));
      cache.set(key, sound);
      return sound;
    },
    close: () => speaker.close(),
  };
}

async function speakWithEspeak(text: string, voice: string): Promise<Int16Array> {
  const options = ['-v', voice, '-s', String(wordsPerMinute), '--stdout', text];
  const { stdout } = await run('espeak-ng', options, { encoding: 'buffer', maxBuffer: 2 ** 24 });
  const bytes = Uint8Array.from(stdout.subarray(wavHeaderBytes, stdout.length - (stdout.length % 2)));
  const speech = normaliseLevel(halveRate(toEngineRate(new Int16Array(bytes.buffer))));
  const line = new Int16Array(speech.length + 700 * 8);
  line.set(speech, 300 * 8);
  const codes = new Uint8Array(line.length);
  encodeUlaw(line, codes);
  decodeUlaw(codes, line);
  return line;
}

/** Resamples by linear interpolation; its aliases are faint compared with a synthetic voice. */
function toEngineRate(samples: Int16Array): Int16Array {
  const ratio = espeakRateHz / engineRateHz;
  return Int16Array.from({ length: Math.floor(samples.length / ratio) }, (_, index) => {
    const before = Math.floor(index * ratio);
    const part = index * ratio - before;
    return (samples[before] ?? 0) * (1 - part) + (samples[before + 1] ?? 0) * part;
  });
}

function normaliseLevel(samples: Int16Array): Int16Array {
  const speechSamples = samples.filter((sample) => Math.abs(sample) > quietAmplitude);
  const power =
    speechSamples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, speechSamples.length);
  const gain = speechAmplitude / Math.sqrt(Math.max(1, power));
  return samples.map((sample) => Math.max(-32768, Math.min(32767, sample * gain)));
}
