import { describe, expect, it } from 'vitest';
import { rethrowUncaught } from '../../contracts/testing/rethrow-uncaught.ts';
import { seededRandom } from '../../core/random.ts';
import type { Expectation } from '../../core/expectation.ts';
import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import { grammarOfExpectation } from './expectation-grammar.ts';
import type { ThreadGrammar } from './recognition-protocol.ts';
import type { UtteranceListener } from './recognition-thread.ts';
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

/** An utterance on a simulated thread. */
interface Utterance {
  readonly grammarId: string;
  readonly listener: UtteranceListener;
  samples: number;
  state: 'open' | 'finishing' | 'dropped';
}

class FakeRecognition implements Recognition {
  readonly utterances: Utterance[] = [];
  readonly preparedGrammars: string[] = [];
  readonly received = { receivedMs: 0, sentMs: 0 };
  readonly capacity = {
    addAudio: (receivedMs: number, sentMs: number) => {
      this.received.receivedMs += receivedMs;
      this.received.sentMs += sentMs;
    },
  };

  prepare(grammar: ThreadGrammar): void {
    this.preparedGrammars.push(grammar.id);
  }

  startUtterance(grammar: ThreadGrammar, listener: UtteranceListener) {
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
  const recognition = new FakeRecognition();
  const events: SpeechToTextEvent[] = [];
  const stream = new BuiltinSpeechToTextStream(recognition, grammarOfExpectation, () => {}, rethrowUncaught);
  stream.on((event) => events.push(event));
  stream.expect(expectation('first'));
  return { recognition, events, stream, utterances: recognition.utterances };
}

describe('SpeechToTextStream', () => {
  it('uses no thread during silence', () => {
    const { stream, utterances, recognition } = open();
    pushFrames(stream, quiet(60_000), 0);
    expect(utterances).toEqual([]);
    expect(recognition.preparedGrammars).toEqual(['first']);
  });

  it('drops an utterance of noise without recognised words', () => {
    const { stream, utterances, events } = open();
    const atMs = pushFrames(stream, speech(300), 1000);
    pushFrames(stream, quiet(2800), atMs);
    expect(utterances[0]!.state).toBe('open');
    pushFrames(stream, quiet(400), atMs + 2800);
    expect(utterances[0]!.state).toBe('dropped');
    expect(events).toEqual([]);
  });

  it('continues an utterance after a long pause, and shortens the pause', () => {
    const { stream, utterances } = open();
    let atMs = pushFrames(stream, speech(500), 0);
    utterances[0]!.listener.onPartial('yes');
    atMs = pushFrames(stream, quiet(10_000), atMs);
    pushFrames(stream, speech(500), atMs);
    expect(utterances).toHaveLength(1);
    expect(utterances[0]!.samples / 8).toBeLessThan(2800);
  });

  it('sends at most 30 s of an utterance to a thread, and drops it if it is not finalised', () => {
    const { stream, utterances } = open();
    const atMs = pushFrames(stream, speech(45_000), 0);
    utterances[0]!.listener.onPartial('yes');
    expect(utterances[0]!.samples / 8).toBeLessThanOrEqual(30_000);
    pushFrames(stream, speech(16_000), atMs);
    expect(utterances[0]!.state).toBe('dropped');
  });

  it('applies a new expectation to the next utterance if a word was already recognised', () => {
    const { stream, utterances } = open();
    const atMs = pushFrames(stream, speech(500), 0);
    utterances[0]!.listener.onPartial('yes');
    stream.expect(expectation('second'));
    expect(utterances).toHaveLength(1);
    stream.finalize();
    pushFrames(stream, speech(500), atMs);
    expect(utterances.map((utterance) => utterance.grammarId)).toEqual(['first', 'second']);
  });

  it('recognises the audio again with the grammar of a new expectation if no word was recognised yet', () => {
    const { stream, utterances } = open();
    pushFrames(stream, speech(500), 0);
    stream.expect(expectation('second'));
    expect(utterances.map(({ grammarId, state }) => [grammarId, state])).toEqual([
      ['first', 'dropped'],
      ['second', 'open'],
    ]);
    expect(utterances[1]!.samples).toBe(utterances[0]!.samples);
  });

  it('recognises an utterance again after one dead thread, and fails after two', () => {
    const { stream, utterances, events } = open();
    pushFrames(stream, speech(500), 0);
    utterances[0]!.listener.onPartial('yes');
    stream.finalize();
    utterances[0]!.listener.onFailed(new Error('dead'));
    expect(utterances).toHaveLength(2);
    expect(utterances[1]!.state).toBe('finishing');
    utterances[1]!.listener.onFailed(new Error('dead'));
    const failure = { type: 'stream-failed', error: new Error('dead') };
    expect(events.slice(1)).toEqual([
      { ...failure, recoverable: true },
      { ...failure, recoverable: false },
    ]);
    pushFrames(stream, speech(500), 5_000);
    expect(utterances).toHaveLength(2);
  });

  it('fails if more than one second of an utterance was dropped', () => {
    const { stream, utterances, events } = open();
    const atMs = pushFrames(stream, speech(500), 0);
    stream.finalize();
    utterances[0]!.listener.onFinished({ text: 'yes', words: [], pauseCost: 0, lostMs: 900 });
    pushFrames(stream, speech(500), atMs);
    stream.finalize();
    utterances[1]!.listener.onFinished({ text: 'yes', words: [], pauseCost: 0, lostMs: 1_100 });
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

  it('reports transcripts in the order of the ends of their utterances', () => {
    const { stream, utterances, events } = open();
    const atMs = pushFrames(stream, speech(500), 0);
    stream.finalize();
    pushFrames(stream, speech(500), atMs);
    stream.finalize();
    utterances[1]!.listener.onFinished({ text: '', words: [], pauseCost: 0, lostMs: 0 });
    expect(events).toEqual([]);
    utterances[0]!.listener.onFinished({ text: 'yes', words: [], pauseCost: 0, lostMs: 0 });
    expect(events.map((event) => event.type === 'transcript-ended' && event.text)).toEqual(['yes', '']);
  });
});
