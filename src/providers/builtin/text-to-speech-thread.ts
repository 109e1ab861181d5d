import { parentPort, workerData } from 'node:worker_threads';
import { normalizeSpeech } from '../../audio/level.ts';
import { halveRate } from '../../audio/resample.ts';
import { speakWithFlite, type FliteSpeech } from './flite.ts';
import type { ThreadReply, ThreadRequest } from './thread-pool.ts';
import type { BuiltinVoiceId } from './voices.ts';

/** A part of a text that a thread synthesises. */
export interface SpeechJob {
  readonly text: string;
  readonly voiceId: BuiltinVoiceId;
  readonly speed: number;
}

/** Silence that remains at both ends. Flite adds 100 to 200 ms, which the caller would notice as latency. */
const leadMs = 15;
const tailMs = 50;
const frameMs = 10;
/** Speech level of a person on a good line. */
const speechDbfs = -20;

const flite = workerData as WebAssembly.Module;

parentPort!.on('message', ({ id, job }: ThreadRequest<SpeechJob>) => {
  try {
    const samples = synthesize(job);
    parentPort!.postMessage({ id, result: samples } satisfies ThreadReply<Int16Array>, [
      samples.buffer as ArrayBuffer,
    ]);
  } catch (error) {
    parentPort!.postMessage({ id, error: String(error) } satisfies ThreadReply<Int16Array>, []);
  }
});

/** Returns 8 kHz audio without surrounding silence; empty if the text has no sound. */
function synthesize(job: SpeechJob): Int16Array {
  const speech = speakWithFlite(flite, job.text, job.voiceId, job.speed);
  const samples = halveRate(withoutSilence(speech));
  normalizeSpeech(samples, speechDbfs);
  return samples;
}

/**
 * Removes the silence at both ends. Flite's times of phones differ from the audio by up to 100 ms, so the wider range of phones and loud frames is
 * kept.
 */
function withoutSilence(speech: FliteSpeech): Int16Array {
  const first = speech.phones.findIndex((phone) => phone.name !== 'pau');
  const last = speech.phones.findLast((phone) => phone.name !== 'pau');
  if (last === undefined) return new Int16Array(0);
  const perMs = speech.sampleRate / 1000;
  const sound = boundsOfSound(speech.samples, frameMs * perMs);
  const startMs = Math.min(speech.phones[first - 1]?.endMs ?? 0, sound.start / perMs) - leadMs;
  const endMs = Math.max(last.endMs, sound.end / perMs) + tailMs;
  return speech.samples.slice(Math.round(Math.max(0, startMs) * perMs), Math.round(endMs * perMs));
}

/** Returns start and end of the audio in samples: the frames louder than a hundredth of the loudest one. */
function boundsOfSound(samples: Int16Array, frameSamples: number): { start: number; end: number } {
  const peaks: number[] = [];
  for (let at = 0; at < samples.length; at += frameSamples)
    peaks.push(samples.subarray(at, at + frameSamples).reduce((max, s) => Math.max(max, Math.abs(s)), 0));
  const threshold = peaks.reduce((max, peak) => Math.max(max, peak), 0) / 100;
  const first = peaks.findIndex((peak) => peak > threshold);
  const last = peaks.findLastIndex((peak) => peak > threshold);
  return { start: first * frameSamples, end: (last + 1) * frameSamples };
}
