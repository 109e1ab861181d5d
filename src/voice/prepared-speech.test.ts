import { describe, expect, it } from 'vitest';
import type { SampleRate } from '../audio/sample-rate.ts';
import { FakeTextToSpeech } from '../contracts/testing/fake-text-to-speech.ts';
import { SpeechError, type TextToSpeech } from '../contracts/text-to-speech.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { createTestSpeechOutput } from './testing/test-speech-output.ts';
import { voiceOf } from './testing/test-voice.ts';

const apology = 'Sorry, again please.';

function createVendor(clock: ManualClock) {
  const fake = new FakeTextToSpeech({ clock });
  let isHanging = false;
  const engine: TextToSpeech = {
    provider: 'vendor',
    capabilities: { ...fake.capabilities, network: true },
    async *synthesize(request) {
      if (isHanging) await new Promise(() => undefined);
      yield* fake.synthesize(request);
    },
    checkHealth: () => fake.checkHealth(),
    close: () => fake.close(),
  };
  return { fake, engine, hang: () => (isHanging = true) };
}

function createOutput(clock: ManualClock, engines: readonly TextToSpeech[], sampleRate: SampleRate = 8000) {
  const voices = engines.map((engine) => voiceOf(engine));
  const { leg, speechOutput, ended: utterances } = createTestSpeechOutput({ clock, voices, sampleRate });
  speechOutput.prepareApology(apology);
  const ended = () => utterances().map(({ heardText, hasApology }) => [heardText, hasApology]);
  return { leg, speechOutput, ended };
}

const failure = () => new SpeechError('down', { retryable: false });

describe('an utterance that no voice can speak', () => {
  it('is replaced by the apology in the sample rate of each leg', async () => {
    const clock = new ManualClock();
    const { fake, engine } = createVendor(clock);
    for (const sampleRate of [8000, 16_000, 24_000] as const) {
      const { leg, speechOutput, ended } = createOutput(clock, [engine], sampleRate);
      await clock.advance(100);
      fake.failNext({ error: failure() });
      speechOutput.say('One two.', 'interruptible');
      await clock.advance(3_000);
      expect([leg.audio.playedMs, ended()]).toEqual([750, [[apology, true]]]);
      speechOutput.close();
    }
  });

  it('is replaced by the apology, unless both utterances before it failed too', async () => {
    const clock = new ManualClock();
    const { fake, engine } = createVendor(clock);
    const { speechOutput, ended } = createOutput(clock, [engine]);
    await clock.advance(100);
    for (const isFailing of [true, true, true, false, true]) {
      if (isFailing) fake.failNext({ error: failure() });
      speechOutput.say('One two.', 'interruptible');
      await clock.advance(3_000);
    }
    expect(ended()).toEqual([
      [apology, true],
      [apology, true],
      ['', false],
      ['One two.', undefined],
      [apology, true],
    ]);
    speechOutput.close();
  });

  it('is not replaced and is no failure if it is a filler', async () => {
    const clock = new ManualClock();
    const { fake, engine } = createVendor(clock);
    const { speechOutput, ended } = createOutput(clock, [engine]);
    await clock.advance(100);
    for (const kind of ['filler', 'filler', 'filler', 'reply'] as const) {
      fake.failNext({ error: failure() });
      speechOutput.say('One two.', kind);
      await clock.advance(3_000);
    }
    expect(ended()).toEqual([...Array.from({ length: 3 }, () => ['', undefined]), [apology, true]]);
    speechOutput.close();
  });

  it('is replaced within 2 s if the voice sends no audio', async () => {
    const clock = new ManualClock();
    const { engine, hang } = createVendor(clock);
    const { leg, speechOutput, ended } = createOutput(clock, [engine]);
    await clock.advance(100);
    hang();
    speechOutput.say('One two.', 'interruptible');
    await clock.advance(1_900);
    expect(leg.audio.playedMs).toBeGreaterThan(0);
    await clock.advance(3_000);
    expect(ended()).toEqual([[apology, true]]);
    expect(clock.pendingTimers).toBe(1);
  });

  it('has an apology that is synthesised once for all calls', async () => {
    const clock = new ManualClock();
    const { fake, engine } = createVendor(clock);
    for (let calls = 0; calls < 3; calls++) createOutput(clock, [engine]);
    await clock.advance(100);
    expect(fake.texts).toEqual([apology]);
  });

  it('has no apology if a voice of the agent is local, or if the apology could not be synthesised', async () => {
    const clock = new ManualClock();
    const { fake, engine } = createVendor(clock);
    createOutput(clock, [engine, new FakeTextToSpeech({ clock })]);
    expect(fake.texts).toEqual([]);
    fake.failNext({ error: failure() });
    const { speechOutput, ended } = createOutput(clock, [engine]);
    await clock.advance(100);
    fake.failNext({ error: failure() });
    speechOutput.say('One two.', 'interruptible');
    await clock.advance(1_000);
    expect(ended()).toEqual([['', false]]);
  });
});
