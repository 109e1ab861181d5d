import { afterEach, describe, expect, it } from 'vitest';
import type { LanguagePart, LanguageRequest } from '../../contracts/language-model.ts';
import { languageModelSuite } from '../../contracts/testing/language-model-suite.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { anthropic } from './anthropic.ts';
import { google } from './google.ts';
import { createLanguageModel } from './language-model.ts';
import { openAiCompatible } from './openai-compatible.ts';
import { openAi } from './openai.ts';
import { anthropicFormat } from './testing/anthropic-format.ts';
import { googleFormat } from './testing/google-format.ts';
import { openAiFormat } from './testing/openai-format.ts';
import { ScriptedServer, type ServedReply } from './testing/scripted-server.ts';

const vendors = {
  'an OpenAI-compatible server': { vendor: openAiCompatible, format: openAiFormat, model: 'small' },
  OpenAI: { vendor: openAi, format: openAiFormat, model: 'gpt-5-mini' },
  Anthropic: { vendor: anthropic, format: anthropicFormat, model: 'claude-haiku-4-5' },
  Google: { vendor: google, format: googleFormat, model: 'gemini-2.5-flash' },
} as const;

type VendorName = keyof typeof vendors;

const names = Object.keys(vendors) as VendorName[];
const apiKey = 'secret-7Hk2mQ9zR4vX1bN8';

async function start(name: VendorName, script: readonly ServedReply[], clock?: ManualClock) {
  const { vendor, format, model } = vendors[name];
  const server = await ScriptedServer.start(script, format);
  const settings = { provider: 'local', baseUrl: server.baseUrl, model, apiKey };
  return { server, model: createLanguageModel(vendor, settings, clock) };
}

for (const name of names)
  languageModelSuite(name, {
    async create(script, clock) {
      const { server, model } = await start(name, script, clock);
      return {
        model,
        waitForRequests: server.waitForRequests,
        waitForAborts: server.waitForAborts,
        close: () => server.close(),
      };
    },
  });

async function readAll(stream: AsyncIterable<LanguagePart>): Promise<LanguagePart[]> {
  const parts: LanguagePart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const failureOf = (stream: AsyncIterable<LanguagePart>): Promise<unknown> =>
  readAll(stream).then(
    () => undefined,
    (error: unknown) => error,
  );

const request: LanguageRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'My number is 5550100.' },
  ],
  temperature: 0.3,
  maxTokens: 77,
  timeoutMs: 4000,
};

const tool = { name: 'book', description: 'Books.', parameters: { type: 'object', properties: {} } };

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe.each(names)('a language model of %s', (name) => {
  let server: ScriptedServer | undefined;
  afterEach(() => server?.close());

  const open = async (...script: ServedReply[]) => {
    const started = await start(name, script);
    server = started.server;
    return started;
  };

  it('opens a connection without a request, and uses it for the next requests', async () => {
    const { model, server } = await open({ pieces: ['Yes.'] }, { pieces: ['No.'] });
    model.warm!();
    model.warm!();
    await server.waitForConnections(1);
    expect(server.requestCount).toBe(0);
    await readAll(model.respond(request));
    await nextTick();
    model.warm!();
    await readAll(model.respond(request));
    expect([server.connectionCount, server.requestCount]).toEqual([1, 2]);
  });

  it('cleans its texts and the arguments of its tool calls', async () => {
    const { model } = await open({
      pieces: ['Good\0 ', 'day \ud83d', '\ude00.', '\u0007', ' \ud83d Bye.'],
      toolCall: { id: 'c1', name: 'book', arguments: { day: 'Mon\0day', 'a\0': ['\ude00'] } },
    });
    const parts = await readAll(model.respond({ ...request, tools: [tool] }));
    const texts = parts.flatMap((part) => (part.type === 'text-delta' ? part.text : []));
    expect(texts.join('')).toBe('Good day \u{1f600}. \ufffd Bye.');
    expect(texts).not.toContain('');
    expect(parts.find(({ type }) => type === 'tool-called')).toMatchObject({
      arguments: { day: 'Monday', a: ['\ufffd'] },
    });
  });

  it('counts the input tokens from the cache', async () => {
    const { model } = await open({
      pieces: ['Yes.'],
      inputTokens: 12,
      outputTokens: 3,
      cachedInputTokens: 8,
    });
    expect((await readAll(model.respond(request))).at(-1)).toEqual({
      type: 'finished',
      reason: 'stop',
      inputTokens: 12,
      outputTokens: 3,
      cachedInputTokens: 8,
    });
  });

  it('reports a call of a tool that does not exist', async () => {
    const toolCall = { id: 'call_1', name: 'fly', arguments: { height: 'ten kilometres' } };
    const { model } = await open({ toolCall });
    expect((await readAll(model.respond({ ...request, tools: [tool] })))[0]).toEqual({
      type: 'tool-called',
      ...toolCall,
    });
  });

  it('reports a wrong key as a permanent failure, without the key and the conversation', async () => {
    const message = `Incorrect API key provided: ${apiKey}. You sent: My number is 5550100.`;
    const { format } = vendors[name];
    const body = JSON.stringify(format.errorBody(401, message));
    const { model, server } = await open({ failure: { status: 401, body } });
    const failure = await failureOf(model.respond(request));
    expect(failure).toMatchObject({
      name: 'LanguageModelError',
      message: 'The language model answered 401: Incorrect API key provided: [hidden]. You sent: [hidden]',
      retryable: false,
      source: { model: model.id, baseUrl: server.baseUrl, status: 401 },
    });
    expect(JSON.stringify([failure, (failure as Error).cause])).not.toContain(apiKey);
  });

  it.each([429, 500, 503])('sends one request and reports the status %s as retryable', async (status) => {
    const { format } = vendors[name];
    const body = JSON.stringify(format.errorBody(status, 'Slow down.'));
    const { model, server } = await open(
      { failure: { status, body, headers: { 'retry-after': '30' } } },
      { pieces: ['Late.'] },
    );
    expect(await failureOf(model.respond(request))).toMatchObject({
      message: `The language model answered ${status}: Slow down.`,
      retryable: true,
      source: { status },
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each(['half-event', 'broken-json'] as const)('reports an invalid response: %s', async (fault) => {
    const { model } = await open({ pieces: ['Good '], fault });
    const parts = model.respond(request)[Symbol.asyncIterator]();
    expect(await parts.next()).toMatchObject({ value: { text: 'Good ' } });
    await expect(parts.next()).rejects.toMatchObject({ name: 'LanguageModelError', retryable: true });
  });

  it('reports an error that the vendor sends in the stream', async () => {
    const { model } = await open({ pieces: ['Good '], fault: 'error-event' });
    expect(await failureOf(model.respond(request))).toMatchObject({
      message: 'The language model reported: The engine stopped.',
      retryable: true,
    });
  });

  it.each(['endless', 'flood'] as const)('stops a response without end: %s', async (fault) => {
    const { model, server } = await open({ pieces: ['Good '], fault });
    expect(await failureOf(model.respond(request))).toMatchObject({
      message: 'The response of the language model is too long.',
    });
    await server.waitForAborts(1);
  });

  it('times out before the first byte, and after three minutes of parts', async () => {
    const clock = new ManualClock();
    const { server: started, model } = await start(
      name,
      [{ fault: 'silent' }, { pieces: ['a'], ending: 'stall' }],
      clock,
    );
    server = started;
    const silent = failureOf(model.respond(request));
    await server.waitForRequests(1);
    await clock.advance(4000);
    expect(await silent).toMatchObject({ message: 'The language model timed out.', retryable: true });
    const parts = model.respond({ ...request, timeoutMs: 600_000 })[Symbol.asyncIterator]();
    await parts.next();
    const endless = parts.next().catch((error: unknown) => error);
    await clock.advance(180_000);
    expect(await endless).toMatchObject({ message: 'The language model timed out.' });
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not follow redirects, which would forward the key', async () => {
    const { model, server } = await open({
      failure: { status: 307, body: '', headers: { location: '/elsewhere' } },
    });
    expect(await failureOf(model.respond(request))).toMatchObject({ source: { status: 307 } });
    expect(server.requests).toHaveLength(1);
  });

  it('fails with a retryable error if the server is unreachable', async () => {
    const { model, server } = await open();
    await server.close();
    expect(await failureOf(model.respond(request))).toMatchObject({
      name: 'LanguageModelError',
      message: 'The language model could not be reached.',
      retryable: true,
    });
  });

  it('checks whether its server is reachable', async () => {
    const { model, server } = await open();
    expect(await model.checkHealth()).toEqual({ ok: true, detail: `${model.id} is reachable.` });
    await server.close();
    expect(await model.checkHealth()).toMatchObject({ ok: false });
  });
});

describe('requests', () => {
  let server: ScriptedServer | undefined;
  afterEach(() => server?.close());

  const sentBy = async (
    name: VendorName,
    model: string,
    more: Partial<LanguageRequest> = {},
    key?: string,
  ) => {
    const { vendor, format } = vendors[name];
    server = await ScriptedServer.start([{ pieces: ['Yes.'] }], format);
    const settings = { provider: 'vendor', baseUrl: server.baseUrl, model, apiKey: key };
    await readAll(createLanguageModel(vendor, settings).respond({ ...request, ...more }));
    return server.requests[0]!;
  };

  it('have the form that all OpenAI-compatible servers accept', async () => {
    for (const name of ['OpenAI', 'an OpenAI-compatible server'] as const) {
      expect(await sentBy(name, 'org/small', {}, 'secret')).toMatchObject({
        path: '/v1/chat/completions',
        authorization: 'Bearer secret',
        body: {
          model: 'org/small',
          stream: true,
          temperature: 0.3,
          max_tokens: 77,
          messages: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: 'My number is 5550100.' },
          ],
        },
      });
      await server?.close();
    }
  });

  it.each([
    ['gpt-5-mini', { reasoning_effort: 'minimal', max_completion_tokens: 77 }],
    ['gpt-5.1', { reasoning_effort: 'none', max_completion_tokens: 77, temperature: 0.3 }],
    ['o4-mini', { reasoning_effort: 'low', max_completion_tokens: 77 + 1024 }],
    ['gpt-6-astra', { reasoning_effort: 'low', max_completion_tokens: 77 + 1024 }],
    ['gpt-5-pro', { max_completion_tokens: 77 + 1024 }],
    ['gpt-5-chat-latest', { max_tokens: 77, temperature: 0.3 }],
  ])('of OpenAI fit the reasoning model %s', async (model, expected) => {
    const { body, authorization } = await sentBy('OpenAI', model);
    const { reasoning_effort, max_tokens, max_completion_tokens, temperature } = body;
    expect(
      JSON.parse(JSON.stringify({ reasoning_effort, max_tokens, max_completion_tokens, temperature })),
    ).toEqual(expected);
    expect(authorization).toBeUndefined();
  });

  it('of Anthropic mark the prompt for the cache and switch thinking off', async () => {
    const { path, headers, body } = await sentBy(
      'Anthropic',
      'claude-haiku-4-5',
      { temperature: 1.7 },
      apiKey,
    );
    expect(path).toBe('/v1/messages');
    expect(headers).toMatchObject({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' });
    const cache_control = { type: 'ephemeral' };
    expect(body).toMatchObject({
      model: 'claude-haiku-4-5',
      max_tokens: 77,
      temperature: 1,
      thinking: { type: 'disabled' },
      system: [{ type: 'text', text: 'Be brief.', cache_control }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'My number is 5550100.', cache_control }] }],
    });
  });

  it.each([
    ['gemini-2.5-flash', 77, { thinkingBudget: 0 }],
    ['gemini-2.5-pro', 77 + 1024, { thinkingBudget: 128 }],
    ['gemini-3.5-flash', 77 + 1024, { thinkingLevel: 'minimal' }],
    ['gemini-2.0-flash', 77, undefined],
  ])('of Google think as little as %s allows', async (model, maxOutputTokens, thinkingConfig) => {
    const { path, headers, body } = await sentBy('Google', model, {}, apiKey);
    expect(path).toBe(`/v1/models/${model}:streamGenerateContent?alt=sse`);
    expect(headers['x-goog-api-key']).toBe(apiKey);
    expect(body['systemInstruction']).toEqual({ parts: [{ text: 'Be brief.' }] });
    const config = body['generationConfig'] as Record<string, unknown>;
    expect([config['maxOutputTokens'], config['thinkingConfig']]).toEqual([maxOutputTokens, thinkingConfig]);
  });

  it('repeat tool calls with their results, also calls with invalid arguments', async () => {
    const messages = [
      { role: 'user', content: 'Book it.' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'book', arguments: '{"day":' }] },
      { role: 'tool', toolCallId: 'c1', name: 'book', content: 'Invalid JSON.' },
    ] as const;
    const { body } = await sentBy('Anthropic', 'claude-haiku-4-5', { messages, tools: [tool] });
    expect(body['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'book', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1' }] },
    ]);
  });

  it.each(['OpenAI', 'an OpenAI-compatible server', 'Anthropic'] as const)(
    'of %s report arguments that are not JSON as text',
    async (name) => {
      const { format, vendor, model } = vendors[name];
      const toolCall = { id: 'call_1', name: 'book', arguments: {} };
      server = await ScriptedServer.start([{ toolCall, argumentsText: '{"day": tues' }], format);
      const settings = { provider: 'vendor', baseUrl: server.baseUrl, model, apiKey };
      const parts = await readAll(
        createLanguageModel(vendor, settings).respond({ ...request, tools: [tool] }),
      );
      expect(parts[0]).toEqual({ type: 'tool-called', ...toolCall, arguments: '{"day": tues' });
    },
  );
});
