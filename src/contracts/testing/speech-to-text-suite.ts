import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Expectation } from '../../core/expectation.ts';
import type { SpeechToText, SpeechToTextEvent, SpeechToTextStream } from '../speech-to-text.ts';

export interface SpeechToTextHarness {
  /** Called once; the suite closes what it makes. */
  create(): Promise<SpeechToText>;
  /**
   * Somebody says the text into the stream from `atMs` on; everything is pushed when it resolves. Returns the media
   * clock behind the last sample. Texts are those of `suiteExpectation`, or empty for a second of silence.
   */
  say(stream: SpeechToTextStream, text: string, atMs: number): Promise<number>;
  /** Makes the recogniser fail while it works for the stream: a thread dies, a connection breaks. */
  fail(stream: SpeechToTextStream): Promise<void> | void;
}

/** What the suite's callers may say. */
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

/** What every recogniser promises. */
export function speechToTextSuite(name: string, harness: SpeechToTextHarness): void {
  describe(`${name} as speech-to-text`, () => {
    let ears: SpeechToText;
    beforeAll(async () => {
      ears = await harness.create();
    });
    afterAll(() => ears.close());
    const open = () => new Listener(ears.open({ language: ears.capabilities.languages[0]! }));

    describeUtterances(open, harness, () => ears);
    describeForgetting(open, harness);
    describeFailure(open, harness);
    describeClosing(open, harness, () => ears);
  });
}

/** A stream and what came out of it. */
class Listener {
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

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  async finalize(): Promise<Ended> {
    const before = this.ended.length;
    this.stream.finalize();
    await this.until(() => this.ended.length > before);
    return this.ended[before]!;
  }
}

type Open = () => Listener;

function describeUtterances(open: Open, harness: SpeechToTextHarness, ears: () => SpeechToText): void {
  it('understands an expected phrase and tells which one it is', async () => {
    const listener = open();
    const endMs = await harness.say(listener.stream, 'speak to a person', 0);
    const ended = await listener.finalize();
    expect(ended).toMatchObject({ text: 'speak to a person', rejected: false });
    expect(ended.match).toEqual({ phraseId: 'person', complete: true });
    expect(ended.confidence).toBeGreaterThan(0.3);
    expect(ended.confidence).toBeLessThanOrEqual(1);
    expect(ended.startMs).toBeGreaterThanOrEqual(0);
    expect(ended.endMs).toBeGreaterThan(ended.startMs);
    expect(ended.endMs).toBeLessThanOrEqual(endMs + 20);
    listener.stream.close();
  });

  it('tells what it has heard so far before the utterance ends, where it can', async () => {
    const listener = open();
    await harness.say(listener.stream, 'no thank you', 0);
    await listener.finalize();
    const deltas = listener.events.filter((event) => event.type === 'transcript-delta');
    expect(deltas.length > 0).toBe(ears().capabilities.partials);
    expect(listener.events.at(-1)!.type).toBe('transcript-ended');
    listener.stream.close();
  });

  it('gives one empty transcript for silence', async () => {
    const listener = open();
    await harness.say(listener.stream, '', 0);
    const ended = await listener.finalize();
    expect(ended.text).toBe('');
    expect(ended.match).toBeUndefined();
    expect(listener.events).toHaveLength(1);
    listener.stream.close();
  });

  it('hears one utterance after another, and each stream for itself', async () => {
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

function describeForgetting(open: Open, harness: SpeechToTextHarness): void {
  it('forgets what was discarded', async () => {
    const listener = open();
    const atMs = await harness.say(listener.stream, 'speak to a person', 0);
    listener.stream.discard();
    await harness.say(listener.stream, 'yes', atMs);
    expect((await listener.finalize()).text).toBe('yes');
    expect(listener.ended).toHaveLength(1);
    listener.stream.close();
  });
}

function describeFailure(open: Open, harness: SpeechToTextHarness): void {
  it('reports a failure, and then either completes the utterance or is closed', async () => {
    const listener = open();
    const isFailure = ({ type }: SpeechToTextEvent) => type === 'stream-failed';
    const atMs = await harness.say(listener.stream, 'yes', 0);
    await harness.fail(listener.stream);
    await listener.until(() => listener.events.some(isFailure));
    const goesOn = listener.events.some((event) => event.type === 'stream-failed' && event.recoverable);
    const text = goesOn ? (await listener.finalize()).text : await textAfterEnd(listener, harness, atMs);
    expect(text).toBe(goesOn ? 'yes' : '');
    listener.stream.close();
  });
}

/** Texts of a stream that has failed for good. */
async function textAfterEnd(listener: Listener, harness: SpeechToTextHarness, atMs: number): Promise<string> {
  await harness.say(listener.stream, 'yes', atMs);
  listener.stream.finalize();
  return listener.ended.map(({ text }) => text).join(' ');
}

function describeClosing(open: Open, harness: SpeechToTextHarness, ears: () => SpeechToText): void {
  it('tells nothing after a stream was closed', async () => {
    const listener = open();
    await harness.say(listener.stream, 'yes', 0);
    listener.stream.close();
    listener.stream.close();
    const told = listener.events.length;
    listener.stream.finalize();
    await harness.say(listener.stream, 'yes', 5000);
    expect(listener.events).toHaveLength(told);
  });

  it('works while open, and closes twice', async () => {
    const { ok, degraded } = await ears().checkHealth();
    expect(ok || degraded).toBe(true);
    await ears().close();
    await ears().close();
    expect((await ears().checkHealth()).ok).toBe(false);
  });
}
