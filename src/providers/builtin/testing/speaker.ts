import { decodeUlaw, encodeUlaw } from '../../../audio/g711.ts';
import { silentLogger } from '../../../core/logger.ts';
import type { SpeechToTextStream } from '../../../contracts/speech-to-text.ts';
import { createBuiltinTextToSpeech } from '../text-to-speech.ts';

/** Simulated speaker on a telephone line: the built-in voice over µ-law. */
export interface Speaker {
  /** Returns 300 ms of silence, the text and 400 ms of silence; one second of silence for an empty text. */
  sound(text: string, voiceId?: string): Promise<Int16Array>;
  /** Pushes the audio in frames of 20 ms and returns the media clock after it. */
  say(
    stream: SpeechToTextStream,
    text: string,
    options?: { readonly atMs?: number; readonly voiceId?: string },
  ): Promise<number>;
  close(): Promise<void>;
}

/** Creates a speaker that synthesises in one thread. */
export async function createSpeaker(): Promise<Speaker> {
  const voice = await createBuiltinTextToSpeech({ workers: 1, logger: silentLogger });
  const sound = async (text: string, voiceId = 'rms') => {
    const parts: Int16Array[] = [quiet(300)];
    if (text === '') parts.push(quiet(300));
    else for await (const chunk of voice.synthesize({ text, voiceId })) parts.push(chunk.samples);
    parts.push(quiet(400));
    return overPhone(Int16Array.from(parts.flatMap((part) => [...part])));
  };
  return {
    sound,
    async say(stream, text, { atMs = 0, voiceId = 'rms' } = {}) {
      return pushFrames(stream, await sound(text, voiceId), atMs);
    },
    close: () => voice.close(),
  };
}

/** Pushes audio in frames of 20 ms and returns the media clock after it. */
export function pushFrames(stream: SpeechToTextStream, samples: Int16Array, atMs: number): number {
  for (let at = 0; at < samples.length; at += 160)
    stream.pushAudio(samples.subarray(at, at + 160), atMs + at / 8);
  return atMs + samples.length / 8;
}

function quiet(ms: number): Int16Array {
  return new Int16Array(ms * 8);
}

/** Returns the audio after µ-law coding. */
function overPhone(samples: Int16Array): Int16Array {
  const codes = new Uint8Array(samples.length);
  encodeUlaw(samples, codes);
  const decoded = new Int16Array(samples.length);
  decodeUlaw(codes, decoded);
  return decoded;
}
