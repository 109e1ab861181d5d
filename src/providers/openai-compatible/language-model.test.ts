import { afterEach, describe, expect, it } from 'vitest';
import type { LanguagePart } from '../../contracts/language-model.ts';
import { languageModelSuite } from '../../contracts/testing/language-model-suite.ts';
import { createOpenAiCompatibleLanguageModel } from './language-model.ts';
import { ScriptedServer, type ServedReply } from './scripted-server.ts';

languageModelSuite('an OpenAI-compatible server', {
  async create(script, clock) {
    const server = await ScriptedServer.start(script);
    const model = createOpenAiCompatibleLanguageModel(
      { provider: 'local', baseUrl: server.baseUrl, model: 'small' },
      clock,
    );
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

describe('OpenAiCompatibleLanguageModel', () => {
  let server: ScriptedServer | undefined;
  afterEach(() => server?.close());

  const open = async (...script: ServedReply[]) => {
    server = await ScriptedServer.start(script);
    const { baseUrl } = server;
    return {
      server,
      model: createOpenAiCompatibleLanguageModel({
        provider: 'vllm',
        baseUrl,
        model: 'org/small',
        apiKey: 'secret',
      }),
    };
  };
  const request = {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'My number is 5550100.' },
    ],
    temperature: 0.3,
    maxTokens: 77,
    timeoutMs: 4000,
  } as const;

  it('has the model id of the agent settings', async () => {
    expect((await open()).model.id).toBe('vllm/org/small');
  });

  it('sends the request with the API key', async () => {
    const { model, server } = await open({ pieces: ['Yes.'] });
    await readAll(model.respond(request));
    expect(server.requests[0]).toMatchObject({
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
  });

  it('reports status, text, model and base URL of a failure, without credentials or conversation', async () => {
    const message = 'Incorrect API key provided: secret. You sent: My number is 5550100.';
    const body = JSON.stringify({ error: { message } });
    const { model, server } = await open({ failure: { status: 401, body } });
    const failure = await readAll(model.respond(request)).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      message: 'The language model answered 401: Incorrect API key provided: [hidden]. You sent: [hidden]',
      retryable: false,
      source: { model: 'vllm/org/small', baseUrl: server.baseUrl, status: 401 },
    });
    expect(JSON.stringify(failure)).not.toContain('secret');
  });

  it('sends one request, even on failure', async () => {
    const { model, server } = await open({ ending: 'overloaded' }, { pieces: ['Late.'] });
    await expect(readAll(model.respond(request))).rejects.toThrow('answered 503');
    expect(server.requests).toHaveLength(1);
  });

  it('omits the conversation from errors', async () => {
    const { model } = await open({ ending: 'refused' });
    const failure = await readAll(model.respond(request)).catch((error: unknown) => error);
    const cause = (failure as Error).cause as Error;
    expect(
      JSON.stringify([failure, cause, (failure as Error).message, cause.message, cause.stack]),
    ).not.toContain('5550100');
  });

  it('fails with a retryable error if the server is unreachable', async () => {
    const { model, server } = await open();
    await server.close();
    await expect(readAll(model.respond(request))).rejects.toMatchObject({
      name: 'LanguageModelError',
      retryable: true,
    });
  });

  it('checks whether its server is reachable', async () => {
    const { model, server } = await open();
    expect(await model.checkHealth()).toEqual({ ok: true, detail: 'vllm/org/small is reachable.' });
    await server.close();
    expect(await model.checkHealth()).toMatchObject({ ok: false });
  });
});
