import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { createHedging } from './hedged-model.ts';
import type { LanguageModel, LanguagePart, LanguageRequest } from '../contracts/language-model.ts';
import { FakeLanguageModel } from '../contracts/testing/fake-language-model.ts';
import { languageModelSuite } from '../contracts/testing/language-model-suite.ts';

languageModelSuite('a hedged model', {
  create(script, clock) {
    const [first, second] = [
      new FakeLanguageModel(script, { clock }),
      new FakeLanguageModel(script, { clock }),
    ];
    const [model] = createHedging(clock, 60_000)([first, second]);
    return Promise.resolve({
      model: model!,
      waitForRequests: async (count) => {
        while (first.requests.length < count) await setImmediate();
      },
      waitForAborts: async (count) => {
        while (first.abortedCount < count) await setImmediate();
      },
      close: () => Promise.resolve(),
    });
  },
});

/** A model whose replies take a given time and then consist of its id; undefined: the reply fails. */
class TimedModel implements LanguageModel {
  readonly id: string;
  readonly signals: AbortSignal[] = [];
  /** Times until the first part in ms; the last one repeats. */
  readonly delaysMs: (number | undefined)[];
  readonly #clock: ManualClock;

  constructor(id: string, clock: ManualClock, delaysMs: (number | undefined)[]) {
    this.id = id;
    this.#clock = clock;
    this.delaysMs = delaysMs;
  }

  async *respond({ signal }: LanguageRequest): AsyncIterable<LanguagePart> {
    this.signals.push(signal!);
    const delayMs = this.delaysMs.length > 1 ? this.delaysMs.shift() : this.delaysMs[0];
    if (delayMs === undefined) throw new Error(`${this.id} failed`);
    const isAborted = await this.#clock.sleep(delayMs, signal).then(
      () => false,
      () => true,
    );
    if (isAborted) return;
    yield { type: 'text-delta', text: this.id };
    yield { type: 'finished', reason: 'stop', inputTokens: 1, outputTokens: 1 };
  }

  checkHealth = () => Promise.resolve({ ok: true, detail: this.id });
}

const request = { messages: [], temperature: 0, maxTokens: 50, timeoutMs: 4000 };

async function read(
  parts: AsyncIterable<LanguagePart>,
): Promise<{ text: string; modelId: string | undefined }> {
  let text = '';
  let modelId: string | undefined;
  for await (const part of parts)
    if (part.type === 'text-delta') text += part.text;
    else if (part.type === 'finished') modelId = part.modelId;
  return { text, modelId };
}

function open(firstDelaysMs: (number | undefined)[], secondDelaysMs: (number | undefined)[] = [100]) {
  const clock = new ManualClock();
  const [first, second] = [
    new TimedModel('first', clock, firstDelaysMs),
    new TimedModel('second', clock, secondDelaysMs),
  ];
  const hedging = createHedging(clock);
  /** Sends one request, as a call does, and lets `ms` pass. */
  const respond = async (ms: number, signal?: AbortSignal) => {
    const reply = read(hedging([first, second])[0]!.respond({ ...request, ...(signal && { signal }) }));
    reply.catch(() => undefined);
    await clock.advance(ms);
    return reply;
  };
  return { clock, first, second, respond };
}

/** Nine requests of 200 ms and one of 300 ms: the 90th percentile is 200 ms. */
const usual: number[] = [...Array.from({ length: 9 }, () => 200), 300];

describe('createHedging', () => {
  it('starts the second model when the first one is slower than its 90th percentile', async () => {
    const { clock, first, second, respond } = open([...usual, 5000]);
    for (const delayMs of usual) await respond(delayMs);
    expect(await respond(300)).toEqual({ text: 'second', modelId: 'second' });
    expect([first.signals.length, second.signals.length]).toEqual([11, 1]);
    expect(first.signals.at(-1)?.aborted).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('aborts the second model if the first one is faster after all', async () => {
    const { second, respond } = open([...usual, 250]);
    for (const delayMs of usual) await respond(delayMs);
    expect(await respond(250)).toEqual({ text: 'first', modelId: undefined });
    expect(second.signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('starts the second model after 2 s while the latency of the first one is not known', async () => {
    const { first, second, respond } = open([1_900, 60_000]);
    expect(await respond(1_900)).toMatchObject({ text: 'first' });
    expect(await respond(2_100)).toEqual({ text: 'second', modelId: 'second' });
    expect([first.signals.length, second.signals.length]).toEqual([2, 1]);
  });

  it('starts no second model before 2 s in the first ten replies, nor within the percentile', async () => {
    const { second, respond } = open([200, 200, 200, 200, 200, 200, 200, 200, 200, 1_950, 190]);
    for (let index = 0; index < 9; index += 1) await respond(200);
    expect(await respond(1_950)).toMatchObject({ text: 'first' });
    for (let index = 0; index < 5; index += 1) await respond(200);
    expect(second.signals).toEqual([]);
  });

  it('fails with the first model, and waits for the other one if both were started', async () => {
    await expect(open([undefined]).respond(0)).rejects.toThrow('first failed');
    const hedged = open([...usual, 900], [undefined]);
    for (const delayMs of usual) await hedged.respond(delayMs);
    expect(await hedged.respond(900)).toMatchObject({ text: 'first' });
  });

  it('ends both requests when the caller aborts', async () => {
    const { clock, first, second, respond } = open([...usual, 5000], [5000]);
    for (const delayMs of usual) await respond(delayMs);
    const aborting = new AbortController();
    const reply = respond(1000, aborting.signal);
    await clock.advance(1000);
    aborting.abort();
    expect(await reply).toEqual({ text: '', modelId: undefined });
    expect([first, second].map(({ signals }) => signals.at(-1)?.aborted)).toEqual([true, true]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('keeps single models, and further fallbacks', () => {
    const clock = new ManualClock();
    const models = ['a', 'b', 'c'].map((id) => new TimedModel(id, clock, [0]));
    const hedging = createHedging(clock);
    expect(hedging([])).toEqual([]);
    expect(hedging(models.slice(0, 1))).toEqual(models.slice(0, 1));
    expect(hedging(models).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(hedging(models).slice(1)).toEqual(models.slice(1));
  });
});
