import { afterEach, describe, expect, it } from 'vitest';
import type {
  RealtimeOptions,
  RealtimePart,
  RealtimeResponse,
  RealtimeSession,
  RealtimeUsage,
} from '../../contracts/realtime-model.ts';
import { LanguageModelError } from '../../contracts/language-model.ts';
import { observe } from '../../contracts/testing/observe.ts';
import { systemClock, type Clock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { audioOfWords } from '../websocket/testing/audio-words.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { openAiRealtime } from './openai.ts';
import { createRealtimeModel } from './realtime-model.ts';
import { startRealtimeServer, type RealtimeServer } from './testing/realtime-server.ts';
import type { RealtimeVendor } from './vendor.ts';
import { xAi } from './xai.ts';

const apiKey = 'sk-test-key-123';
const options: RealtimeOptions = {
  instructions: 'You are Ada.',
  tools: [{ name: 'find', description: 'Finds.', parameters: { type: 'object' } }],
  voice: 'marin',
  speed: 2,
  language: 'en-GB',
  keyterms: ['Parley'],
  maxTokens: 250,
};

const open: { server: RealtimeServer['server']; sessions: RealtimeSession[] }[] = [];

afterEach(async () => {
  for (const { server, sessions } of open.splice(0)) {
    for (const session of sessions) session.close();
    await server.close();
  }
});

async function createModel(
  vendor: RealtimeVendor = openAiRealtime,
  clock: Clock = systemClock,
  key = apiKey,
) {
  const served = await startRealtimeServer(apiKey);
  const sessions: RealtimeSession[] = [];
  open.push({ server: served.server, sessions });
  const { account, dependencies } = createTestAccount(served.server, key, clock);
  const model = createRealtimeModel(
    vendor,
    { ...account, provider: 'test', model: 'gpt-realtime', baseUrl: `${account.baseUrl}/v1` },
    dependencies,
  );
  const start = (changes: Partial<RealtimeOptions> = {}) => {
    const session = model.open({ ...options, ...changes });
    sessions.push(session);
    return { session, ...observe(session) };
  };
  return { ...served, model, start };
}

function say(session: RealtimeSession, text: string): string {
  const samples = audioOfWords(text);
  for (let i = 0; i < samples.length; i += 320) session.pushAudio(samples.subarray(i, i + 320));
  return session.commitTurn();
}

async function read(response: RealtimeResponse) {
  const parts: RealtimePart[] = [];
  for await (const part of response.parts) parts.push(part);
  const speech = parts.flatMap((part) => (part.type === 'speech' ? [part] : []));
  return {
    parts,
    text: speech.map(({ text }) => text).join(''),
    audioMs: speech.reduce((sum, { samples }) => sum + samples.length / 8, 0),
    calls: parts.flatMap((part) => (part.type === 'tool-called' ? [part.call] : [])),
    last: parts.at(-1),
    speechId: speech[0]?.speechId ?? '',
  };
}

const hasRequest = (server: RealtimeServer['server'], type: string): boolean =>
  server.connections.some(({ texts }) => texts.some((text) => text.includes(type)));

describe.each([
  ['OpenAI', openAiRealtime],
  ['xAI', xAi],
] as const)('a realtime model of %s', (_name, vendor) => {
  it('hears µ-law audio, transcribes it and speaks a reply', async () => {
    const { server, start, items } = await createModel(vendor);
    const { session, until, events } = start();
    session.addMessage('assistant', 'Hello, this is Ada.');
    const turnId = say(session, 'are you open');
    const response = await read(session.createResponse(options.instructions));
    expect(await until('turn-transcribed')).toMatchObject({ turnId, text: 'are you open' });
    expect(response).toMatchObject({
      text: 'You said are you open',
      audioMs: 1_500,
      last: { type: 'ended', reason: 'stop', inputTokens: 20, outputTokens: 10, cachedInputTokens: 5 },
    });
    expect(events.map(({ type }) => type)).toContain('ready');
    expect(items().map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'assistant: Hello, this is Ada.',
      'user audio: are you open',
      'assistant audio: You said are you open',
    ]);
    expect(server.latest.url.pathname + server.latest.url.search).toBe('/v1/realtime?model=gpt-realtime');
  });

  it('requests tools and receives their results', async () => {
    const { start, replies, items, habits } = await createModel(vendor);
    habits.reportsCallsByArguments = vendor === xAi;
    const { session } = start();
    replies.push({ text: 'One moment.', call: { id: 'c1', name: 'find', arguments: '{"id":7}' } });
    const first = await read(session.createResponse(options.instructions));
    expect(first.calls).toEqual([{ id: 'c1', name: 'find', arguments: { id: 7 } }]);
    expect(first.last).toMatchObject({ reason: 'tools' });
    session.addToolResult('c1', 'sent');
    await read(session.createResponse(options.instructions));
    expect(items().map(({ kind, text }) => `${kind}: ${text}`)).toContain('result: c1 sent');
  });

  it('cancels a response before the next one', async () => {
    const { server, start, replies, errors } = await createModel(vendor);
    const { session } = start();
    replies.push({ text: 'This takes long', isHeld: true }, { text: 'Yes.' });
    const held = session.createResponse(options.instructions);
    await server.until(() => hasRequest(server, 'response.create'));
    const next = session.createResponse(options.instructions);
    expect((await read(held)).last?.type).not.toBe('ended');
    expect((await read(next)).text).toBe('Yes.');
    expect(errors).toEqual([]);
  });

  it('fails the response, not the session, if the model fails', async () => {
    const { start, replies, events } = { ...(await createModel(vendor)), events: [] as string[] };
    const { session, ...observed } = start();
    replies.push({ failure: 'rate_limit_exceeded' });
    const error = await read(session.createResponse(options.instructions)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LanguageModelError);
    expect((error as LanguageModelError).message).toContain('limit (rate_limit_exceeded)');
    expect((await read(session.createResponse(options.instructions))).text).toContain('You said');
    expect([...events, ...observed.events.map(({ type }) => type)]).not.toContain('failed');
  });

  it('reports the rejection of the key without the key', async () => {
    const { start, model } = await createModel(vendor, systemClock, 'sk-wrong-key-456');
    const { error } = await start().until('failed');
    expect(error).toMatchObject({ retryable: false });
    expect(error.message).toContain('rejected the API key (401)');
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain('sk-');
    expect(await model.checkHealth()).toMatchObject({ ok: false });
  });

  it.each([
    ['429', 'limit'],
    ['silence', 'did not respond in time'],
    ['a cut in a frame', 'closed the connection'],
    ['invalid JSON', 'invalid message'],
  ])('reports %s as a failure of the session and of its response', async (fault, message) => {
    const clock = new ManualClock();
    const { server, start } = await createModel(vendor, fault === 'silence' ? clock : systemClock);
    server.isSilent = fault === 'silence';
    if (fault === '429') server.refusal = { status: 429, headers: { 'retry-after': '1' } };
    const { session, until } = start();
    const response = read(session.createResponse('x')).catch((thrown: unknown) => thrown);
    if (fault !== '429') await server.until(() => (server.latest?.texts.length ?? 0) > 0);
    if (fault === 'silence') await clock.advance(4_000);
    if (fault === 'a cut in a frame') server.latest.cutInFrame();
    if (fault === 'invalid JSON') server.latest.sendText('{"type":');
    const { error } = await until('failed');
    expect(error.message).toContain(message);
    expect(((await response) as Error | undefined)?.message ?? message).toContain(message);
  });

  it('accepts a session for a check without a request to the model', async () => {
    const { model, server } = await createModel(vendor);
    expect(await model.checkHealth()).toMatchObject({
      ok: true,
      detail: expect.stringContaining('Opened a session') as string,
    });
    expect(server.latest.texts.join()).not.toContain('response.create');
  });
});

describe('OpenAI Realtime', () => {
  it('is asked for G.711, without turn detection, and with a transcription', async () => {
    const { start, session } = await createModel();
    await start().until('ready');
    expect(session()).toEqual({
      type: 'realtime',
      instructions: 'You are Ada.',
      output_modalities: ['audio'],
      tools: [{ type: 'function', ...options.tools[0] }],
      tool_choice: 'auto',
      max_output_tokens: 1_750,
      audio: {
        input: {
          format: { type: 'audio/pcmu' },
          transcription: {
            model: 'gpt-4o-transcribe',
            language: 'en',
            prompt: 'Expect these words: Parley.',
          },
          turn_detection: null,
        },
        output: { format: { type: 'audio/pcmu' }, voice: 'marin', speed: 1.5 },
      },
    });
  });

  it('receives changed instructions once, without the voice', async () => {
    const { server, start } = await createModel();
    const { session } = start();
    await read(session.createResponse('New.'));
    await read(session.createResponse('New.'));
    const updates = server.latest.texts
      .map((text) => JSON.parse(text) as { type: string; session?: object })
      .filter(({ type }) => type === 'session.update');
    expect(updates).toMatchObject([{}, { session: { instructions: 'New.' } }]);
    expect(updates).toHaveLength(2);
    expect(updates[1]!.session).not.toHaveProperty('audio');
  });

  it('truncates a speech at what was heard, and deletes what was not heard at all', async () => {
    const { server, start, items, errors } = await createModel();
    const { session } = start();
    const first = await read(session.createResponse('x'));
    const second = await read(session.createResponse('x'));
    session.truncate(first.speechId, 450.7, 'You said');
    session.truncate(second.speechId, 0, '');
    await server.until(() => items().length === 1);
    expect(items()).toMatchObject([{ id: first.speechId, audioMs: 450 }]);
    expect(errors).toEqual([]);
  });

  it('pads turns that are too short, and deletes turns on request, before and after they are confirmed', async () => {
    const { start, items, errors, server } = await createModel();
    const { session, until } = start();
    session.pushAudio(new Int16Array(80));
    session.deleteTurn(session.commitTurn());
    await until('turn-transcribed');
    const turnId = say(session, 'hm');
    await until('turn-transcribed', 2);
    session.deleteTurn(turnId);
    await server.until(() => items().length === 0);
    expect(errors).toEqual([]);
  });

  it('discards audio that is not a turn', async () => {
    const { start } = await createModel();
    const { session, until } = start();
    const samples = audioOfWords('secret');
    session.pushAudio(samples);
    session.discardAudio();
    say(session, 'hello');
    expect(await until('turn-transcribed')).toMatchObject({ text: 'hello' });
  });

  it.each([
    ['failed', undefined],
    ['cumulative', 'good morning'],
  ] as const)('reports a transcription that is %s', async (transcription, text) => {
    const { start, habits } = await createModel();
    habits.transcription = transcription;
    const { session, until } = start();
    say(session, 'good morning');
    expect((await until('turn-transcribed')).text).toBe(text);
  });

  it('accepts the earlier names of events, and frames in several TCP segments', async () => {
    const { start, habits, server } = await createModel();
    habits.usesEarlierNames = true;
    server.splitsFrames = true;
    const { session } = start();
    expect(await read(session.createResponse('x'))).toMatchObject({ text: 'You said nothing', audioMs: 900 });
  });

  it('starts the next response if the cancelled one does not end', async () => {
    const clock = new ManualClock();
    const { server, start, habits, replies } = await createModel(openAiRealtime, clock);
    habits.omitsDoneOfCancelled = true;
    const { session } = start();
    replies.push({ text: 'Long', isHeld: true }, { text: 'Yes.' });
    session.createResponse('x');
    await server.until(() => hasRequest(server, 'response.create'));
    const next = session.createResponse('x');
    await server.until(() => hasRequest(server, 'response.cancel'));
    await clock.advance(1_500);
    expect((await read(next)).text).toBe('Yes.');
  });

  it('does not take the late end of a cancelled response for that of the next one', async () => {
    const clock = new ManualClock();
    const { server, start, habits, replies, handleDelayed } = await createModel(openAiRealtime, clock);
    habits.omitsDoneOfCancelled = true;
    const { session } = start();
    replies.push({ text: 'Long', isHeld: true }, { text: 'Yes.' });
    const cancelled = session.createResponse('x').parts[Symbol.asyncIterator]();
    await cancelled.next();
    habits.delaysResponses = true;
    const next = session.createResponse('x');
    await server.until(() => hasRequest(server, 'response.cancel'));
    await clock.advance(1_500);
    const creates = () => server.latest.texts.filter((text) => text.includes('response.create')).length;
    await server.until(() => creates() === 2);
    server.latest.send({ type: 'response.done', response: { id: 'resp-1', status: 'cancelled' } });
    handleDelayed();
    expect((await read(next)).text).toBe('Yes.');
  });

  it.each([
    ['ended', false],
    ['is not complete', true],
  ])('does not speak a cancelled response that starts late and %s', async (_, isHeld) => {
    const clock = new ManualClock();
    const { server, start, habits, replies, handleDelayed } = await createModel(openAiRealtime, clock);
    habits.delaysResponses = true;
    const { session } = start();
    replies.push({ text: 'Cancelled words', isHeld }, { text: 'Yes.' });
    session.createResponse('x').cancel();
    const next = session.createResponse('x');
    const creates = () => server.latest.texts.filter((text) => text.includes('response.create')).length;
    await server.until(() => server.latest !== undefined && creates() === 1);
    await clock.advance(1_500);
    await server.until(() => creates() === 2);
    handleDelayed();
    expect((await read(next)).text).toBe('Yes.');
  });

  it('reports a reply that reached its limit', async () => {
    const { start, replies } = await createModel();
    replies.push({ text: 'And so', isTruncatedByLimit: true });
    expect((await read(start().session.createResponse('x'))).last).toMatchObject({ reason: 'length' });
  });

  it('fails the session if the settings are rejected, and if the session has expired', async () => {
    const { start, habits, server } = await createModel();
    const { until, session } = start();
    await until('ready');
    server.latest.send({ type: 'error', error: { code: 'session_expired', message: 'Over.' } });
    expect((await until('failed')).error).toMatchObject({ retryable: true });
    expect(() => session.pushAudio(new Int16Array(8))).not.toThrow();
    habits.settingsError = 'invalid_value';
    expect((await start().until('failed')).error).toMatchObject({
      retryable: false,
      message: `${new URL(server.baseUrl).host} rejected the request (invalid_value).`,
    });
  });

  it('fails the session if the vendor floods it with transcripts', async () => {
    const { start, habits, server } = await createModel();
    habits.transcription = 'missing';
    const { session, until, events } = start();
    await until('ready');
    session.pushAudio(new Int16Array(1_600));
    session.commitTurn();
    await server.until(() => hasRequest(server, 'input_audio_buffer.commit'));
    const type = 'conversation.item.input_audio_transcription.delta';
    for (let sent = 0; sent < 1_000; sent += 1)
      server.latest.send({ type, item_id: 'item-1', delta: 'word ' });
    expect((await until('failed')).error.message).toContain('too-many-results');
    expect(events.length).toBeLessThan(210);
    await server.until(() => server.openConnections.length === 0);
  });

  it('ends the session after a reply with too much audio', async () => {
    const { start, server, replies } = await createModel();
    const { session, until } = start();
    replies.push({ text: 'Long', isHeld: true });
    const response = session.createResponse('x');
    await server.until(() => hasRequest(server, 'response.create'));
    const delta = Buffer.alloc(2_400_001).toString('base64');
    for (let i = 0; i < 2; i += 1)
      server.latest.send({ type: 'response.output_audio.delta', response_id: 'resp-1', item_id: 'i', delta });
    await expect(read(response)).rejects.toThrow('The reply is too long.');
    expect((await until('failed')).error.message).toContain('too-long-reply');
    await server.until(() => server.openConnections.length === 0);
  });

  it('uses no connection while the vendor is paused, and reports a rejected key as such', async () => {
    const { start, server } = await createModel(openAiRealtime, systemClock, 'sk-wrong-key-456');
    await start().until('failed');
    const { error } = await start().until('failed');
    expect(error).toMatchObject({ retryable: false });
    expect(error.message).toContain('rejected the API key (401)');
    const limited = await createModel();
    limited.server.refusal = { status: 429, headers: { 'retry-after': '9' } };
    await limited.start().until('failed');
    expect((await limited.start().until('failed')).error.message).toMatch(
      /is not used for \d+ s after failures\.$/,
    );
    expect([server.upgradeCount, limited.server.upgradeCount]).toEqual([1, 1]);
  });

  it('is not paused for longer by sessions that are refused', async () => {
    const clock = new ManualClock();
    const { start, server } = await createModel(openAiRealtime, clock, 'sk-wrong-key-456');
    await start().until('failed');
    for (let i = 0; i < 3; i += 1) {
      await clock.advance(15_000);
      const { until } = start();
      await clock.advance(1);
      await until('failed');
    }
    await clock.advance(30_000);
    await start().until('failed');
    expect(server.upgradeCount).toBe(2);
  });
});

describe('the usage of a session', () => {
  const sessionWithUsage = async (vendor: RealtimeVendor, clock?: Clock) => {
    const usages: RealtimeUsage[] = [];
    const { start, server } = await createModel(vendor, clock);
    return { usages, server, ...start({ onUsage: (usage) => usages.push(usage) }) };
  };

  it('has the tokens that OpenAI reports, with those of audio', async () => {
    const { session, server, usages } = await sessionWithUsage(openAiRealtime);
    await server.until(() => server.connections.length === 1 && server.latest.texts.length > 0);
    const usage = {
      input_tokens: 132,
      input_token_details: {
        text_tokens: 119,
        audio_tokens: 13,
        cached_tokens: 70,
        cached_tokens_details: { text_tokens: 64, audio_tokens: 6 },
      },
      output_tokens: 121,
      output_token_details: { text_tokens: 30, audio_tokens: 91 },
    };
    server.latest.send({ type: 'response.done', response: { id: 'r', status: 'cancelled', usage } });
    const transcript = { input_tokens: 26, input_token_details: { audio_tokens: 26 }, output_tokens: 5 };
    const type = 'conversation.item.input_audio_transcription.completed';
    server.latest.send({ type, item_id: 'i', usage: { type: 'tokens', ...transcript } });
    await expect.poll(() => usages.length).toBe(2);
    session.close();
    const counted = { cacheWriteTokens: 0, isInputEstimated: false, isOutputEstimated: false };
    expect(usages.map((one) => one.type === 'tokens' && one.usage)).toEqual([
      {
        modelId: 'test/gpt-realtime',
        inputTokens: 132,
        cachedInputTokens: 70,
        outputTokens: 121,
        audioInputTokens: 7,
        cachedAudioInputTokens: 6,
        audioOutputTokens: 91,
        ...counted,
      },
      {
        modelId: 'test/gpt-4o-transcribe',
        inputTokens: 26,
        cachedInputTokens: 0,
        outputTokens: 5,
        audioInputTokens: 26,
        cachedAudioInputTokens: 0,
        audioOutputTokens: 0,
        ...counted,
      },
    ]);
  });

  it('is the time of the connection to xAI, reported when the session ends', async () => {
    const clock = new ManualClock();
    const { session, server, usages } = await sessionWithUsage(xAi, clock);
    await server.until(() => server.connections.length === 1 && server.latest.texts.length > 0);
    await clock.advance(1_500);
    server.latest.send({ type: 'response.done', response: { id: 'r', usage: { input_tokens: 5 } } });
    session.close();
    session.close();
    expect(usages).toEqual([{ type: 'connection', modelId: 'test/gpt-realtime', connectedMs: 1_500 }]);
  });
});

describe('xAI', () => {
  it('has voice and turn detection at the top level of the session', async () => {
    const { start, session } = await createModel(xAi);
    await start().until('ready');
    expect(session()).toMatchObject({
      voice: 'marin',
      turn_detection: null,
      audio: {
        input: {
          format: { type: 'audio/pcmu' },
          transcription: { language_hint: 'en-GB', keyterms: ['Parley'] },
        },
        output: { format: { type: 'audio/pcmu' }, speed: 1.5 },
      },
    });
  });

  it('receives a note about an interruption, since it does not truncate', async () => {
    const { start, server, items } = await createModel(xAi);
    const { session } = start();
    const { speechId } = await read(session.createResponse('x'));
    session.truncate(speechId, 450, 'You said');
    await server.until(() => items().length === 2);
    expect(items()[1]).toMatchObject({
      kind: 'system',
      text: 'The caller interrupted your last reply and heard only this: "You said".',
    });
  });
});
