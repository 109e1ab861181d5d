import { describe, expect, it } from 'vitest';
import { FakeLanguageModel } from '../contracts/testing/fake-language-model.ts';
import { FakeSpeechToText } from '../contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../contracts/testing/fake-text-to-speech.ts';
import type { LanguageModel, ModelUsage } from '../contracts/language-model.ts';
import type { RealtimeModel, RealtimeOptions, RealtimeSession } from '../contracts/realtime-model.ts';
import type { CallCost } from '../domain/call.ts';
import { PriceTable } from '../domain/costs/price-table.ts';
import { CallUsage } from './call-usage.ts';
import type { CallProviders } from './call-voice-options.ts';

const request = { messages: [], temperature: 0, maxTokens: 50, timeoutMs: 4000 };
const voiceSettings = { voiceId: 'tone', language: 'en-US', speed: 1, volume: 1 };

/** Returns providers that report their usage, and the usage. `models` replaces the scripted model. */
function createUsage(models?: readonly LanguageModel[]) {
  const usage = new CallUsage();
  const engine = new FakeTextToSpeech();
  const replies = [{ pieces: ['Hi.'], inputTokens: 100, outputTokens: 20 }];
  const providers: CallProviders = usage.measure({
    voices: [{ ...voiceSettings, engine }],
    recogniser: new FakeSpeechToText(),
    models: models ?? [new FakeLanguageModel([...replies, ...replies])],
  });
  return { usage, providers, engine };
}

/** Returns a model that reports this usage for each request. */
const modelWithUsage = (usage: ModelUsage): LanguageModel => ({
  id: usage.modelId,
  async *respond({ onUsage }) {
    onUsage?.(usage);
    await Promise.resolve();
    yield { type: 'finished', reason: 'stop', inputTokens: 0, outputTokens: 0 };
  },
  checkHealth: () => Promise.resolve({ ok: true, detail: '' }),
});

async function consume(parts: AsyncIterable<unknown> | undefined): Promise<void> {
  const iterator = parts![Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

const brief = (costs: readonly CallCost[]) =>
  costs.map(({ kind, provider, model, quantity, unit }) => [kind, provider, model, quantity, unit]);

describe('CallUsage', () => {
  it('adds up the usage of all providers of a call', async () => {
    const { usage, providers } = createUsage();
    for (let count = 0; count < 2; count += 1) await consume(providers.models[0]?.respond(request));
    await consume(providers.voices[0]?.engine.synthesize({ text: 'Good morning.', voiceId: 'tone' }));
    const stream = providers.recogniser.open({ language: 'en-US' });
    stream.pushAudio(new Int16Array(8 * 1_250), 0);
    stream.close();
    const connection = { trunk: 'trunk.example.net', direction: 'outbound', durationMs: 61_234.4 } as const;
    expect(brief(usage.costs(undefined, connection))).toEqual([
      ['carrier', 'trunk.example.net', null, 61.234, 'seconds'],
      ['speech-to-text', 'fake', 'script', 1.25, 'seconds'],
      ['language-model', 'fake', 'scripted', 200, 'input-tokens'],
      ['language-model', 'fake', 'scripted', 40, 'output-tokens'],
      ['text-to-speech', 'fake', 'tones', 13, 'characters'],
    ]);
    // The duration is not kept for the next calculation.
    expect(usage.costs(undefined)).toHaveLength(4);
  });

  it('separates cached from other tokens, and marks estimated quantities', async () => {
    const counted: ModelUsage = {
      modelId: 'groq/meta-llama/llama-4',
      inputTokens: 100,
      cachedInputTokens: 60,
      cacheWriteTokens: 30,
      outputTokens: 5,
      isInputEstimated: false,
      isOutputEstimated: true,
    };
    const { usage, providers } = createUsage([modelWithUsage(counted)]);
    await consume(providers.models[0]?.respond(request));
    const prices = PriceTable.parse({
      currency: 'USD',
      languageModels: { 'groq/*': { perMillionInputTokens: 1, perMillionOutputTokens: 3 } },
    });
    const same = { provider: 'groq', model: 'meta-llama/llama-4', kind: 'language-model', currency: 'USD' };
    expect(usage.costs(prices)).toEqual([
      { ...same, unit: 'input-tokens', quantity: 10, estimated: false, cost: '0.00001' },
      { ...same, unit: 'cached-input-tokens', quantity: 60, estimated: false, cost: '0.00006' },
      { ...same, unit: 'cache-write-tokens', quantity: 30, estimated: false, cost: '0.00003' },
      { ...same, unit: 'output-tokens', quantity: 5, estimated: true, cost: '0.000015' },
    ]);
  });

  it('separates tokens of audio', async () => {
    const spoken: ModelUsage = {
      modelId: 'openai-realtime/gpt-realtime',
      inputTokens: 1000,
      cachedInputTokens: 600,
      cacheWriteTokens: 0,
      outputTokens: 250,
      audioInputTokens: 300,
      cachedAudioInputTokens: 500,
      audioOutputTokens: 200,
      isInputEstimated: false,
      isOutputEstimated: false,
    };
    const { usage, providers } = createUsage([modelWithUsage(spoken)]);
    await consume(providers.models[0]?.respond(request));
    expect(usage.costs(undefined).map(({ unit, quantity }) => [unit, quantity])).toEqual([
      ['input-tokens', 100],
      ['cached-input-tokens', 100],
      ['audio-input-tokens', 300],
      ['cached-audio-input-tokens', 500],
      ['output-tokens', 50],
      ['audio-output-tokens', 200],
    ]);
  });

  it('adds up the time of connections to a speech-to-speech model', () => {
    const usage = new CallUsage();
    const session = {} as RealtimeSession;
    const opened: RealtimeOptions[] = [];
    const realtimeModel: RealtimeModel = {
      id: 'xai/grok-voice',
      open: (options) => {
        opened.push(options);
        return session;
      },
      checkHealth: () => Promise.resolve({ ok: true, detail: 'ready' }),
    };
    const realtimeProviders = { voices: [], recogniser: new FakeSpeechToText(), models: [], realtimeModel };
    const measured = usage.measure(realtimeProviders).realtimeModel!;
    const options = { instructions: 'Be brief.' } as RealtimeOptions;
    expect([measured.id, measured.open(options), measured.open(options)]).toEqual([
      'xai/grok-voice',
      session,
      session,
    ]);
    for (const { onUsage } of opened)
      onUsage?.({ type: 'connection', modelId: 'xai/grok-voice', connectedMs: 60_250 });
    const prices = PriceTable.parse({ currency: 'USD', languageModels: { 'xai/*': { perMinute: 0.05 } } });
    expect(usage.costs(prices)).toMatchObject([
      { provider: 'xai', model: 'grok-voice', unit: 'seconds', quantity: 120.5, cost: '0.100416667' },
    ]);
  });

  it('passes requests on unchanged', async () => {
    const { providers, engine } = createUsage();
    const { engine: voice } = providers.voices[0]!;
    voice.warm?.('tone');
    expect(engine.warmed).toEqual(['tone']);
    expect([voice.provider, voice.capabilities]).toEqual([engine.provider, engine.capabilities]);
    expect(providers.recogniser).toMatchObject({ provider: 'fake', model: 'script' });
    expect(providers.recogniser.capabilities.languages).toEqual(['en-US']);
    expect(providers.models[0]?.id).toBe('fake/scripted');
    expect(await providers.models[0]?.checkHealth()).toMatchObject({ ok: true });
    for (const provider of [voice, providers.recogniser]) {
      await provider.close();
      expect((await provider.checkHealth()).ok).toBe(false);
    }
  });

  it.each([true, false])('keeps whether a model chooses edges (%s), and warms it', (choosesEdges) => {
    let warmed = 0;
    const model = { ...modelWithUsage({} as ModelUsage), choosesEdges, warm: () => (warmed += 1) };
    const { providers } = createUsage([model]);
    providers.models[0]?.warm?.();
    expect([providers.models[0]?.choosesEdges, warmed]).toEqual([choosesEdges, 1]);
  });
});
