import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { progressTone } from '../../audio/tones.ts';
import type { Expectation, ExpectedForm } from '../../core/expectation.ts';
import { silentLogger } from '../../core/logger.ts';
import { seededRandom } from '../../core/random.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import type { SpeechToText, SpeechToTextEvent, SpeechToTextStream } from '../../contracts/speech-to-text.ts';
import { createBuiltinSpeechToText } from './speech-to-text.ts';
import { createSpeaker, pushFrames } from './testing/speaker.ts';

type Ended = Extract<SpeechToTextEvent, { type: 'transcript-ended' }>;

/** Threads started by the tests, so that a test can terminate one. */
const workers: Worker[] = [];
process.on('worker', (worker: Worker) => workers.push(worker));
const latestWorker = (): Worker => workers.findLast((worker) => worker.threadId > 0)!;

const speaker = await createSpeaker();
afterAll(() => speaker.close());

speechToTextSuite('the built-in recogniser', {
  create: () => createBuiltinSpeechToText({ workers: 1, logger: silentLogger }),
  say: (stream, text, atMs) => speaker.say(stream, text, { atMs }),
  fail: async () => void (await latestWorker().terminate()),
});

function phrases(id: string, ...texts: string[]) {
  return texts.map((text) => ({ id, text }));
}

/** Expectation of an appointment reminder. */
const answers: Expectation = {
  id: 'answers',
  phrases: [
    ...phrases('yes', 'yes', 'yeah', 'sure', 'yes please', 'that works for me'),
    ...phrases('no', 'no', 'nope', 'no thank you', "i can't"),
    ...phrases('callback', 'call me back', 'call me back later', 'call me back tomorrow at ten'),
    ...phrases('wrong-number', 'wrong number', 'you have the wrong number'),
    ...phrases('opt-out', 'stop calling me', 'take me off your list'),
    ...phrases('not-interested', "i'm not interested", 'not interested'),
    ...phrases('person', 'speak to a person', 'talk to a human'),
  ],
  forms: [],
};
const form = (...forms: ExpectedForm[]): Expectation => ({ id: forms.join(), phrases: [], forms });

/** Ends the utterance and waits for its transcript. */
function finalize(stream: SpeechToTextStream): Promise<Ended> {
  return new Promise((resolve) => {
    const off = stream.on((event) => {
      if (event.type !== 'transcript-ended') return;
      off();
      resolve(event);
    });
    stream.finalize();
  });
}

describe('the built-in speech-to-text', () => {
  let recogniser: SpeechToText;
  beforeAll(async () => {
    recogniser = await createBuiltinSpeechToText({ workers: 1, logger: silentLogger });
  });
  afterAll(() => recogniser.close());

  function open(expectation: Expectation): SpeechToTextStream {
    const stream = recogniser.open({ language: 'en-US' });
    stream.expect(expectation);
    return stream;
  }

  /** Returns the transcripts of texts over a telephone path. */
  async function recognise(expectation: Expectation, texts: readonly string[], voiceId: string) {
    const stream = open(expectation);
    const results: Ended[] = [];
    let atMs = 0;
    for (const text of texts) {
      atMs = await speaker.say(stream, text, { atMs, voiceId });
      results.push(await finalize(stream));
    }
    stream.close();
    return results;
  }

  describe.each(['rms', 'awb', 'kal16'])('with the voice %s', (voiceId) => {
    it('recognises short answers and reports their phrase ids', async () => {
      const phraseIdOf = {
        yes: 'yes',
        no: 'no',
        'no thank you': 'no',
        'that works for me': 'yes',
        'call me back tomorrow at ten': 'callback',
        'wrong number': 'wrong-number',
        'stop calling me': 'opt-out',
        "i'm not interested": 'not-interested',
        'speak to a person': 'person',
      };
      const results = await recognise(answers, Object.keys(phraseIdOf), voiceId);
      expect(results.map((result) => result.match?.phraseId)).toEqual(Object.values(phraseIdOf));
      expect(results.filter((result) => result.rejected)).toEqual([]);
    });

    it.each([
      [
        'when to call back',
        form('date_time'),
        3 / 4,
        [
          'call me back tomorrow at ten',
          'after lunch',
          'in two hours',
          'in half an hour',
          'next friday morning',
          'tonight',
          'end of the day',
          'call me after lunch',
          'some other time',
          'later',
          'call me later',
          'this evening',
        ],
      ],
      [
        'dates and times',
        form('date_time'),
        5 / 6,
        ['tomorrow', 'next friday', 'half past ten', 'wednesday afternoon', 'monday at nine', 'after lunch'],
      ],
      [
        'digits',
        form('digits'),
        4 / 5,
        ['five', 'one two three four', 'double five oh one', 'seven seven one', 'two nine three four oh'],
      ],
      [
        'numbers',
        form('number'),
        3 / 4,
        ['forty two', 'one hundred and five', 'nine thousand', 'two hundred fifty'],
      ],
    ])('recognises %s', async (_, expectation, share, texts) => {
      const results = await recognise(expectation, texts, voiceId);
      const correct = results.filter((result, index) => result.text === texts[index] && !result.rejected);
      expect(correct.length / texts.length).toBeGreaterThanOrEqual(share);
    });
  });

  it('rejects unexpected sentences', async () => {
    const texts = ['my dog ate the newspaper', 'the weather is lovely in spain', 'seven purple elephants'];
    const results = await recognise(answers, texts, 'kal16');
    expect(results.map((result) => result.rejected)).toEqual([true, true, true]);
  });

  it.each([-15, 12])(
    'recognises a caller whose level differs by %i dB, from the first utterance on',
    async (changeDb) => {
      const gain = 10 ** (changeDb / 20);
      const results: Ended[] = [];
      for (const text of ['that works for me', 'wrong number', 'speak to a person']) {
        const stream = open(answers);
        pushFrames(
          stream,
          (await speaker.sound(text, 'awb')).map((sample) => saturated(sample * gain)),
          0,
        );
        results.push(await finalize(stream));
        stream.close();
      }
      expect(results.map(({ match }) => match?.phraseId)).toEqual(['yes', 'wrong-number', 'person']);
      expect(results.filter(({ rejected }) => rejected)).toEqual([]);
    },
  );

  it('scores an utterance independently of earlier ones on the same decoder', async () => {
    const other = await createBuiltinSpeechToText({ workers: 1, logger: silentLogger });
    const recogniseAlone = async (text: string, voiceId: string) => {
      const stream = other.open({ language: 'en-US' });
      stream.expect(answers);
      await speaker.say(stream, text, { voiceId });
      const ended = await finalize(stream);
      stream.close();
      return ended;
    };
    const alone = await recogniseAlone('that works for me', 'slt');
    for (const text of ['', 'wrong number', 'mm hmm', 'my dog ate the newspaper'])
      for (const voiceId of ['rms', 'awb', 'kal16']) {
        await recogniseAlone(text, voiceId);
        expect(await recogniseAlone('that works for me', 'slt')).toEqual(alone);
      }
    await other.close();
  });

  it.each([
    ['steady noise', () => noise(2000, 9000)],
    ['ringing', () => progressTone('ringback', 2000)],
    [
      'a hum',
      () => Int16Array.from({ length: 16_000 }, (_, i) => 6000 * Math.sin((2 * Math.PI * 100 * i) / 8000)),
    ],
  ])('does not accept %s as an answer', async (_, sound) => {
    const stream = open(answers);
    const atMs = pushFrames(stream, new Int16Array(8000), 0);
    pushFrames(stream, sound(), atMs);
    const ended = await finalize(stream);
    expect(ended.text === '' || ended.rejected).toBe(true);
    stream.close();
  });

  it('recognises words that are not in the dictionary', async () => {
    const names = {
      id: 'names',
      forms: [],
      phrases: [...phrases('a', 'doctor nguyenberg'), ...phrases('b', 'doctor smith')],
    };
    const [result] = await recognise(names, ['doctor nguyenberg'], 'rms');
    expect(result).toMatchObject({ match: { phraseId: 'a' }, rejected: false });
  });

  it('rejects all speech if nothing is expected', async () => {
    const [result] = await recognise({ id: 'nothing', phrases: [], forms: [] }, ['hello there'], 'rms');
    expect(result).toMatchObject({ text: '', rejected: true });
  });

  it('applies a new expectation to the current utterance if no word was recognised yet', async () => {
    const stream = open({ id: 'nothing', phrases: [], forms: [] });
    await speaker.say(stream, 'wrong number');
    stream.expect(answers);
    expect((await finalize(stream)).match?.phraseId).toBe('wrong-number');
    stream.close();
  });

  it('serves more concurrent speakers than it has decoders', async () => {
    const callers = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const text = index % 2 === 0 ? 'speak to a person' : 'wrong number';
        return { text, stream: open(answers), sound: await speaker.sound(text, 'awb') };
      }),
    );
    for (let at = 0; at < 20_000; at += 160)
      for (const { stream, sound } of callers) stream.pushAudio(sound.subarray(at, at + 160), at / 8);
    const results = await Promise.all(callers.map(({ stream }) => finalize(stream)));
    expect(results.map((result) => result.text)).toEqual(callers.map((caller) => caller.text));
    for (const { stream } of callers) stream.close();
  });

  it('reports utterances in the order of their ends', async () => {
    const stream = open(answers);
    const texts: string[] = [];
    stream.on((event) => event.type === 'transcript-ended' && texts.push(event.text));
    await speaker.say(stream, 'call me back tomorrow at ten');
    stream.finalize();
    stream.finalize();
    await vi.waitFor(() => expect(texts).toEqual(['call me back tomorrow at ten', '']));
    stream.close();
  });

  it('loses nothing when its thread is terminated during an utterance', async () => {
    const stream = open(answers);
    const failures: SpeechToTextEvent[] = [];
    stream.on((event) => event.type === 'stream-failed' && failures.push(event));
    const sound = await speaker.sound('speak to a person');
    const half = sound.length / 2 - ((sound.length / 2) % 160);
    pushFrames(stream, sound.subarray(0, half), 0);
    await latestWorker().terminate();
    pushFrames(stream, sound.subarray(half), half / 8);
    expect(await finalize(stream)).toMatchObject({ text: 'speak to a person', rejected: false });
    expect(failures).toMatchObject([{ recoverable: true }]);
    expect(await recogniser.checkHealth()).toMatchObject({
      ok: false,
      degraded: true,
      detail: expect.stringContaining('1 replaced'),
    });
    stream.close();
  });

  it('reports one free stream fewer per open stream', () => {
    const free = recogniser.freeStreams!;
    const streams = [open(answers), open(answers)];
    expect(recogniser.freeStreams).toBe(Math.max(0, free - 2));
    for (const stream of streams) stream.close();
    expect(recogniser.freeStreams).toBe(free);
  });

  it('drops the utterances of closed and discarded streams', async () => {
    const streams = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const stream = open(answers);
        pushFrames(stream, await speaker.sound('speak to a person'), 0);
        stream.finalize();
        return stream;
      }),
    );
    for (const [index, stream] of streams.entries()) {
      if (index % 2 === 0) stream.discard();
      stream.close();
    }
    expect((await recogniser.checkHealth()).detail).toContain(' 0 active utterances');
  });
});

const saturated = (sample: number): number => Math.max(-32_768, Math.min(32_767, sample));

function noise(durationMs: number, amplitude: number): Int16Array {
  const random = seededRandom(11);
  return Int16Array.from({ length: durationMs * 8 }, () => (random.fraction() * 2 - 1) * amplitude);
}
