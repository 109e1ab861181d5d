import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BeepDetector } from '../../audio/beep-detector.ts';
import { DtmfDetector } from '../../audio/dtmf-detector.ts';
import { levelDbfs, speechLevelDbfs } from '../../audio/level.ts';
import { silentLogger } from '../../core/logger.ts';
import { textToSpeechSuite } from '../../contracts/testing/text-to-speech-suite.ts';
import type { SpeechRequest, TextToSpeech } from '../../contracts/text-to-speech.ts';
import { createBuiltinTextToSpeech } from './text-to-speech.ts';
import { builtinVoices } from './voices.ts';

const create = () => createBuiltinTextToSpeech({ workers: 1, logger: silentLogger });
const prompt =
  'I can book you in for Tuesday at ten thirty, or for Friday in the afternoon. Which do you like?';

textToSpeechSuite('the built-in voice', { create, voiceId: 'rms' });

describe('the built-in text-to-speech', () => {
  let voice: TextToSpeech;
  beforeAll(async () => {
    voice = await create();
  });
  afterAll(() => voice.close());

  async function speak(text: string, more: Partial<SpeechRequest> = {}): Promise<Int16Array[]> {
    const parts: Int16Array[] = [];
    for await (const { samples } of voice.synthesize({ text, voiceId: 'rms', ...more })) parts.push(samples);
    return parts;
  }
  const joined = (parts: readonly Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]));

  it.each(builtinVoices.map((each) => each.voiceId))(
    'speaks as %s, about as loud as the others',
    async (voiceId) => {
      const samples = joined(await speak(prompt, { voiceId }));
      expect(samples.length / 8000).toBeGreaterThan(4);
      expect(samples.length / 8000).toBeLessThan(9);
      expect(speechLevelDbfs(samples)).toBeGreaterThan(-22);
      expect(speechLevelDbfs(samples)).toBeLessThan(-18);
    },
  );

  it('has sound within 60 ms of the first sample', async () => {
    const samples = joined(await speak('Yes.', { voiceId: 'kal16' }));
    expect(levelDbfs(samples.subarray(0, 60 * 8))).toBeGreaterThan(-45);
  });

  it('returns the first clause before the rest is synthesised', async () => {
    const parts = await speak(prompt);
    expect(parts.length).toBeGreaterThanOrEqual(5);
    expect(parts[0]!.length).toBeLessThan(joined(parts).length / 2);
  });

  it('returns the cached array for a repeated prompt', async () => {
    const [first] = await speak('Thank you, goodbye.');
    const [again] = await speak('Thank you, goodbye.');
    expect(again).toBe(first);
    const [faster] = await speak('Thank you, goodbye.', { speed: 1.5 });
    expect(faster!.length).toBeLessThan(first!.length * 0.75);
  });

  it('does not delay other requests with aborted work', async () => {
    const controller = new AbortController();
    const long = Array.from(
      { length: 18 },
      (_, i) => `This is the long sentence number ${i} of this text.`,
    ).join(' ');
    let parts = 0;
    for await (const chunk of voice.synthesize({ text: long, voiceId: 'slt', signal: controller.signal })) {
      parts += chunk.samples.length > 0 ? 1 : 0;
      controller.abort();
    }
    expect(parts).toBe(1);
    const health = await voice.checkHealth();
    expect(health.detail).toContain('0 texts waiting');
  });

  it('speaks numbers, times and names with accents', async () => {
    const samples = joined(await speak('José, it is 10:30, and it costs $5.'));
    expect(samples.length / 8000).toBeGreaterThan(2);
  });

  it('never triggers DTMF or beep detection', async () => {
    const found: unknown[] = [];
    const digits = new DtmfDetector((digit) => found.push(digit));
    const beeps = new BeepDetector((beep) => found.push(beep));
    for (const { voiceId } of builtinVoices) {
      const samples = joined(await speak(prompt, { voiceId }));
      digits.push(samples);
      beeps.push(samples);
    }
    expect(found).toEqual([]);
  });
});
