import { describe, expect, it } from 'vitest';
import type { SpeechToText } from '../../contracts/speech-to-text.ts';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { observe } from '../../contracts/testing/observe.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import { systemClock, type Clock } from '../../core/clock.ts';
import { InternalErrorLog } from '../../core/internal-errors.ts';
import { createLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { audioOfWords } from '../websocket/testing/audio-words.ts';
import { pushFrames, pushWords, silenceOf } from '../websocket/testing/speech-to-text-harness.ts';
import type { RecognitionReply } from './messages.ts';
import { createRecognitionEngine } from './recognition-engine.ts';
import { createSherpaSpeechToText } from './speech-to-text.ts';
import standIn from './testing/stand-in-module.ts';

const module = new URL('./testing/stand-in-module.ts', import.meta.url).href;
const opened = closeAfterTests();

interface Options {
  readonly isOnline?: boolean;
  readonly fault?: string;
  readonly clock?: Clock;
}

async function createRecogniser({ isOnline = true, fault = '', clock = systemClock }: Options = {}) {
  const logger = createLogger('silent');
  const config = fault === '' ? {} : { fault };
  const recogniser = await createSherpaSpeechToText(
    { name: 'stand-in', model: { kind: 'stand-in', isOnline, config }, languages: ['en'], module },
    { logger, clock, internalErrors: new InternalErrorLog({ logger, clock }) },
  );
  return opened(recogniser);
}

const processOf = async (recogniser: SpeechToText): Promise<number> =>
  Number(/process (\d+)/.exec((await recogniser.checkHealth()).detail)?.[1]);

for (const isOnline of [true, false]) {
  let recogniser: SpeechToText;
  speechToTextSuite(`sherpa with a model for ${isOnline ? 'streams' : 'whole utterances'}`, {
    create: async () => (recogniser = await createRecogniser({ isOnline })),
    say: (stream, text, atMs) => Promise.resolve(pushWords(stream, text, atMs)),
    fail: async () => void process.kill(await processOf(recogniser), 'SIGKILL'),
  });
}

describe('sherpa recogniser', () => {
  it('reports the media clock of the speech, without the silence around it', async () => {
    const recogniser = await createRecogniser();
    const stream = recogniser.open({ language: 'en' });
    const { until } = observe(stream);
    let atMs = pushFrames(stream, silenceOf(2000), 0);
    atMs = pushWords(stream, 'good morning', atMs);
    pushFrames(stream, silenceOf(1000), atMs);
    stream.finalize();
    const ended = await until('transcript-ended');
    expect(ended).toMatchObject({ text: 'good morning', endMs: 2600 });
    expect(ended).toMatchObject({ startMs: expect.toSatisfy((ms: number) => ms >= 1700 && ms <= 2000) });
    stream.close();
  });

  it('decodes utterances of more than 28 s in parts', () => {
    const replies: RecognitionReply[] = [];
    const model = { kind: 'stand-in', isOnline: false, config: {} };
    const engine = createRecognitionEngine(standIn as never, model, (reply) => replies.push(reply));
    const words = Array.from({ length: 120 }, (_, i) => `w${i}`);
    for (const word of words) engine.receive({ type: 'audio', utterance: 1, samples: audioOfWords(word) });
    expect(replies).toHaveLength(120);
    engine.receive({ type: 'finish', utterance: 1 });
    expect(replies.at(-1)).toEqual({
      type: 'finished',
      utterance: 1,
      text: words.join(' ').toUpperCase(),
    });
  });

  it('fails the streams of a process that crashes, and serves new ones after its restart', async () => {
    const recogniser = await createRecogniser();
    const stream = recogniser.open({ language: 'en' });
    const other = observe(recogniser.open({ language: 'en' }));
    const { until } = observe(stream);
    pushWords(stream, 'crash', 0);
    stream.finalize();
    expect(await until('stream-failed')).toMatchObject({
      recoverable: false,
      error: { message: 'The process of sherpa-onnx failed: It ended with SIGKILL.' },
    });
    expect(await other.until('stream-failed')).toMatchObject({ recoverable: false });
    const next = recogniser.open({ language: 'en' });
    const { until: untilNext } = observe(next);
    pushWords(next, 'yes', 0);
    next.finalize();
    expect(await untilNext('transcript-ended')).toMatchObject({ text: 'yes' });
  });

  it('keeps a process that answers, whatever it was sent', async () => {
    const clock = new ManualClock();
    const recogniser = await createRecogniser({ clock });
    const before = await processOf(recogniser);
    const stream = recogniser.open({ language: 'en' });
    const { until } = observe(stream);
    pushWords(stream, 'one two three', 0);
    stream.finalize();
    await until('transcript-ended');
    pushWords(stream, 'four', 2000);
    stream.discard();
    for (let second = 0; second < 25; second++) {
      await clock.advance(1000);
      const next = recogniser.open({ language: 'en' });
      pushWords(next, 'yes', 0);
      next.finalize();
      await observe(next).until('transcript-ended');
      next.close();
    }
    expect(await processOf(recogniser)).toBe(before);
  });

  it('reports an engine that falls behind, returns the partial text, and then replaces its process', async () => {
    const clock = new ManualClock();
    const recogniser = await createRecogniser({ clock });
    const before = await processOf(recogniser);
    const stream = recogniser.open({ language: 'en' });
    const { until } = observe(stream);
    const atMs = pushWords(stream, 'please wait', 0);
    await until('transcript-delta');
    pushWords(stream, 'hang on', atMs);
    stream.finalize();
    await clock.advance(2000);
    expect(await recogniser.checkHealth()).toMatchObject({ ok: true });
    await clock.advance(1500);
    expect(await recogniser.checkHealth()).toMatchObject({
      ok: false,
      degraded: true,
      detail: expect.stringContaining('slower than the speech of its calls'),
    });
    await clock.advance(1500);
    expect(await until('transcript-ended')).toMatchObject({ unconfirmed: true, confidence: 0.5 });
    await clock.advance(20_000);
    expect(await until('stream-failed')).toMatchObject({
      error: { message: 'The process of sherpa-onnx failed: It did not respond for 20 seconds.' },
    });
    while (!((await processOf(recogniser)) > 0)) await new Promise((resolve) => setImmediate(resolve));
    expect(await processOf(recogniser)).not.toBe(before);
  });

  it('rejects a model that cannot be loaded, and a package that is missing', async () => {
    await expect(createRecogniser({ fault: 'Protobuf parsing failed.' })).rejects.toMatchObject({
      name: 'EngineError',
      message: 'The process of sherpa-onnx failed: Protobuf parsing failed.',
    });
    const logger = createLogger('silent');
    const model = { kind: 'stand-in', isOnline: true, config: {} };
    const missing = createSherpaSpeechToText(
      { name: 'missing', model, languages: ['en'], module: 'sherpa-onnx-missing' },
      { logger, clock: systemClock, internalErrors: new InternalErrorLog({ logger, clock: systemClock }) },
    );
    await expect(missing).rejects.toThrow('npm install sherpa-onnx-node@1.13.8');
  });

  it('fails streams with another sample rate', async () => {
    const recogniser = await createRecogniser();
    const { until } = observe(recogniser.open({ language: 'en', sampleRate: 16_000 }));
    expect(await until('stream-failed')).toMatchObject({ recoverable: false });
  });
});
