import { describe, expect, it } from 'vitest';
import type { SpeechToTextEvent } from '../speech-to-text.ts';
import { FakeSpeechToText, type FakeSpeechToTextStream } from './fake-speech-to-text.ts';
import { speechToTextSuite, suiteExpectation, type SpeechToTextHarness } from './speech-to-text-suite.ts';

const oneSecond = new Int16Array(8000);

const harness: SpeechToTextHarness = {
  create: () => Promise.resolve(new FakeSpeechToText()),
  say(stream, text, atMs) {
    stream.pushAudio(oneSecond, atMs);
    if (text !== '') (stream as FakeSpeechToTextStream).recognise({ text, atMs, durationMs: 900 });
    return Promise.resolve(atMs + 1000);
  },
  fail: (stream) => (stream as FakeSpeechToTextStream).fail(new Error('gone'), false),
};

speechToTextSuite('FakeSpeechToText', harness);

speechToTextSuite('FakeSpeechToText with turns', {
  ...harness,
  create: () =>
    Promise.resolve(new FakeSpeechToText({ capabilities: { endpointing: 'provider', turns: 'full' } })),
  endTurn: (stream) => (stream as FakeSpeechToTextStream).endTurn(),
  hesitate(stream) {
    (stream as FakeSpeechToTextStream).endTurnLikely();
    (stream as FakeSpeechToTextStream).resumeTurn();
  },
});

describe('FakeSpeechToText', () => {
  it('recognises a script word by word as audio is pushed', () => {
    const recogniser = new FakeSpeechToText({ script: [{ atMs: 400, text: 'no thank you' }] });
    const stream = recogniser.open({ language: 'en-US' });
    const events: SpeechToTextEvent[] = [];
    stream.on((event) => events.push(event));
    stream.expect(suiteExpectation);
    for (let atMs = 0; atMs < 2000; atMs += 20) stream.pushAudio(new Int16Array(160), atMs);
    stream.finalize();
    expect(events).toMatchObject([
      { type: 'transcript-delta', text: 'no', atMs: 700 },
      { type: 'transcript-delta', text: 'no thank', atMs: 1000 },
      {
        type: 'transcript-delta',
        text: 'no thank you',
        atMs: 1300,
        match: { phraseId: 'no', complete: true },
      },
      { type: 'transcript-ended', text: 'no thank you', startMs: 400, endMs: 1300, rejected: false },
    ]);
  });

  it('applies a new expectation to the next utterance if the current utterance has started', () => {
    const stream = new FakeSpeechToText().open({ language: 'en-US' });
    const matches: unknown[] = [];
    stream.on((event) => event.type === 'transcript-ended' && matches.push(event.match?.phraseId));
    stream.recognise({ text: 'yes' });
    stream.expect(suiteExpectation);
    stream.finalize();
    stream.recognise({ text: 'yes' });
    stream.finalize();
    expect(matches).toEqual([undefined, 'yes']);
  });

  it('continues after a recoverable failure, and closes after a permanent failure', () => {
    const stream = new FakeSpeechToText().open({ language: 'en-US' });
    const events: string[] = [];
    stream.on((event) => events.push(event.type));
    stream.fail(new Error('temporary'), true);
    stream.endTurn();
    stream.fail(new Error('gone'), false);
    stream.endTurn();
    expect(events).toEqual(['stream-failed', 'turn-ended', 'stream-failed']);
    expect(stream.closed).toBe(true);
  });
});
