import { describe, expect, it } from 'vitest';
import { rethrowUncaught } from '../../contracts/testing/rethrow-uncaught.ts';
import { seededRandom } from '../../core/random.ts';
import type { Expectation } from '../../core/expectation.ts';
import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import { grammarOfExpectation } from './expectation-grammar.ts';
import type { ThreadGrammar } from './recognition-protocol.ts';
import type { UtteranceListener } from './recognition-threads.ts';
import { BuiltinSpeechToTextStream, type Recognition } from './speech-to-text-stream.ts';
import { pushFrames } from './testing/speaker.ts';

const random = seededRandom(9);

function speech(durationMs: number): Int16Array {
  return Int16Array.from({ length: durationMs * 8 }, (_, i) => {
    const envelope = 0.1 + Math.abs(Math.sin((Math.PI * i) / 1600));
    return 6000 * envelope * Math.sin((2 * Math.PI * 300 * i) / 8000) + random.below(20);
  });
}

const quiet = (durationMs: number) => new Int16Array(durationMs * 8);

/** An utterance on a thread that the test plays. */
interface Utterance {
  readonly grammarId: string;
  readonly listener: UtteranceListener;
  samples: number;
  state: 'open' | 'finishing' | 'dropped';
}

class PlayedRecognition implements Recognition {
  readonly utterances: Utterance[] = [];
  readonly learnt: string[] = [];
  readonly received = { receivedMs: 0, sentMs: 0 };
  readonly capacity = {
    received: (receivedMs: number, sentMs: number) => {
      this.received.receivedMs += receivedMs;
      this.received.sentMs += sentMs;
    },
  };

  learn(grammar: ThreadGrammar): void {
    this.learnt.push(grammar.id);
  }

  begin(grammar: ThreadGrammar, listener: UtteranceListener) {
    const utterance: Utterance = { grammarId: grammar.id, listener, samples: 0, state: 'open' };
    this.utterances.push(utterance);
    return {
      push: (samples: Int16Array) => void (utterance.samples += samples.length),
      finish: () => void (utterance.state = 'finishing'),
      drop: () => void (utterance.state = 'dropped'),
    };
  }
}

const expectation = (id: string): Expectation => ({ id, phrases: [{ id: 'yes', text: 'yes' }], forms: [] });

function open() {
  const recognition = new PlayedRecognition();
  const events: SpeechToTextEvent[] = [];
  const stream = new BuiltinSpeechToTextStream(recognition, grammarOfExpectation, () => {}, rethrowUncaught);
  stream.on((event) => events.push(event));
  stream.expect(expectation('first'));
  return { recognition, events, stream, utterances: recognition.utterances };
}

describe('a stream of the built-in recogniser', () => {
  it('bothers no thread while nobody speaks', () => {
    const { stream, utterances, recognition } = open();
    pushFrames(stream, quiet(60_000), 0);
    expect(utterances).toEqual([]);
    expect(recognition.learnt).toEqual(['first']);
  });

  it('lets go of a noise in which nothing was understood', () => {
    const { stream, utterances, events } = open();
    const atMs = pushFrames(stream, speech(300), 1000);
    pushFrames(stream, quiet(2800), atMs);
    expect(utterances[0]!.state).toBe('open');
    pushFrames(stream, quiet(400), atMs + 2800);
    expect(utterances[0]!.state).toBe('dropped');
    expect(events).toEqual([]);
  });

  it('holds on to a sentence that is interrupted by a long pause, and cuts the pause short', () => {
    const { stream, utterances } = open();
    let atMs = pushFrames(stream, speech(500), 0);
    utterances[0]!.listener.heard('yes');
    atMs = pushFrames(stream, quiet(10_000), atMs);
    pushFrames(stream, speech(500), atMs);
    expect(utterances).toHaveLength(1);
    expect(utterances[0]!.samples / 8).toBeLessThan(2800);
  });

  it('gives no more than 30 s of one utterance to a thread, and lets go of it when nobody ends it', () => {
    const { stream, utterances } = open();
    const atMs = pushFrames(stream, speech(45_000), 0);
    utterances[0]!.listener.heard('yes');
    expect(utterances[0]!.samples / 8).toBeLessThanOrEqual(30_000);
    pushFrames(stream, speech(16_000), atMs);
    expect(utterances[0]!.state).toBe('dropped');
  });

  it('keeps what is expected next for the next utterance once a word was understood', () => {
    const { stream, utterances } = open();
    const atMs = pushFrames(stream, speech(500), 0);
    utterances[0]!.listener.heard('yes');
    stream.expect(expectation('second'));
    expect(utterances).toHaveLength(1);
    stream.finalize();
    pushFrames(stream, speech(500), atMs);
    expect(utterances.map((utterance) => utterance.grammarId)).toEqual(['first', 'second']);
  });

  it('hears the sound again with the new grammar while no word was understood', () => {
    const { stream, utterances } = open();
    pushFrames(stream, speech(500), 0);
    stream.expect(expectation('second'));
    expect(utterances.map(({ grammarId, state }) => [grammarId, state])).toEqual([
      ['first', 'dropped'],
      ['second', 'open'],
    ]);
    expect(utterances[1]!.samples).toBe(utterances[0]!.samples);
  });

  it('is recognised again on another thread where one died, and fails where two died', () => {
    const { stream, utterances, events } = open();
    pushFrames(stream, speech(500), 0);
    utterances[0]!.listener.heard('yes');
    stream.finalize();
    utterances[0]!.listener.failed(new Error('dead'));
    expect(utterances).toHaveLength(2);
    expect(utterances[1]!.state).toBe('finishing');
    utterances[1]!.listener.failed(new Error('dead'));
    const failure = { type: 'stream-failed', error: new Error('dead') };
    expect(events.slice(1)).toEqual([
      { ...failure, recoverable: true },
      { ...failure, recoverable: false },
    ]);
    pushFrames(stream, speech(500), 5_000);
    expect(utterances).toHaveLength(2);
  });

  it('fails where more than a second of an utterance was dropped, and not where less was', () => {
    const { stream, utterances, events } = open();
    const atMs = pushFrames(stream, speech(500), 0);
    stream.finalize();
    utterances[0]!.listener.finished({ text: 'yes', words: [], pauseCost: 0, lostMs: 900 });
    pushFrames(stream, speech(500), atMs);
    stream.finalize();
    utterances[1]!.listener.finished({ text: 'yes', words: [], pauseCost: 0, lostMs: 1_100 });
    expect(events.map(({ type }) => type)).toEqual(['transcript-ended', 'stream-failed']);
    expect(events[1]).toMatchObject({ recoverable: false });
  });

  it.each(['discard', 'close'] as const)('ends all work for its utterances on %s', (method) => {
    const { stream, utterances, events } = open();
    const atMs = pushFrames(stream, speech(500), 0);
    stream.finalize();
    pushFrames(stream, speech(500), atMs);
    stream[method]();
    expect(utterances.map(({ state }) => state)).toEqual(['dropped', 'dropped']);
    expect(events).toEqual([]);
  });

  it('reports which part of the audio it sent to a thread', () => {
    const { stream, recognition } = open();
    const atMs = pushFrames(stream, quiet(2_000), 0);
    pushFrames(stream, speech(1_000), atMs);
    expect(recognition.received.receivedMs).toBe(3_000);
    expect(recognition.received.sentMs).toBeGreaterThan(900);
    expect(recognition.received.sentMs).toBeLessThan(1_400);
  });

  it('tells transcripts in the order in which their utterances ended', () => {
    const { stream, utterances, events } = open();
    const atMs = pushFrames(stream, speech(500), 0);
    stream.finalize();
    pushFrames(stream, speech(500), atMs);
    stream.finalize();
    utterances[1]!.listener.finished({ text: '', words: [], pauseCost: 0, lostMs: 0 });
    expect(events).toEqual([]);
    utterances[0]!.listener.finished({ text: 'yes', words: [], pauseCost: 0, lostMs: 0 });
    expect(events.map((event) => event.type === 'transcript-ended' && event.text)).toEqual(['yes', '']);
  });
});
