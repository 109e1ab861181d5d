import { Resampler } from '../audio/resampler.ts';
import type { SampleRate } from '../audio/sample-rate.ts';
import type { SpeechToText, SpeechToTextOptions, SpeechToTextStream } from './speech-to-text.ts';

const defaultRate = 8000;

/**
 * Opens a stream for audio of any rate. A recogniser that does not support the rate receives resampled audio: at the highest rate that it supports
 * below it, otherwise at its lowest rate.
 */
export function openSpeechToText(recogniser: SpeechToText, options: SpeechToTextOptions): SpeechToTextStream {
  const { sampleRate = defaultRate } = options;
  const rate = supportedRate(recogniser.capabilities.sampleRates ?? [defaultRate], sampleRate);
  return rate === sampleRate ? recogniser.open(options) : openResampled(recogniser, options, rate);
}

function supportedRate(rates: readonly SampleRate[], wanted: SampleRate): SampleRate {
  const ascending = rates.toSorted((a, b) => a - b);
  return ascending.findLast((rate) => rate <= wanted) ?? ascending[0] ?? defaultRate;
}

function openResampled(
  recogniser: SpeechToText,
  options: SpeechToTextOptions,
  toRate: SampleRate,
): SpeechToTextStream {
  const { sampleRate: fromRate = defaultRate } = options;
  const stream = recogniser.open({ ...options, sampleRate: toRate });
  const resampler = new Resampler(fromRate, toRate);
  /** Length of the audio that the resampler has received and not returned yet. */
  let pendingMs = 0;
  return {
    get capabilities() {
      return stream.capabilities ?? recogniser.capabilities;
    },
    on: (listener) => stream.on(listener),
    pushAudio(samples, atMs) {
      const resampled = resampler.push(samples);
      const startMs = atMs - pendingMs;
      pendingMs += (samples.length * 1000) / fromRate - (resampled.length * 1000) / toRate;
      if (resampled.length > 0) stream.pushAudio(resampled, startMs);
    },
    expect: (expectation) => stream.expect(expectation),
    finalize: (speechEndMs) => stream.finalize(speechEndMs),
    discard: () => stream.discard(),
    close: () => stream.close(),
  };
}
