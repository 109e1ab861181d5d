import type * as Sherpa from 'sherpa-onnx-node';
import { normalizeSpeech } from '../../audio/level.ts';
import { isResampledRate, resample } from '../../audio/resampler.ts';
import type { SpeechJob, SpeechReply } from './messages.ts';
import type { VoiceModel } from './model-files.ts';

const sampleRate = 8000;
/** Speech level of a person on a good line. */
const speechDbfs = -20;
/** Length of pauses within a text, relative to those of the model. */
const silenceScale = 0.2;

/** Speaks texts in an engine process, one after the other. */
export interface VoiceEngine {
  /** Number of speakers of the model. */
  readonly speakers: number;
  speak(job: SpeechJob): SpeechReply;
}

/** Loads the model, which takes seconds. Throws or ends the process if the model is invalid. */
export function createVoiceEngine(sherpa: typeof Sherpa, { config }: VoiceModel): VoiceEngine {
  const voice = new sherpa.OfflineTts(config);
  if (!isResampledRate(voice.sampleRate))
    throw new Error(`The model speaks with ${voice.sampleRate} Hz, which is not supported.`);
  return {
    speakers: Math.max(1, voice.numSpeakers),
    speak({ id, text, speaker, speed }) {
      const generationConfig = new sherpa.GenerationConfig({ sid: speaker, speed, silenceScale });
      const audio = voice.generate({ text, generationConfig });
      const samples = resample(toIntegers(audio.samples), audio.sampleRate, sampleRate);
      normalizeSpeech(samples, speechDbfs);
      return { type: 'spoken', id, samples };
    },
  };
}

const toIntegers = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) => Math.max(-32768, Math.min(32767, Math.round(sample * 32768))));
