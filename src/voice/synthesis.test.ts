import { describe, expect, it } from 'vitest';
import { ProviderError, providerFailureOf } from '../contracts/provider-error.ts';
import { FakeTextToSpeech, type FakeTextToSpeechOptions } from '../contracts/testing/fake-text-to-speech.ts';
import { SpeechError, type SpeechChunk, type TextToSpeech } from '../contracts/text-to-speech.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { discardedAudio, synthesizeClause } from './synthesis.ts';

class PauseError extends ProviderError {
  override readonly isPause = true;

  constructor() {
    super('kokoro is not used.');
  }
}

/** Each word takes 250 ms: 200 ms of sound and a gap. */
function createVoices(options: FakeTextToSpeechOptions = {}) {
  const clock = new ManualClock();
  const vendor = new FakeTextToSpeech({ clock, ...options });
  const builtin = new FakeTextToSpeech({ clock });
  const asVendor = (engine: FakeTextToSpeech): TextToSpeech =>
    Object.assign(Object.create(engine) as TextToSpeech, {
      capabilities: { ...engine.capabilities, network: true },
      synthesize: engine.synthesize.bind(engine),
    });
  const voiceOf = (engine: TextToSpeech) => ({
    engine,
    voiceId: 'tone',
    language: 'en-US',
    speed: 1,
    volume: 1,
  });
  const chunks: SpeechChunk[] = [];
  const synthesize = async (text: string, engines: readonly TextToSpeech[]): Promise<unknown> => {
    const limits = { clock, chunkTimeoutMs: 5_000, fallbackAfterMs: 1_200, lastVoiceTimeoutMs: 1_800 };
    try {
      const signal = new AbortController().signal;
      for await (const chunk of synthesizeClause(text, { voices: engines.map(voiceOf), ...limits }, signal))
        if (chunk !== discardedAudio) chunks.push(chunk);
      return 'complete';
    } catch (error) {
      return error;
    }
  };
  const words = () => chunks.flatMap((chunk) => chunk.words ?? []);
  return {
    clock,
    vendor: asVendor(vendor),
    requests: vendor.requests,
    fake: vendor,
    builtin,
    synthesize,
    words,
    chunks,
  };
}

describe('synthesizeClause', () => {
  it.each([
    ['digits', '9'.repeat(480)],
    ['signs', '% '.repeat(10) + '5% '.repeat(155)],
  ])('cuts a text that is too long when its %s are written out', async (_case, text) => {
    const { vendor, requests, synthesize, clock } = createVoices({ normalizesText: false });
    const result = synthesize(text, [vendor]);
    while (clock.pendingTimers > 0 || requests.length === 0) await clock.advance(1_000);
    expect(await result).toBe('complete');
    expect(requests.map(({ text: spoken }) => (spoken as string).length)).toEqual([2_000]);
  });

  it('uses the next voice if a vendor returns no audio within 1.2 s, and does not use the vendor again', async () => {
    const { clock, vendor, requests, builtin, synthesize, chunks } = createVoices({
      firstChunkDelayMs: 60_000,
    });
    const result = synthesize('One two.', [vendor, builtin]);
    await clock.advance(1_190);
    expect([chunks.length, requests.length]).toEqual([0, 1]);
    await clock.advance(10);
    expect(await result).toBe('complete');
    expect([requests.length, builtin.texts]).toEqual([1, ['One two.']]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('waits longer for the only voice', async () => {
    const { clock, vendor, requests, synthesize } = createVoices({ firstChunkDelayMs: 60_000 });
    const result = synthesize('One two.', [vendor]);
    await clock.advance(1_800);
    expect(await result).toMatchObject({
      name: 'SpeechError',
      cause: { message: 'Speech synthesis timed out.' },
    });
    expect(providerFailureOf(await result)).toBe(`${vendor.provider} sent no audio in time.`);
    expect(requests).toHaveLength(1);
  });

  it('reports the failure of a provider instead of the later error that the provider is not used', async () => {
    const { vendor, fake, synthesize } = createVoices();
    const failWith = (cause: ProviderError) =>
      fake.failNext({ error: new SpeechError('failed', { retryable: true, cause }) });
    failWith(new ProviderError('kokoro is unavailable (500).'));
    failWith(new PauseError());
    expect(providerFailureOf(await synthesize('One two.', [vendor]))).toBe('kokoro is unavailable (500).');
    failWith(new PauseError());
    failWith(new PauseError());
    expect(providerFailureOf(await synthesize('One two.', [vendor]))).toBe('kokoro is not used.');
  });

  it('uses the next voice at once if the vendor rejects the request', async () => {
    const { clock, vendor, fake, builtin, synthesize } = createVoices();
    fake.failNext({ error: new SpeechError('limit', { retryable: false }) });
    expect(await synthesize('One two.', [vendor, builtin])).toBe('complete');
    expect([fake.texts, builtin.texts]).toEqual([['One two.'], ['One two.']]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('speaks the rest with the next voice if a vendor stops in the middle, with continuous times of words', async () => {
    const { clock, vendor, builtin, synthesize, words } = createVoices({
      chunkMs: 600,
      chunkDelayMs: 60_000,
    });
    const result = synthesize('One two three four.', [vendor, builtin]);
    await clock.advance(1_200);
    expect(await result).toBe('complete');
    expect(builtin.texts).toEqual(['three four.']);
    expect(words().map(({ text, startMs }) => [text, startMs])).toEqual([
      ['One', 0],
      ['two', 250],
      ['three', 500],
      ['three', 600],
      ['four.', 850],
    ]);
  });

  it.each([true, false])(
    'repeats only incomplete words after a reset, or all words if their times are unknown (times of words: %s)',
    async (wordTimings) => {
      const { clock, vendor, fake, builtin, synthesize, words } = createVoices({ wordTimings });
      fake.failNext({ afterChunks: 6, error: new SpeechError('reset', { retryable: true }) });
      fake.failNext({ error: new SpeechError('reset', { retryable: true }) });
      expect(await synthesize('One two three four.', [vendor, builtin])).toBe('complete');
      const rest = wordTimings ? 'three four.' : 'One two three four.';
      expect([fake.texts, builtin.texts]).toEqual([['One two three four.', rest], [rest]]);
      const times = words().map(({ startMs }) => startMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(clock.pendingTimers).toBe(0);
    },
  );

  const appointment = 'Pay $12.50 on Dec. 5th, see https://example.com now.';
  const spokenAppointment = 'Pay twelve dollars and fifty cents on December fifth, see example dot com now.';
  it.each([
    [true, 'Pay $12.50 on Dec. 5th, see example.com now.'],
    [false, spokenAppointment],
  ])(
    'reports the written words to a caller of a voice (reads numbers itself: %s)',
    async (normalizesText, received) => {
      const { fake, synthesize, words } = createVoices({ normalizesText });
      expect(await synthesize(appointment, [fake])).toBe('complete');
      expect(fake.texts).toEqual([received]);
      expect(words().map(({ text }) => text)).toEqual(appointment.split(' '));
      const ends = words().map(({ endMs }) => endMs);
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
      // "$12.50" ends with "cents", its fifth spoken word.
      const amount = words().find(({ text }) => text === '$12.50')!;
      expect([amount.startMs, amount.endMs]).toEqual(normalizesText ? [250, 450] : [250, 1_450]);
    },
  );

  it('repeats a number of several words from its start after a failure', async () => {
    const { fake, builtin, synthesize } = createVoices({ normalizesText: false });
    fake.failNext({ afterChunks: 16, error: new SpeechError('reset', { retryable: false }) });
    expect(await synthesize('Please call 202 555 0100 now.', [fake, builtin])).toBe('complete');
    expect(fake.texts).toEqual(['Please call two zero two, five five five, zero one zero zero now.']);
    expect(builtin.texts).toEqual(['202 555 0100 now.']);
  });

  it('fails if the last voice fails', async () => {
    const { fake, synthesize } = createVoices();
    fake.failNext({ afterChunks: 2 });
    fake.failNext();
    expect(await synthesize('One two.', [fake])).toBeInstanceOf(SpeechError);
  });
});
