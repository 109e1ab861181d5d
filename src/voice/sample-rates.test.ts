import { describe, expect, it } from 'vitest';
import { resample } from '../audio/resampler.ts';
import { sampleRates, type SampleRate } from '../audio/sample-rate.ts';
import { beepTone } from '../audio/tones.ts';
import type { SpeechToTextCapabilities } from '../contracts/speech-to-text.ts';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech, type FakeTextToSpeechOptions } from '../contracts/testing/fake-text-to-speech.ts';
import { SpeechError } from '../contracts/text-to-speech.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { CallVoice } from './call-voice.ts';
import { commonOptions, startVoice, voiceOf } from './testing/test-voice.ts';

interface CallOptions {
  readonly legRate: SampleRate;
  readonly voices?: readonly FakeTextToSpeechOptions[];
  readonly capabilities?: Partial<SpeechToTextCapabilities>;
}

function createCall({ legRate, voices = [{}], capabilities = {} }: CallOptions) {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock, sampleRate: legRate });
  const engines = voices.map((options) => new FakeTextToSpeech({ clock, ...options }));
  const recogniser = new FakeSpeechToText({ capabilities: { openVocabulary: true, ...capabilities } });
  const played: number[] = [];
  const play = leg.audio.play.bind(leg.audio);
  leg.audio.play = (samples) => {
    for (const sample of samples) played.push(sample);
    play(samples);
  };
  const voice = new CallVoice({
    ...commonOptions(clock, leg),
    voices: engines.map((engine) => voiceOf(engine)),
    recogniser,
    models: [],
  });
  const { events } = startVoice(voice, clock, leg);
  return { clock, leg, voice, engines, recogniser, events, played };
}

/** Returns the frequency of a tone in Hz, by its zero crossings in the given interval. */
function pitchOf(samples: readonly number[], rate: SampleRate, fromMs: number, toMs: number): number {
  const part = samples.slice((fromMs * rate) / 1000, (toMs * rate) / 1000);
  const crossings = part.filter((sample, i) => i > 0 && sample >= 0 !== part[i - 1]! >= 0).length;
  return (crossings * 500) / (toMs - fromMs);
}

const pairs = sampleRates.flatMap((legRate) => sampleRates.map((voiceRate) => ({ legRate, voiceRate })));

describe('speech of the agent', () => {
  it.each(pairs)(
    'keeps length, pitch and word times with a voice of $voiceRate Hz on a leg of $legRate Hz',
    async ({ legRate, voiceRate }) => {
      const { clock, leg, voice, events, played } = createCall({
        legRate,
        voices: [{ sampleRate: voiceRate }],
      });
      voice.say('One two three four.', true);
      await clock.advance(2_000);
      expect([played.length, leg.audio.playedMs]).toEqual([legRate, 1_000]);
      // Word tones of 200 ms and pauses of 50 ms.
      expect(Math.abs(pitchOf(played, legRate, 255, 445) - 400)).toBeLessThan(8);
      expect(Math.max(...played.slice(0.21 * legRate, 0.24 * legRate).map(Math.abs))).toBeLessThan(100);
      voice.say('Five six seven eight.', true);
      await clock.advance(560);
      voice.interrupt();
      expect(events).toContainEqual(expect.objectContaining({ heardText: 'Five six', interrupted: true }));
    },
  );

  it('continues a sentence with a voice of another rate', async () => {
    const { clock, leg, voice, engines, played, events } = createCall({
      legRate: 16_000,
      voices: [{ sampleRate: 24_000 }, { sampleRate: 8000 }],
    });
    engines[0]!.failNext({ afterChunks: 5, error: new SpeechError('Scripted.', { retryable: false }) });
    voice.say('One two three four.', true);
    await clock.advance(3_000);
    expect(engines[1]!.texts).toEqual(['three four.']);
    expect([played.length, leg.audio.playedMs]).toEqual([16_000, 1_000]);
    for (const fromMs of [5, 255, 505, 755])
      expect(Math.abs(pitchOf(played, 16_000, fromMs, fromMs + 190) - 400)).toBeLessThan(8);
    expect(events).toContainEqual(
      expect.objectContaining({ heardText: 'One two three four.', interrupted: false }),
    );
  });

  it('keeps the length of speech that was prepared, in chunks of 1 ms', async () => {
    const { clock, voice, played } = createCall({
      legRate: 8000,
      voices: [{ sampleRate: 24_000, chunkMs: 1 }],
    });
    voice.prepare('One two three four.');
    await clock.advance(100);
    voice.say('One two three four.', true);
    await clock.advance(2_000);
    expect(played).toHaveLength(8_000);
    expect(Math.abs(pitchOf(played, 8000, 5, 195) - 400)).toBeLessThan(8);
  });
});

describe('audio of the caller', () => {
  it.each([
    { legRate: 8000, supported: undefined, streamRate: 8000 },
    { legRate: 16_000, supported: undefined, streamRate: 8000 },
    { legRate: 24_000, supported: [8000, 16_000], streamRate: 16_000 },
    { legRate: 16_000, supported: sampleRates, streamRate: 16_000 },
    { legRate: 24_000, supported: sampleRates, streamRate: 24_000 },
    { legRate: 8000, supported: [16_000], streamRate: 16_000 },
  ] as const)(
    'of $legRate Hz reaches a recogniser with $supported Hz as $streamRate Hz',
    async ({ legRate, supported, streamRate }) => {
      const { clock, recogniser } = createCall({
        legRate,
        capabilities: supported === undefined ? {} : { sampleRates: supported },
      });
      await clock.advance(2_000);
      const stream = recogniser.latest;
      expect(stream.options.sampleRate).toBe(streamRate);
      // A resampler holds back 3 ms.
      expect(stream.pushedMs).toBeGreaterThan(1_996);
      expect(stream.pushedMs).toBeLessThanOrEqual(2_000);
    },
  );

  it.each([16_000, 24_000] as const)('of %i Hz is searched for the beep of a voicemail', async (legRate) => {
    const { clock, leg, voice, events } = createCall({ legRate });
    voice.detectAnsweringMachine();
    const samples = resample(beepTone(400, 1000), 8000, legRate);
    voice.handleAudioEvent({ type: 'audio', atMs: leg.audio.nowMs, samples });
    await clock.advance(200);
    expect(events.map(({ type }) => type)).toContain('beep-detected');
  });
});
