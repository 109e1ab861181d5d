import { describe, expect, it } from 'vitest';
import { answeredCall, expectClosed, type TestCallOptions } from '../../test/support/test-call.ts';
import { LanguageModelError, type LanguageModel, type LanguageRequest } from '../contracts/language-model.ts';
import type { Clock } from '../core/clock.ts';
import { agentIn, AgentInput } from '../domain/agent.ts';
import { conversationOnlyFlow } from './call-plan.ts';

/** A language model that replies in the conversation, and answers with these moods in order; it fails for `null` and never answers for `hang`. */
class MoodModel implements LanguageModel {
  readonly id = 'fake/moods';
  /** The requests for the mood, with their times. */
  readonly asked: { readonly atMs: number; readonly request: LanguageRequest }[] = [];
  readonly #clock: Clock;
  readonly #moods: (string | null)[];

  constructor(clock: Clock, moods: readonly (string | null)[]) {
    this.#clock = clock;
    this.#moods = [...moods];
  }

  async *respond(request: LanguageRequest) {
    const isReply = !request.messages[0]!.content.startsWith('You observe a phone call.');
    if (!isReply) this.asked.push({ atMs: this.#clock.now(), request });
    const text = isReply ? 'I see. Please go on.' : this.#moods.shift();
    await this.#clock.sleep(text === 'hang' ? 600_000 : 400, isReply ? request.signal : undefined);
    if (text == null) throw new LanguageModelError('down', { retryable: true });
    yield { type: 'text-delta', text } as const;
    yield { type: 'finished', reason: 'stop', inputTokens: 1, outputTokens: 1 } as const;
  }

  checkHealth = () => Promise.resolve({ ok: true, detail: '' });
}

interface MoodCallOptions extends Pick<TestCallOptions, 'isFollowed'> {
  readonly moods?: readonly (string | null)[];
  readonly language?: 'de' | 'en';
}

/** Starts a conversation whose clients follow it, unless `isFollowed` says otherwise. */
async function moodCall({ moods = [], language = 'en', isFollowed = () => true }: MoodCallOptions) {
  let model: MoodModel | undefined;
  const input = { name: 'Ada', model: 'fake/moods', language, firstMessage: 'Hello there.' };
  const agent = AgentInput.parse({ ...input, voicemail: { detection: 'off' } });
  const call = await answeredCall({
    flow: conversationOnlyFlow,
    plan: { agent: agentIn(agent, language) },
    models: (clock) => [(model = new MoodModel(clock, moods))],
    isFollowed,
  });
  await call.clock.advance(1_500);
  const startMs = call.clock.now();
  return {
    ...call,
    model: model!,
    /** Lets the customer speak, and the time pass. */
    say: async (text: string, thenMs = 5_000) => {
      call.caller.say(text);
      await call.clock.advance(thenMs);
    },
    hangUp: async () => {
      call.leg.end('far_hangup');
      await call.clock.advance(100);
    },
    askedAtSeconds: () => model!.asked.map(({ atMs }) => Math.round((atMs - startMs) / 1000)),
  };
}

describe('the sentiment of a call whose workspace has followers', () => {
  it('is that of the model in any language, and stays with the call', async () => {
    const call = await moodCall({ language: 'de', moods: ['negative'] });
    expect(call.records.view?.sentiment).toBeNull();
    await call.say('das ist eine frechheit', 2_500);
    expect(call.records.view?.sentiment).toBeNull();
    await call.clock.advance(3_000);
    expect(call.records.view).toMatchObject({ sentiment: 'negative', lastMessage: 'I see. Please go on.' });
    await call.hangUp();
    expect(call.records.ends).toMatchObject([{ sentiment: 'negative' }]);
    expectClosed(call);
  });

  it('replaces the estimate from English words', async () => {
    const call = await moodCall({ moods: ['Negative.'] });
    await call.say('oh great', 2_500);
    expect(call.records.view?.sentiment).toBe('positive');
    await call.clock.advance(3_000);
    expect(call.records.view?.sentiment).toBe('negative');
  });

  it('is asked at most every 30 s, and only after new words of the customer', async () => {
    const call = await moodCall({ moods: ['neutral', 'negative', 'positive'] });
    for (const text of ['hello', 'my order', 'is still', 'not here']) await call.say(text);
    expect(call.askedAtSeconds()).toHaveLength(1);
    await call.clock.advance(20_000);
    const [firstSeconds, secondSeconds, ...others] = call.askedAtSeconds();
    expect(secondSeconds! - firstSeconds!).toBe(30);
    expect(others).toEqual([]);
    await call.clock.advance(12_000);
    expect(call.askedAtSeconds()).toHaveLength(2);
    await call.say('thank you', 14_000);
    expect(call.askedAtSeconds()).toHaveLength(3);
    expect(call.records.view?.sentiment).toBe('positive');
  });

  it('has a short request: the last six turns, and a short answer', async () => {
    const call = await moodCall({ moods: ['neutral', 'neutral'] });
    for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) await call.say(text);
    await call.say(`${'a'.repeat(1_000)}-and-so-on`, 10_000);
    const { messages, maxTokens, timeoutMs } = call.model.asked[1]!.request;
    expect({ maxTokens, timeoutMs }).toEqual({ maxTokens: 50, timeoutMs: 5_000 });
    const lines = messages[1]!.content.split('\n');
    expect(lines).toHaveLength(6);
    expect(lines.filter((line) => line.startsWith('Customer: "'))).toHaveLength(3);
    expect(Math.max(...lines.map(({ length }) => length))).toBe('Customer: ""'.length + 600);
    expect(lines.join()).toContain('-and-so-on"');
  });

  it.each([
    ['fails', null],
    ['does not answer', 'hang'],
    ['names no mood', 'I cannot tell.'],
  ] as const)('keeps its last value if the model %s, and the call goes on', async (_name, failure) => {
    const call = await moodCall({ moods: ['negative', failure, 'positive'] });
    await call.say('that is no good');
    expect(call.records.view?.sentiment).toBe('negative');
    await call.clock.advance(30_000);
    await call.say('hmm', 12_000);
    expect(call.records.view?.sentiment).toBe('negative');
    expect(call.said().at(-1)).toBe('agent: I see. Please go on.');
    await call.clock.advance(30_000);
    await call.say('that is better');
    expect(call.model.asked).toHaveLength(3);
    expect(call.records.view?.sentiment).toBe('positive');
    expect(call.eventsOf('model_failed')).toEqual([]);
  });

  it('is the estimate from English words until a request succeeds', async () => {
    const call = await moodCall({ moods: [null] });
    await call.say('this is terrible');
    expect(call.model.asked).toHaveLength(1);
    expect(call.records.view?.sentiment).toBe('negative');
  });

  it('has a request that the end of the call aborts', async () => {
    const call = await moodCall({ moods: ['hang'] });
    await call.say('hello');
    expect(call.model.asked).toHaveLength(1);
    expect(call.model.asked[0]!.request.signal!.aborted).toBe(false);
    await call.hangUp();
    expect(call.model.asked[0]!.request.signal!.aborted).toBe(true);
    expect(call.records.ends).toHaveLength(1);
  });
});

describe('the sentiment of a call whose workspace has no followers', () => {
  it('costs no request, and is the estimate from English words', async () => {
    let hasFollowers = false;
    const call = await moodCall({ moods: ['positive'], isFollowed: () => hasFollowers });
    await call.say('this is terrible', 60_000);
    expect(call.model.asked).toEqual([]);
    expect(call.records.view?.sentiment).toBe('negative');
    hasFollowers = true;
    await call.say('but never mind', 3_000);
    hasFollowers = false;
    await call.clock.advance(10_000);
    expect(call.model.asked).toEqual([]);
    hasFollowers = true;
    await call.say('now it works', 5_000);
    expect(call.model.asked).toHaveLength(1);
    expect(call.records.view?.sentiment).toBe('positive');
  });
});
