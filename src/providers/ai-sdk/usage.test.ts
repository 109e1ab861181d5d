import { afterEach, describe, expect, it } from 'vitest';
import { createHedging } from '../../models/hedged-model.ts';
import type { LanguageModel, LanguageRequest, ModelUsage } from '../../contracts/language-model.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { anthropic } from './anthropic.ts';
import { google } from './google.ts';
import { createLanguageModel } from './language-model.ts';
import { openAiCompatible } from './openai-compatible.ts';
import { anthropicFormat } from './testing/anthropic-format.ts';
import { googleFormat } from './testing/google-format.ts';
import { openAiFormat } from './testing/openai-format.ts';
import { ScriptedServer, type ServedReply } from './testing/scripted-server.ts';
import { eventOf, type WireFormat } from './testing/wire-format.ts';
import type { Vendor } from './vendor.ts';

const servers: ScriptedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function open(vendor: Vendor, format: WireFormat, ...script: ServedReply[]): Promise<LanguageModel> {
  const server = await ScriptedServer.start(script, format);
  servers.push(server);
  const { baseUrl } = server;
  return createLanguageModel(vendor, { provider: 'local', baseUrl, model: 'm', apiKey: 'k' });
}

const request: LanguageRequest = {
  messages: [{ role: 'user', content: 'Eight characters: 4 tokens or more.' }],
  temperature: 0,
  maxTokens: 50,
  timeoutMs: 4000,
};

/** Reads a reply and returns its usage. With `stopsEarly` the reply is aborted after its first part. */
async function usageOf(model: LanguageModel, stopsEarly = false): Promise<ModelUsage[]> {
  const usages: ModelUsage[] = [];
  const aborting = new AbortController();
  const onUsage = (usage: ModelUsage) => usages.push(usage);
  const parts = model.respond({ ...request, signal: aborting.signal, onUsage })[Symbol.asyncIterator]();
  while ((await parts.next()).done !== true) if (stopsEarly) aborting.abort();
  return usages;
}

/** Google's servers repeat the counts in each message. */
const countingGoogleFormat: WireFormat = {
  ...googleFormat,
  partsOf: (reply) => [
    ...googleFormat.partsOf(reply),
    eventOf({
      candidates: [{ index: 0, content: { role: 'model', parts: [{ text: ' more' }] } }],
      usageMetadata: {
        promptTokenCount: 40,
        cachedContentTokenCount: 30,
        candidatesTokenCount: 6,
        thoughtsTokenCount: 2,
      },
    }),
  ],
};

describe('the usage of an aborted reply', () => {
  it('has the input tokens that Anthropic reported at the start', async () => {
    const reply = { pieces: ['Twelve chars'], inputTokens: 40, cachedInputTokens: 30 };
    const model = await open(anthropic, anthropicFormat, { ...reply, ending: 'stall' });
    expect(await usageOf(model, true)).toEqual([
      {
        modelId: 'local/m',
        inputTokens: 40,
        cachedInputTokens: 30,
        cacheWriteTokens: 0,
        outputTokens: 3,
        isInputEstimated: false,
        isOutputEstimated: true,
      },
    ]);
  });

  it('has the counts that Google reported so far', async () => {
    const model = await open(google, countingGoogleFormat, { pieces: ['Hi,'], ending: 'cut' });
    const usages: ModelUsage[] = [];
    const reply = model.respond({ ...request, onUsage: (usage) => usages.push(usage) });
    const parts = reply[Symbol.asyncIterator]();
    for (const text of ['Hi,', ' more']) expect((await parts.next()).value).toMatchObject({ text });
    await expect(parts.next()).rejects.toMatchObject({ name: 'LanguageModelError' });
    expect(usages).toMatchObject([
      {
        inputTokens: 40,
        cachedInputTokens: 30,
        outputTokens: 8,
        isInputEstimated: false,
        isOutputEstimated: false,
      },
    ]);
  });
});

describe('the usage of a reply', () => {
  it('is estimated if the server reports none', async () => {
    const silent: WireFormat = {
      ...openAiFormat,
      endOf: (reply) => openAiFormat.endOf(reply).filter((event) => !event.includes('"usage"')),
    };
    const model = await open(openAiCompatible, silent, { pieces: ['Twelve chars'] });
    expect(await usageOf(model)).toMatchObject([
      { inputTokens: 9, outputTokens: 3, isInputEstimated: true, isOutputEstimated: true },
    ]);
  });

  it('has the tokens that Anthropic wrote to its cache', async () => {
    const writing: WireFormat = {
      ...anthropicFormat,
      partsOf: (reply) =>
        anthropicFormat
          .partsOf(reply)
          .map((event) =>
            event.replace('"cache_creation_input_tokens":0', '"cache_creation_input_tokens":20'),
          ),
    };
    const model = await open(anthropic, writing, { pieces: ['Yes.'], inputTokens: 12, outputTokens: 3 });
    expect(await usageOf(model)).toMatchObject([{ inputTokens: 32, cacheWriteTokens: 20, outputTokens: 3 }]);
  });

  it('is reported for both models of a hedged request', async () => {
    const clock = new ManualClock();
    const reply = { pieces: ['Hi.'], inputTokens: 5, outputTokens: 1 };
    const first = await open(openAiCompatible, openAiFormat, ...Array.from({ length: 10 }, () => reply), {
      ending: 'stall',
    });
    const second = await open(openAiCompatible, openAiFormat, reply);
    const [model] = createHedging(clock)([first, second]);
    for (let count = 0; count < 10; count += 1) await usageOf(model!);
    const hedged = usageOf(model!);
    await servers[0]!.waitForRequests(11);
    await clock.advance(1);
    expect(await hedged).toMatchObject([
      { inputTokens: 9, outputTokens: 0, isInputEstimated: true },
      { inputTokens: 5, outputTokens: 1, isInputEstimated: false },
    ]);
  });
});
