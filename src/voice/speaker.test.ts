import { rethrowUncaught } from '../contracts/testing/rethrow-uncaught.ts';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../contracts/text-to-speech.ts';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { FakeTextToSpeech, type FakeTextToSpeechOptions } from '../contracts/testing/fake-text-to-speech.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { Speaker, type SpeakerEvent } from './speaker.ts';

/** Every word takes 250 ms. */
function speakerWith(
  options: FakeTextToSpeechOptions = {},
  voiceIds = ['tone'],
  lost: readonly string[] = [],
) {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock });
  const engine = new FakeTextToSpeech({ clock, ...options });
  const voices = voiceIds.map((voiceId) => ({ engine, voiceId, speed: 1, volume: 1 }));
  const speaker = new Speaker({ clock, audio: leg.audio, voices, onDefect: rethrowUncaught });
  leg.on((event) => {
    if (event.type.startsWith('playout') && !lost.includes(event.type))
      speaker.hear(event as Parameters<Speaker['hear']>[0]);
  });
  const events: SpeakerEvent[] = [];
  speaker.on((event) => events.push(event));
  leg.pickUp();
  const ended = () => events.filter((event) => event.type === 'utterance-ended');
  return { clock, leg, engine, speaker, events, ended, heard: () => ended().map((event) => event.heardText) };
}

describe('the speaker', () => {
  it('ends an utterance half a second after its last sample where the event that reports it was lost', async () => {
    const { clock, speaker, events, ended } = speakerWith({}, ['tone'], ['playout-drained']);
    speaker.say('One two.', 'cancellable');
    speaker.say('Three.', 'cancellable');
    await clock.advance(1_200);
    expect([speaker.speaking, ended().map(({ heardText }) => heardText)]).toEqual([true, ['One two.']]);
    await clock.advance(1_000);
    expect([speaker.speaking, ended().map(({ heardText }) => heardText)]).toEqual([
      false,
      ['One two.', 'Three.'],
    ]);
    expect(events.at(-1)?.type).toBe('speaker-idle');
    speaker.close();
  });

  it('speaks utterances one after the other and tells when each began and ended', async () => {
    const { clock, speaker, events } = speakerWith();
    speaker.say('One two.', 'cancellable');
    speaker.say('Three.', 'cancellable');
    await clock.advance(1_000);
    expect(events).toMatchObject([
      { type: 'utterance-started', id: 1, atMs: 0 },
      { type: 'utterance-ended', id: 1, heardText: 'One two.', interrupted: false, atMs: 500 },
      { type: 'utterance-started', id: 2, atMs: 500 },
      { type: 'utterance-ended', id: 2, heardText: 'Three.', interrupted: false, atMs: 760 },
      { type: 'speaker-idle' },
    ]);
  });

  it('cuts at the word that was heard, and keeps nothing of the rest', async () => {
    const { clock, leg, speaker, ended } = speakerWith();
    speaker.say('One two three four five.', 'cancellable');
    await clock.advance(600);
    speaker.interrupt();
    expect(ended()).toMatchObject([
      { text: 'One two three four five.', heardText: 'One two', interrupted: true },
    ]);
    await clock.advance(1_000);
    expect(leg.audio.playedMs).toBe(600);
  });

  it('estimates what was heard where the voice tells no timings', async () => {
    const { clock, speaker, heard } = speakerWith({ wordTimings: false });
    speaker.say('Monday Tuesday Wednesday.', 'cancellable');
    await clock.advance(400);
    speaker.interrupt();
    expect(heard()).toEqual(['Monday']);
  });

  it('goes on exactly where it was paused', async () => {
    const { clock, leg, speaker, heard } = speakerWith();
    speaker.say('One two three.', 'cancellable');
    await clock.advance(300);
    speaker.pause();
    await clock.advance(1_000);
    expect(leg.audio.playedMs).toBe(300);
    speaker.resume();
    await clock.advance(500);
    expect(heard()).toEqual(['One two three.']);
    expect(leg.audio.stretches).toEqual([
      { fromMs: 0, toMs: 300 },
      { fromMs: 1_300, toMs: 1_760 },
    ]);
  });

  it('drops what waits when it is interrupted, but not what must be said', async () => {
    const { clock, speaker, ended } = speakerWith();
    speaker.say('One two three four.', 'cancellable');
    speaker.say('Never heard.', 'cancellable');
    speaker.say('By law.', 'kept');
    await clock.advance(300);
    expect(speaker.keepsSpeaking).toBe(true);
    speaker.interrupt();
    await clock.advance(1_000);
    expect(ended().map(({ heardText, interrupted }) => [heardText, interrupted])).toEqual([
      ['One', true],
      ['', true],
      ['By law.', false],
    ]);
  });

  it('begins at once with what was prepared while the phone rang', async () => {
    const { clock, engine, speaker, events } = speakerWith({ firstChunkDelayMs: 300 });
    speaker.prepare('Hello Anna.');
    await clock.advance(1_000);
    speaker.say('Hello Anna.', 'cancellable');
    await clock.advance(20);
    expect(events).toMatchObject([{ type: 'utterance-started', voicedAtMs: 1_000, atMs: 1_000 }]);
    expect(engine.requests).toHaveLength(1);
  });

  it('makes the next utterance while the present one plays', async () => {
    const { clock, speaker, events } = speakerWith({ firstChunkDelayMs: 200 });
    speaker.say('One two three.', 'cancellable');
    speaker.say('Four.', 'cancellable');
    await clock.advance(2_000);
    const [first, second] = events.filter((event) => event.type === 'utterance-ended');
    expect(second!.startedAtMs! - first!.atMs).toBeLessThanOrEqual(20);
  });

  it('speaks a reply clause by clause while it is still being written', async () => {
    const { clock, speaker, events, heard } = speakerWith();
    const reply = speaker.open('cancellable');
    reply.write('One two.');
    await clock.advance(1_000);
    expect(events.map((event) => event.type)).toEqual(['utterance-started']);
    reply.write('Three.');
    reply.finish();
    await clock.advance(1_000);
    expect(heard()).toEqual(['One two. Three.']);
  });

  it('tries a failed voice once more, then the next one', async () => {
    const { clock, engine, speaker, heard } = speakerWith({}, ['tone', 'hum']);
    engine.failNext();
    engine.failNext({ error: new SpeechError('gone', { retryable: false }) });
    speaker.say('Hello.', 'cancellable');
    await clock.advance(1_000);
    expect(engine.requests.map((request) => request.voiceId)).toEqual(['tone', 'tone', 'hum']);
    expect(heard()).toEqual(['Hello.']);
  });

  it('tells when every voice failed, and goes on with the next utterance', async () => {
    const { clock, engine, speaker, ended } = speakerWith();
    engine.failNext();
    engine.failNext();
    speaker.say('Lost.', 'cancellable');
    await clock.advance(100);
    speaker.say('Found.', 'cancellable');
    await clock.advance(1_000);
    expect(ended()).toMatchObject([
      { heardText: '', error: { name: 'SpeechError' } },
      { heardText: 'Found.' },
    ]);
  });

  it('gives up on a voice that does not answer in time', async () => {
    const { clock, speaker, ended } = speakerWith({ firstChunkDelayMs: 60_000 });
    speaker.say('Hello.', 'cancellable');
    await clock.advance(11_000);
    expect(ended()).toMatchObject([{ error: { message: 'A voice failed.' } }]);
    expect(clock.pendingTimers).toBe(1);
  });

  it('makes no more than some seconds ahead of what is heard', async () => {
    const { clock, leg, engine, speaker } = speakerWith();
    speaker.say('One two three four five six seven eight nine ten. '.repeat(20), 'cancellable');
    await clock.advance(100);
    expect(leg.audio.queuedMs).toBeLessThan(9_000);
    await clock.advance(60_000);
    expect(leg.audio.playedMs).toBe(50_000);
    expect(engine.requests).toHaveLength(20);
  });

  it('says nothing for a text without words, and nothing after it was closed', async () => {
    const { clock, leg, speaker, heard } = speakerWith();
    speaker.say(' … ', 'cancellable');
    await clock.advance(100);
    expect(heard()).toEqual(['']);
    speaker.say('One two three.', 'kept');
    await clock.advance(300);
    speaker.close();
    speaker.say('Four.', 'kept');
    await clock.advance(1_000);
    expect(heard()).toEqual(['', 'One']);
    leg.hangup();
    expect(clock.pendingTimers).toBe(0);
  });
});
