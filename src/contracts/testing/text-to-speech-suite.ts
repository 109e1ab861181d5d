import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  characterCount,
  SpeechError,
  type SpeechChunk,
  type SpeechRequest,
  type SynthesisUsage,
  type TextToSpeech,
} from '../text-to-speech.ts';

export interface TextToSpeechHarness {
  /** Called once; the suite closes the result. */
  create(): Promise<TextToSpeech>;
  readonly voiceId: string;
  /** A word, a pause, two words: at least 300 ms of sound, at most 5,000. */
  readonly text?: string;
}

interface SynthesisResult {
  readonly samples: Int16Array;
  readonly words: readonly string[];
  readonly chunks: readonly SpeechChunk[];
}

/** Conformance tests of `TextToSpeech`. */
export function textToSpeechSuite(name: string, harness: TextToSpeechHarness): void {
  const text = harness.text ?? 'Hello, dear caller.';
  describe(`${name} as text-to-speech`, () => {
    let voice: TextToSpeech;
    beforeAll(async () => {
      voice = await harness.create();
    });
    afterAll(() => voice.close());
    const request: MakeRequest = (more = {}) => ({
      text,
      voiceId: harness.voiceId,
      ...more,
    });

    describeSpeech(() => voice, request);
    describeStreamedText(() => voice, request);
    describeInvalidRequests(() => voice, request);
    describeAborting(() => voice, request);
    describeUsage(() => voice, request);
    describeClosing(() => voice, request);
  });
}

type WholeRequest = SpeechRequest & { readonly text: string };
type MakeRequest = (more?: Partial<WholeRequest>) => WholeRequest;

const durationMsOf = (samples: Int16Array, [first]: readonly SpeechChunk[]): number =>
  (samples.length * 1000) / first!.sampleRate;

function describeSpeech(voice: () => TextToSpeech, request: MakeRequest): void {
  it('synthesises audio of one rate and a natural length', async () => {
    const { samples, chunks } = await synthesize(voice(), request());
    expect(chunks.every((chunk) => chunk.samples.length > 0)).toBe(true);
    expect(chunks.every((chunk) => chunk.sampleRate === chunks[0]!.sampleRate)).toBe(true);
    expect(durationMsOf(samples, chunks)).toBeGreaterThan(300);
    expect(durationMsOf(samples, chunks)).toBeLessThan(5000);
    expect(samples.some((sample) => Math.abs(sample) > 1000)).toBe(true);
  });

  it('reports each word once and in order, if it supports word timings', async () => {
    const { words, samples, chunks } = await synthesize(voice(), request());
    const reportedWords = chunks.flatMap((chunk) => chunk.words ?? []);
    const expected = voice().capabilities.wordTimings ? request().text.split(/\s+/) : [];
    expect(words).toEqual(expected);
    expect(
      reportedWords.every(
        (word) => word.endMs > word.startMs && word.endMs <= durationMsOf(samples, chunks) + 1,
      ),
    ).toBe(true);
    expect(reportedWords.map((word) => word.startMs)).toEqual(
      reportedWords.map((word) => word.startMs).toSorted((a, b) => a - b),
    );
  });

  it('applies the speed, if supported', async () => {
    const normal = await synthesize(voice(), request());
    const fast = await synthesize(voice(), request({ speed: 2 }));
    const ratio = fast.samples.length / normal.samples.length;
    const { speed, speedRange } = voice().capabilities;
    const expected = 1 / Math.min(2, speedRange?.max ?? 2);
    const [min, max] = speed ? [0.7 * expected, 1.4 * expected] : [0.9, 1.1];
    expect(ratio).toBeGreaterThan(min);
    expect(ratio).toBeLessThan(Math.min(max, speed ? 0.98 : max));
  });

  it('does not mix the audio of concurrent requests', async () => {
    const texts = ['One.', 'One two three four five.', 'One two.'];
    const sequential = [];
    for (const each of texts)
      sequential.push((await synthesize(voice(), request({ text: each }))).samples.length);
    const concurrent = await Promise.all(texts.map((each) => synthesize(voice(), request({ text: each }))));
    expect(concurrent.map(({ samples }) => samples.length)).toEqual(sequential);
  });
}

function describeStreamedText(voice: () => TextToSpeech, request: MakeRequest): void {
  it('speaks a stream of text like the whole text, or rejects it if unsupported', async () => {
    const streamed = { ...request(), text: streamOf(request().text) };
    const result = await synthesize(voice(), streamed).catch((thrown: unknown) => thrown);
    const whole = await synthesize(voice(), request());
    expect(result).toMatchObject(
      voice().capabilities.streamsText ? { words: whole.words } : { name: 'SpeechError', retryable: false },
    );
  });

  it('ends without an error if aborted while it waits for text, if it speaks streams of text', async () => {
    const controller = new AbortController();
    const pieces = (async function* () {
      yield `${request().text} `;
      setImmediate(() => controller.abort());
      await new Promise<void>(() => {});
    })();
    const text = voice().capabilities.streamsText ? pieces : request().text;
    const { chunks } = await synthesize(voice(), { ...request(), text, signal: controller.signal });
    expect(chunks.every((chunk) => chunk.samples.length > 0)).toBe(true);
  });

  it('prepares any voice without an error', () => {
    const warm = () => {
      voice().warm?.(request().voiceId);
      voice().warm?.('unknown');
    };
    expect(warm).not.toThrow();
  });
}

/** Yields the text in pieces of three characters. */
async function* streamOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += 3) {
    await Promise.resolve();
    yield text.slice(start, start + 3);
  }
}

function describeInvalidRequests(voice: () => TextToSpeech, request: MakeRequest): void {
  it.each([
    ['a text without words', { text: ' … ' }],
    ['a text of more than 2,000 characters', { text: 'a '.repeat(1001) }],
    ['an unknown voice', { voiceId: 'unknown' }],
  ])('rejects %s with an error that is not retryable', async (_, more) => {
    const error = await synthesize(voice(), request(more)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SpeechError);
    expect((error as SpeechError).retryable).toBe(false);
  });
}

function describeAborting(voice: () => TextToSpeech, request: MakeRequest): void {
  it('yields no chunks if already aborted', async () => {
    const { chunks } = await synthesize(voice(), request({ signal: AbortSignal.abort() }));
    expect(chunks).toEqual([]);
  });

  it('ends without an error when aborted during synthesis', async () => {
    const controller = new AbortController();
    const long = request({ text: `${request().text} `.repeat(8).trim(), signal: controller.signal });
    let chunks = 0;
    for await (const chunk of voice().synthesize(long)) {
      expect(chunk.samples.length).toBeGreaterThan(0);
      chunks += 1;
      controller.abort();
    }
    expect(chunks).toBe(1);
  });
}

function describeUsage(voice: () => TextToSpeech, request: MakeRequest): void {
  const measure = async (more: Partial<SpeechRequest>): Promise<SynthesisUsage[]> => {
    const usages: SynthesisUsage[] = [];
    await synthesize(voice(), { ...request(), ...more, onUsage: (usage) => usages.push(usage) }).catch(
      () => undefined,
    );
    return usages;
  };
  const charactersOf = (usages: readonly SynthesisUsage[]) =>
    usages.reduce((sum, { characters }) => sum + characters, 0);
  const newText = 'One naïve bird sang. 🐦';

  it('reports the characters of a text that is synthesised', async () => {
    const usages = await measure({ text: newText });
    const [{ model } = { model: '' }] = usages;
    expect(model).not.toBe('');
    for (const usage of usages) expect(usage).toMatchObject({ provider: voice().provider, model });
    // A local voice removes what it cannot speak.
    expect(charactersOf(usages)).toBeLessThanOrEqual(characterCount(newText));
    expect(charactersOf(usages)).toBeGreaterThanOrEqual(
      voice().capabilities.network ? characterCount(newText) : 18,
    );
  });

  it('reports the characters of a stream of text, if it speaks streams of text', async () => {
    const usages = await measure({ text: streamOf('Two birds.') });
    expect(charactersOf(usages)).toBe(voice().capabilities.streamsText ? 10 : 0);
  });

  it('reports nothing for a text that is rejected or aborted before', async () => {
    expect(await measure({ text: ' … ' })).toEqual([]);
    expect(await measure({ signal: AbortSignal.abort() })).toEqual([]);
  });
}

function describeClosing(voice: () => TextToSpeech, request: MakeRequest): void {
  it('is healthy while open, can be closed twice, and fails afterwards', async () => {
    expect((await voice().checkHealth()).ok).toBe(true);
    await voice().close();
    await voice().close();
    expect((await voice().checkHealth()).ok).toBe(false);
    await expect(synthesize(voice(), request())).rejects.toBeInstanceOf(SpeechError);
  });
}

async function synthesize(voice: TextToSpeech, request: SpeechRequest): Promise<SynthesisResult> {
  const chunks: SpeechChunk[] = [];
  for await (const chunk of voice.synthesize(request)) chunks.push(chunk);
  return {
    chunks,
    samples: Int16Array.from(chunks.flatMap((chunk) => [...chunk.samples])),
    words: chunks.flatMap((chunk) => chunk.words ?? []).map((word) => word.text),
  };
}
