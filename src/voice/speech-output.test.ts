import { describe, expect, it } from 'vitest';
import { SpeechError } from '../contracts/text-to-speech.ts';
import { FakeTextToSpeech, type FakeTextToSpeechOptions } from '../contracts/testing/fake-text-to-speech.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { createTestSpeechOutput } from './testing/test-speech-output.ts';
import { voiceOf } from './testing/test-voice.ts';

/** Each word takes 250 ms. */
function createSpeechOutput(
  options: FakeTextToSpeechOptions = {},
  voiceIds = ['tone'],
  lostEvents: readonly string[] = [],
) {
  const clock = new ManualClock();
  const engine = new FakeTextToSpeech({ clock, ...options });
  const voices = voiceIds.map((voiceId) => voiceOf(engine, voiceId));
  return { clock, engine, ...createTestSpeechOutput({ clock, voices, lostEvents }) };
}

describe('SpeechOutput', () => {
  it('ends an utterance 500 ms after its last sample if the playout event is lost', async () => {
    const { clock, speechOutput, events, ended } = createSpeechOutput({}, ['tone'], ['playout-drained']);
    speechOutput.say('One two.', 'interruptible');
    speechOutput.say('Three.', 'interruptible');
    await clock.advance(1_200);
    expect([speechOutput.isSpeaking, ended().map(({ heardText }) => heardText)]).toEqual([
      true,
      ['One two.'],
    ]);
    await clock.advance(1_000);
    expect([speechOutput.isSpeaking, ended().map(({ heardText }) => heardText)]).toEqual([
      false,
      ['One two.', 'Three.'],
    ]);
    expect(events.at(-1)?.type).toBe('output-idle');
    speechOutput.close();
  });

  it('plays utterances one after the other and reports start and end of each', async () => {
    const { clock, speechOutput, events } = createSpeechOutput();
    speechOutput.say('One two.', 'interruptible');
    speechOutput.say('Three.', 'interruptible');
    await clock.advance(1_000);
    expect(events).toMatchObject([
      { type: 'utterance-started', id: 1, atMs: 0 },
      { type: 'utterance-ended', id: 1, heardText: 'One two.', interrupted: false, atMs: 500 },
      { type: 'utterance-started', id: 2, atMs: 500 },
      { type: 'utterance-ended', id: 2, heardText: 'Three.', interrupted: false, atMs: 760 },
      { type: 'output-idle' },
    ]);
  });

  it('reports whole heard words after an interruption, and discards the rest', async () => {
    const { clock, leg, speechOutput, ended } = createSpeechOutput();
    speechOutput.say('One two three four five.', 'interruptible');
    await clock.advance(600);
    speechOutput.interrupt();
    expect(ended()).toMatchObject([
      { text: 'One two three four five.', heardText: 'One two', interrupted: true },
    ]);
    await clock.advance(1_000);
    expect(leg.audio.playedMs).toBe(600);
  });

  it('estimates the heard words if the voice reports no timings', async () => {
    const { clock, speechOutput, heard } = createSpeechOutput({ wordTimings: false });
    speechOutput.say('Monday Tuesday Wednesday.', 'interruptible');
    await clock.advance(400);
    speechOutput.interrupt();
    expect(heard()).toEqual(['Monday']);
  });

  it.each([
    ['in a word, at the start of the word', 900, 1_000, 750],
    ['between two words, at the same sample', 960, 1_000, 960],
    ['for more than 2 s, at the start of the clause', 900, 2_100, 500],
  ])('resumes after a pause %s', async (_, pausedAtMs, pauseMs, resumedAtMs) => {
    const { clock, leg, speechOutput, heard } = createSpeechOutput();
    speechOutput.say('One two. Three four five.', 'interruptible');
    await clock.advance(pausedAtMs);
    speechOutput.pause();
    await clock.advance(pauseMs);
    expect(leg.audio.playedMs).toBe(pausedAtMs);
    speechOutput.resume();
    await clock.advance(2_000);
    expect(heard()).toEqual(['One two. Three four five.']);
    expect(leg.audio.playedMs).toBe(1_250 + pausedAtMs - resumedAtMs);
    speechOutput.close();
  });

  it('repeats a whole clause after a short and a long pause in it', async () => {
    const { clock, leg, speechOutput, heard } = createSpeechOutput();
    speechOutput.say('One two. Three four five.', 'interruptible');
    await clock.advance(1_100);
    speechOutput.pause();
    await clock.advance(1_000);
    speechOutput.resume();
    await clock.advance(60);
    speechOutput.pause();
    await clock.advance(2_100);
    speechOutput.resume();
    await clock.advance(2_000);
    expect(heard()).toEqual(['One two. Three four five.']);
    expect(leg.audio.playedMs).toBe(1_100 + 60 + 750);
    speechOutput.close();
  });

  it('counts a repeated word as heard only when it was played again', async () => {
    const { clock, speechOutput, heard } = createSpeechOutput();
    speechOutput.say('One two three.', 'interruptible');
    await clock.advance(400);
    speechOutput.pause();
    await clock.advance(1_000);
    speechOutput.resume();
    await clock.advance(180);
    speechOutput.interrupt();
    expect(heard()).toEqual(['One']);
  });

  it('drops queued utterances when interrupted, but not uninterruptible ones', async () => {
    const { clock, speechOutput, ended } = createSpeechOutput();
    speechOutput.say('One two three four.', 'interruptible');
    speechOutput.say('Never heard.', 'interruptible');
    speechOutput.say('By law.', 'uninterruptible');
    await clock.advance(300);
    expect(speechOutput.hasUninterruptible).toBe(true);
    speechOutput.interrupt();
    await clock.advance(1_000);
    expect(ended().map(({ heardText, interrupted }) => [heardText, interrupted])).toEqual([
      ['One', true],
      ['', true],
      ['By law.', false],
    ]);
  });

  it('plays nothing of an utterance that is dropped when it would be the next one', async () => {
    const clock = new ManualClock();
    const voices = [voiceOf(new FakeTextToSpeech({ clock }))];
    let drops = false;
    const { leg, speechOutput, heard } = createTestSpeechOutput({
      clock,
      voices,
      onUtteranceNext: () => {
        if (drops) speechOutput.interrupt();
      },
    });
    speechOutput.say('One two.', 'uninterruptible');
    speechOutput.say('Three four five.', 'interruptible');
    drops = true;
    await clock.advance(2_000);
    expect(heard()).toEqual(['One two.', '']);
    expect([leg.audio.playedMs, speechOutput.isSpeaking]).toEqual([500, false]);
    speechOutput.close();
  });

  it('starts a prepared text at once', async () => {
    const { clock, engine, speechOutput, events } = createSpeechOutput({ firstChunkDelayMs: 300 });
    speechOutput.prepare('Hello Anna.');
    await clock.advance(1_000);
    speechOutput.say('Hello Anna.', 'interruptible');
    await clock.advance(20);
    expect(events).toMatchObject([{ type: 'utterance-started', firstAudioAtMs: 1_000, atMs: 1_000 }]);
    expect(engine.requests).toHaveLength(1);
  });

  it('prepares a text with the fallback voice', async () => {
    const { clock, engine, speechOutput, heard } = createSpeechOutput({}, ['missing', 'tone']);
    speechOutput.prepare('Hello Anna.');
    await clock.advance(1_000);
    expect(engine.requests.map(({ voiceId }) => voiceId)).toEqual(['missing', 'tone']);
    speechOutput.say('Hello Anna.', 'interruptible');
    await clock.advance(1_000);
    expect([heard(), engine.requests.length]).toEqual([['Hello Anna.'], 2]);
  });

  it('synthesises the next utterance while the current one plays', async () => {
    const { clock, speechOutput, events } = createSpeechOutput({ firstChunkDelayMs: 200 });
    speechOutput.say('One two three.', 'interruptible');
    speechOutput.say('Four.', 'interruptible');
    await clock.advance(2_000);
    const [first, second] = events.filter((event) => event.type === 'utterance-ended');
    expect(second!.startedAtMs! - first!.atMs).toBeLessThanOrEqual(20);
  });

  it('plays an open utterance clause by clause', async () => {
    const { clock, speechOutput, events, heard } = createSpeechOutput();
    const reply = speechOutput.openUtterance('interruptible');
    reply.write('One two.');
    await clock.advance(1_000);
    expect(events.map((event) => event.type)).toEqual(['utterance-started']);
    reply.write('Three.');
    reply.finish();
    await clock.advance(1_000);
    expect(heard()).toEqual(['One two. Three.']);
  });

  it('retries a failed voice once, then uses the next one', async () => {
    const { clock, engine, speechOutput, heard } = createSpeechOutput({}, ['tone', 'hum']);
    engine.failNext();
    engine.failNext({ error: new SpeechError('gone', { retryable: false }) });
    speechOutput.say('Hello.', 'interruptible');
    await clock.advance(1_000);
    expect(engine.requests.map((request) => request.voiceId)).toEqual(['tone', 'tone', 'hum']);
    expect(heard()).toEqual(['Hello.']);
  });

  it('discards the audio of a voice that sends too much, and speaks the whole text with the next voice', async () => {
    const clock = new ManualClock();
    const engine = new FakeTextToSpeech({ clock });
    const flooding = new FakeTextToSpeech({ clock });
    let requests = 0;
    flooding.synthesize = async function* () {
      requests += 1;
      const words = [{ text: 'Can', startMs: 0, endMs: 250 }];
      for (let second = 1; second <= 42; second += 1)
        yield { samples: new Int16Array(8_000), sampleRate: 8_000, ...(second === 1 && { words }) };
      throw new SpeechError('Too much audio.', { retryable: true, discardsAudio: true });
    };
    const voices = [voiceOf(flooding), voiceOf(engine)];
    const { speechOutput, leg, ended } = createTestSpeechOutput({ clock, voices });
    speechOutput.say('Can you come tomorrow?', 'interruptible');
    speechOutput.say('Hello?', 'interruptible');
    await clock.advance(1_300);
    expect(ended()).toMatchObject([{ heardText: 'Can you come tomorrow?' }, { heardText: 'Hello?' }]);
    expect(leg.audio.playedMs).toBeLessThan(1_300);
    expect(requests).toBe(2);
  });

  it('plays the clause before the one whose audio is discarded', async () => {
    const clock = new ManualClock();
    const flooding = new FakeTextToSpeech({ clock });
    const speak = flooding.synthesize.bind(flooding);
    flooding.synthesize = async function* (request) {
      if (request.text === 'One two three four.') return yield* speak(request);
      yield { samples: new Int16Array(40 * 8_000), sampleRate: 8_000 };
      throw new SpeechError('Too much audio.', { retryable: true, discardsAudio: true });
    };
    const voices = [voiceOf(flooding), voiceOf(new FakeTextToSpeech({ clock }))];
    const { speechOutput, leg, heard } = createTestSpeechOutput({ clock, voices });
    speechOutput.say('One two three four. Can you come tomorrow?', 'interruptible');
    await clock.advance(2_500);
    expect(heard()).toEqual(['One two three four. Can you come tomorrow?']);
    expect(leg.audio.playedMs).toBeLessThan(2_200);
  });

  it('reports the failure of all voices, and continues with the next utterance', async () => {
    const { clock, engine, speechOutput, ended } = createSpeechOutput();
    engine.failNext();
    engine.failNext();
    speechOutput.say('Lost.', 'interruptible');
    await clock.advance(100);
    speechOutput.say('Found.', 'interruptible');
    await clock.advance(1_000);
    expect(ended()).toMatchObject([
      { heardText: '', error: { name: 'SpeechError' } },
      { heardText: 'Found.' },
    ]);
  });

  it('reports a failure when the voice times out', async () => {
    const { clock, speechOutput, ended } = createSpeechOutput({ firstChunkDelayMs: 60_000 });
    speechOutput.say('Hello.', 'interruptible');
    await clock.advance(11_000);
    expect(ended()).toMatchObject([{ error: { message: 'Speech synthesis failed.' } }]);
    expect(clock.pendingTimers).toBe(1);
  });

  it('limits how far synthesis runs ahead of playout', async () => {
    const { clock, leg, engine, speechOutput } = createSpeechOutput();
    speechOutput.say('One two three four five six seven eight nine ten. '.repeat(20), 'interruptible');
    await clock.advance(100);
    expect(leg.audio.queuedMs).toBeLessThan(9_000);
    await clock.advance(60_000);
    expect(leg.audio.playedMs).toBe(50_000);
    expect(engine.requests).toHaveLength(20);
  });

  it('plays nothing for a text without words, and nothing after close', async () => {
    const { clock, leg, speechOutput, heard } = createSpeechOutput();
    speechOutput.say(' … ', 'interruptible');
    await clock.advance(100);
    expect(heard()).toEqual(['']);
    speechOutput.say('One two three.', 'uninterruptible');
    await clock.advance(300);
    speechOutput.close();
    speechOutput.say('Four.', 'uninterruptible');
    await clock.advance(1_000);
    expect(heard()).toEqual(['', 'One']);
    leg.hangup();
    expect(clock.pendingTimers).toBe(0);
  });
});
