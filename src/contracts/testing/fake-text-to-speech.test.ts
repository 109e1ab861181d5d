import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/manual-clock.ts';
import { SpeechError, type SpeechChunk } from '../text-to-speech.ts';
import { FakeTextToSpeech } from './fake-text-to-speech.ts';
import { textToSpeechSuite } from './text-to-speech-suite.ts';

textToSpeechSuite('FakeTextToSpeech', {
  create: () => Promise.resolve(new FakeTextToSpeech()),
  voiceId: 'tone',
});
textToSpeechSuite('FakeTextToSpeech without word timings', {
  create: () => Promise.resolve(new FakeTextToSpeech({ wordTimings: false })),
  voiceId: 'hum',
});
textToSpeechSuite('FakeTextToSpeech with streams of text', {
  create: () => Promise.resolve(new FakeTextToSpeech({ streamsText: true })),
  voiceId: 'tone',
});

describe('FakeTextToSpeech', () => {
  it('fails as scripted, and succeeds afterwards', async () => {
    const voice = new FakeTextToSpeech();
    voice.failNext({ afterChunks: 2 });
    const chunks: SpeechChunk[] = [];
    const speak = async () => {
      for await (const chunk of voice.synthesize({ text: 'one two three', voiceId: 'tone' }))
        chunks.push(chunk);
    };
    await expect(speak()).rejects.toBeInstanceOf(SpeechError);
    expect(chunks).toHaveLength(2);
    await speak();
    expect(chunks).toHaveLength(2 + 8);
  });

  it('waits the configured delays', async () => {
    const clock = new ManualClock();
    const voice = new FakeTextToSpeech({ clock, firstChunkDelayMs: 300 });
    const controller = new AbortController();
    const request = { text: 'hello', voiceId: 'tone', signal: controller.signal };
    const first = voice.synthesize(request).next();
    await clock.advance(299);
    expect(clock.pendingTimers).toBe(1);
    controller.abort();
    expect((await first).done).toBe(true);
    expect(voice.aborted).toEqual([request]);
    expect(clock.pendingTimers).toBe(0);
  });
});
