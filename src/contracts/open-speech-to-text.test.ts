import { describe, expect, it } from 'vitest';
import type { SampleRate } from '../audio/sample-rate.ts';
import { openSpeechToText } from './open-speech-to-text.ts';
import type { SpeechToText } from './speech-to-text.ts';
import { FakeSpeechToText } from './testing/fake-speech-to-text.ts';

const tone = (hz: number, rate: SampleRate) =>
  Int16Array.from({ length: rate }, (_, i) => Math.round(8000 * Math.sin((2 * Math.PI * hz * i) / rate)));

/** Returns the chunks that the recogniser receives of a second of audio, in parts of 20 ms from `atMs` on. */
function pushSecond(recogniser: FakeSpeechToText, audio: Int16Array, rate: SampleRate, atMs: number) {
  const stream = openSpeechToText(recogniser, { language: 'en-US', sampleRate: rate });
  const chunks: { samples: Int16Array; atMs: number }[] = [];
  const inner = recogniser.latest;
  const pushAudio = inner.pushAudio.bind(inner);
  inner.pushAudio = (samples, chunkAtMs) => {
    chunks.push({ samples, atMs: chunkAtMs });
    pushAudio(samples, chunkAtMs);
  };
  const frame = rate / 50;
  for (let i = 0; i < 50; i++) stream.pushAudio(audio.subarray(i * frame, (i + 1) * frame), atMs + 20 * i);
  return { stream, inner, chunks };
}

describe('openSpeechToText', () => {
  it('does not wrap the stream of a recogniser that supports the rate', () => {
    const recogniser: SpeechToText = new FakeSpeechToText({ capabilities: { sampleRates: [8000, 16_000] } });
    for (const sampleRate of [8000, 16_000] as const) {
      const stream = openSpeechToText(recogniser, { language: 'en-US', sampleRate });
      expect(stream).toBe((recogniser as FakeSpeechToText).latest);
    }
    expect(openSpeechToText(recogniser, { language: 'en-US' })).toBe((recogniser as FakeSpeechToText).latest);
  });

  it.each([16_000, 24_000] as const)('resamples %i Hz without a gap and without aliases', (rate) => {
    const recogniser = new FakeSpeechToText();
    const { inner, chunks } = pushSecond(recogniser, tone(1000, rate), rate, 500);
    expect(inner.options.sampleRate).toBe(8000);
    let nextMs = 500;
    for (const { samples, atMs } of chunks) {
      expect(atMs).toBeCloseTo(nextMs, 6);
      nextMs = atMs + samples.length / 8;
    }
    expect(nextMs).toBeGreaterThan(1_496);
    const received = chunks.flatMap(({ samples }) => [...samples]);
    const expected = tone(1000, 8000);
    for (let i = 100; i < 7_900; i++) expect(Math.abs(received[i]! - expected[i]!)).toBeLessThan(40);
    const aliases = pushSecond(new FakeSpeechToText(), tone(6000, rate), rate, 0).chunks;
    const loudest = Math.max(...aliases.slice(2).flatMap(({ samples }) => [...samples].map(Math.abs)));
    expect(loudest).toBeLessThan(20);
  });

  it('passes on requests, events and the use of the stream', () => {
    const recogniser = new FakeSpeechToText();
    const { stream, inner } = pushSecond(recogniser, new Int16Array(16_000), 16_000, 0);
    const texts: string[] = [];
    stream.on((event) => void (event.type === 'transcript-ended' && texts.push(event.text)));
    stream.expect({ id: 'x', phrases: [], forms: [] });
    inner.recognise({ text: 'hello' });
    stream.finalize();
    stream.discard();
    expect([texts, inner.expectation.id, inner.discardCount]).toEqual([['hello'], 'x', 1]);
    expect(stream.capabilities).toBe(recogniser.capabilities);
    stream.close();
    expect(inner.closed).toBe(true);
  });
});
