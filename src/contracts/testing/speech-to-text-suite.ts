import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleRate } from '../../audio/sample-rate.ts';
import type { Expectation } from '../../core/expectation.ts';
import type {
  RecognitionUsage,
  SpeechToText,
  SpeechToTextEvent,
  SpeechToTextStream,
} from '../speech-to-text.ts';

export interface SpeechToTextHarness {
  /** Called once; the suite closes the result. */
  create(): Promise<SpeechToText>;
  /**
   * Speaks the text into the stream from `atMs` on. When all audio was pushed, resolves with the media clock after the last sample. The text is one
   * of `suiteExpectation`, or empty for a second of silence. `sampleRate` is that of the stream; default 8000.
   */
  say(stream: SpeechToTextStream, text: string, atMs: number, sampleRate?: SampleRate): Promise<number>;
  /** Makes the recogniser fail while it processes the stream, for example by ending a thread or a connection. */
  fail(stream: SpeechToTextStream): Promise<void> | void;
  /** If the capability `turns` is not `none`: lets the provider detect the end of the turn. `atMs` is the media clock after the last sample. */
  endTurn?(stream: SpeechToTextStream, atMs: number): Promise<void> | void;
  /** If `turns` is `full`: lets the provider take the turn for probably ended, and then for resumed. */
  hesitate?(stream: SpeechToTextStream, atMs: number): Promise<void> | void;
}

/** The phrases of the suite. */
export const suiteExpectation: Expectation = {
  id: 'suite',
  phrases: [
    { id: 'yes', text: 'yes' },
    { id: 'no', text: 'no thank you' },
    { id: 'person', text: 'speak to a person' },
  ],
  forms: [],
};

type Ended = Extract<SpeechToTextEvent, { type: 'transcript-ended' }>;

/** Conformance tests of `SpeechToText`. */
export function speechToTextSuite(name: string, harness: SpeechToTextHarness): void {
  describe(`${name} as speech-to-text`, () => {
    let recogniser: SpeechToText;
    beforeAll(async () => {
      recogniser = await harness.create();
    });
    afterAll(() => recogniser.close());
    const open = () =>
      new StreamObserver(recogniser.open({ language: recogniser.capabilities.languages[0]! }));

    describeUtterances(open, harness, () => recogniser);
    describeSampleRates(harness, () => recogniser);
    describeTurns(open, harness, () => recogniser);
    describeDiscard(open, harness);
    describeFailure(open, harness);
    describeUsage(harness, () => recogniser);
    describeClosing(open, harness, () => recogniser);
  });
}

/** A stream with its events. */
class StreamObserver {
  readonly stream: SpeechToTextStream;
  readonly events: SpeechToTextEvent[] = [];
  #wake: () => void = () => {};

  constructor(stream: SpeechToTextStream) {
    this.stream = stream;
    stream.expect(suiteExpectation);
    stream.on((event) => {
      this.events.push(event);
      this.#wake();
    });
  }

  get ended(): Ended[] {
    return this.events.filter((event) => event.type === 'transcript-ended');
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  async finalize(): Promise<Ended> {
    const before = this.ended.length;
    this.stream.finalize();
    await this.until(() => this.ended.length > before);
    return this.ended[before]!;
  }
}

type Open = () => StreamObserver;

function describeSampleRates(harness: SpeechToTextHarness, recogniser: () => SpeechToText): void {
  it('recognises audio of each sample rate that it supports, with times on the media clock', async () => {
    const { sampleRates = [], languages } = recogniser().capabilities;
    const recognise = async (sampleRate: SampleRate) => {
      const observer = new StreamObserver(recogniser().open({ language: languages[0]!, sampleRate }));
      const startMs = await harness.say(observer.stream, '', 0, sampleRate);
      const endMs = await harness.say(observer.stream, 'no thank you', startMs, sampleRate);
      const ended = await observer.finalize();
      expect([sampleRate, ended.text]).toEqual([sampleRate, 'no thank you']);
      expect(ended.endMs).toBeGreaterThan(startMs);
      expect(ended.endMs).toBeLessThanOrEqual(endMs + 20);
      observer.stream.close();
    };
    await Promise.all(sampleRates.map(recognise));
  });
}

function describeUtterances(open: Open, harness: SpeechToTextHarness, recogniser: () => SpeechToText): void {
  it('recognises an expected phrase and reports its id', async () => {
    const observer = open();
    const endMs = await harness.say(observer.stream, 'speak to a person', 0);
    const ended = await observer.finalize();
    expect(ended).toMatchObject({ text: 'speak to a person', rejected: false });
    expect(ended.match).toEqual({ phraseId: 'person', complete: true });
    expect(ended.confidence).toBeGreaterThan(0.3);
    expect(ended.confidence).toBeLessThanOrEqual(1);
    expect(ended.startMs).toBeGreaterThanOrEqual(0);
    expect(ended.endMs).toBeGreaterThan(ended.startMs);
    expect(ended.endMs).toBeLessThanOrEqual(endMs + 20);
    observer.stream.close();
  });

  it('reports partial transcripts, if supported', async () => {
    const observer = open();
    await harness.say(observer.stream, 'no thank you', 0);
    await observer.finalize();
    const deltas = observer.events.filter((event) => event.type === 'transcript-delta');
    expect(deltas.length > 0).toBe(recogniser().capabilities.partials);
    expect(observer.events.at(-1)!.type).toBe('transcript-ended');
    observer.stream.close();
  });

  it('reports the words of the text in order and within the utterance, if it reports words', async () => {
    const observer = open();
    await harness.say(observer.stream, 'no thank you', 0);
    const { text, words = [], startMs, endMs } = await observer.finalize();
    expect(['', text]).toContain(words.map((word) => word.text).join(' '));
    const times = words.flatMap((word) => [word.startMs, word.endMs]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.every((timeMs) => timeMs >= startMs && timeMs <= endMs)).toBe(true);
    observer.stream.close();
  });

  it('returns one empty transcript for silence', async () => {
    const observer = open();
    await harness.say(observer.stream, '', 0);
    const ended = await observer.finalize();
    expect(ended.text).toBe('');
    expect(ended.match).toBeUndefined();
    expect(observer.events).toHaveLength(1);
    observer.stream.close();
  });

  it('recognises consecutive utterances, separately per stream', async () => {
    const first = open();
    const second = open();
    const atMs = await harness.say(first.stream, 'yes', 0);
    await harness.say(second.stream, 'no thank you', 0);
    expect((await first.finalize()).text).toBe('yes');
    expect((await second.finalize()).text).toBe('no thank you');
    await harness.say(first.stream, 'no thank you', atMs);
    expect((await first.finalize()).text).toBe('no thank you');
    first.stream.close();
    second.stream.close();
  });
}

function describeTurns(open: Open, harness: SpeechToTextHarness, recogniser: () => SpeechToText): void {
  const typesOf = ({ events }: StreamObserver) =>
    events.map(({ type }) => type).filter((type) => type !== 'transcript-delta');

  it('emits no events about turns, unless it detects their ends', async () => {
    const { turns, endpointing } = recogniser().capabilities;
    expect(turns === 'none' || endpointing === 'provider').toBe(true);
    const observer = open();
    await harness.say(observer.stream, 'yes', 0);
    await observer.finalize();
    expect(typesOf(observer)).toEqual(['transcript-ended']);
    observer.stream.close();
  });

  it('reports the ends of turns after their transcripts, if supported', async () => {
    if (recogniser().capabilities.turns === 'none') return;
    const observer = open();
    const turnsOf = () => observer.events.filter((event) => event.type === 'turn-ended');
    let atMs = await harness.say(observer.stream, 'no thank you', 0);
    await harness.endTurn!(observer.stream, atMs);
    await observer.until(() => turnsOf().length === 1);
    atMs = await harness.say(observer.stream, 'yes', atMs + 3000);
    await harness.endTurn!(observer.stream, atMs);
    await observer.until(() => turnsOf().length === 2);
    expect(turnsOf().map(({ text }) => text)).toEqual(['no thank you', 'yes']);
    expect(turnsOf().every(({ confidence }) => confidence >= 0 && confidence <= 1)).toBe(true);
    const ends = typesOf(observer).filter((type) => type.endsWith('-ended') && !type.includes('likely'));
    expect(ends).toEqual(['transcript-ended', 'turn-ended', 'transcript-ended', 'turn-ended']);
    observer.stream.close();
  });

  it('reports turns that have probably ended, if supported', async () => {
    if (recogniser().capabilities.turns !== 'full') return;
    const observer = open();
    const isEnded = ({ type }: SpeechToTextEvent) => type === 'turn-ended';
    const atMs = await harness.say(observer.stream, 'no thank you', 0);
    await harness.hesitate!(observer.stream, atMs);
    await observer.until(() => observer.events.some(({ type }) => type === 'turn-resumed'));
    await harness.endTurn!(observer.stream, atMs);
    await observer.until(() => observer.events.some(isEnded));
    const types = typesOf(observer).filter((type) => type.startsWith('turn-'));
    expect(types.slice(0, 2)).toEqual(['turn-likely-ended', 'turn-resumed']);
    expect(types.at(-1)).toBe('turn-ended');
    expect(observer.events.find(({ type }) => type === 'turn-likely-ended')).toMatchObject({
      text: 'no thank you',
      confidence: expect.toSatisfy((value: number) => value >= 0 && value <= 1),
    });
    observer.stream.close();
  });
}

function describeDiscard(open: Open, harness: SpeechToTextHarness): void {
  it('does not recognise discarded audio', async () => {
    const observer = open();
    const atMs = await harness.say(observer.stream, 'speak to a person', 0);
    observer.stream.discard();
    await harness.say(observer.stream, 'yes', atMs);
    expect((await observer.finalize()).text).toBe('yes');
    expect(observer.ended).toHaveLength(1);
    observer.stream.close();
  });
}

function describeFailure(open: Open, harness: SpeechToTextHarness): void {
  it('reports a failure, and then either completes the utterance or is closed', async () => {
    const observer = open();
    const isFailure = ({ type }: SpeechToTextEvent) => type === 'stream-failed';
    const atMs = await harness.say(observer.stream, 'yes', 0);
    await harness.fail(observer.stream);
    await observer.until(() => observer.events.some(isFailure));
    const isRecoverable = observer.events.some(
      (event) => event.type === 'stream-failed' && event.recoverable,
    );
    const text = isRecoverable
      ? (await observer.finalize()).text
      : await speakAfterFailure(observer, harness, atMs);
    expect(text).toBe(isRecoverable ? 'yes' : '');
    observer.stream.close();
  });
}

/** Speaks after a permanent failure, and returns the texts that the stream has recognised. */
async function speakAfterFailure(
  observer: StreamObserver,
  harness: SpeechToTextHarness,
  atMs: number,
): Promise<string> {
  await harness.say(observer.stream, 'yes', atMs);
  observer.stream.finalize();
  return observer.ended.map(({ text }) => text).join(' ');
}

function describeUsage(harness: SpeechToTextHarness, recogniser: () => SpeechToText): void {
  const measure = () => {
    const usages: RecognitionUsage[] = [];
    const language = recogniser().capabilities.languages[0]!;
    const stream = recogniser().open({ language, onUsage: (usage) => usages.push(usage) });
    return { usages, observer: new StreamObserver(stream) };
  };

  it('reports the length of the streamed audio when the stream is closed', async () => {
    const { provider, model } = recogniser();
    const { usages, observer } = measure();
    const endMs = await harness.say(observer.stream, 'no thank you', 0);
    await observer.finalize();
    expect(usages).toEqual([]);
    observer.stream.close();
    observer.stream.close();
    expect(usages).toEqual([{ provider, model, audioMs: expect.any(Number) }]);
    expect(usages[0]!.audioMs).toBeGreaterThanOrEqual(endMs);
    expect(usages[0]!.audioMs).toBeLessThan(endMs + 3000);
  });

  it('reports nothing for a stream without audio', () => {
    const { usages, observer } = measure();
    observer.stream.close();
    expect(usages).toEqual([]);
  });
}

function describeClosing(open: Open, harness: SpeechToTextHarness, recogniser: () => SpeechToText): void {
  it('emits nothing after a stream was closed', async () => {
    const observer = open();
    await harness.say(observer.stream, 'yes', 0);
    observer.stream.close();
    observer.stream.close();
    const eventCount = observer.events.length;
    observer.stream.finalize();
    await harness.say(observer.stream, 'yes', 5000);
    expect(observer.events).toHaveLength(eventCount);
  });

  it('is healthy while open, and can be closed twice', async () => {
    const { ok, degraded } = await recogniser().checkHealth();
    expect(ok || degraded).toBe(true);
    await recogniser().close();
    await recogniser().close();
    expect((await recogniser().checkHealth()).ok).toBe(false);
  });
}
