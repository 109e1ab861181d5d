import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/manual-clock.ts';
import {
  LanguageModelError,
  type LanguageModel,
  type LanguagePart,
  type LanguageRequest,
  type ModelUsage,
} from '../language-model.ts';
import type { ScriptedReply } from './scripted-reply.ts';

export interface LanguageModelHarness {
  /** Creates a model with scripted replies. Its timeouts must use the clock. */
  create(script: readonly ScriptedReply[], clock: ManualClock): Promise<ScriptedModel>;
}

export interface ScriptedModel {
  readonly model: LanguageModel;
  /** Resolves when the given number of requests has arrived. */
  readonly waitForRequests: (count: number) => Promise<void>;
  /** Resolves when the given number of requests was aborted and their connections were closed. */
  readonly waitForAborts: (count: number) => Promise<void>;
  close(): Promise<void>;
}

/** Conformance tests of `LanguageModel`. */
export function languageModelSuite(name: string, harness: LanguageModelHarness): void {
  describe(`${name} as language model`, () => {
    let scripted: ScriptedModel | undefined;
    const clock = new ManualClock();
    const create = async (...script: ScriptedReply[]) => (scripted = await harness.create(script, clock));
    afterEach(async () => {
      await scripted?.close();
      scripted = undefined;
      expect(clock.pendingTimers).toBe(0);
    });

    describeReplies(create);
    describeFailures(create, clock);
    describeAborting(create);
    describeUsage(create, clock);
  });
}

type Create = (...script: ScriptedReply[]) => Promise<ScriptedModel>;

const request = (more: Partial<LanguageRequest> = {}): LanguageRequest => ({
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello.' },
  ],
  temperature: 0.4,
  maxTokens: 100,
  timeoutMs: 4000,
  ...more,
});

async function read(stream: AsyncIterable<LanguagePart>): Promise<LanguagePart[]> {
  const parts: LanguagePart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/** Returns the error of a stream. */
const failureOf = (parts: AsyncIterable<LanguagePart>): Promise<unknown> =>
  read(parts).then(
    () => undefined,
    (error: unknown) => error,
  );

function describeReplies(create: Create): void {
  it('streams text parts, and finishes with the token usage', async () => {
    const { model } = await create({ pieces: ['Good ', 'morning.'], inputTokens: 12, outputTokens: 3 });
    expect(await read(model.respond(request()))).toEqual([
      { type: 'text-delta', text: 'Good ' },
      { type: 'text-delta', text: 'morning.' },
      { type: 'finished', reason: 'stop', inputTokens: 12, outputTokens: 3 },
    ]);
  });

  it('reports a reply that reached the token limit', async () => {
    const { model } = await create({ pieces: ['And so'], reason: 'length' });
    expect((await read(model.respond(request()))).at(-1)).toMatchObject({
      type: 'finished',
      reason: 'length',
    });
  });

  it('reports tool calls', async () => {
    const toolCall = { id: 'call_1', name: 'book', arguments: { day: 'tuesday' } };
    const { model } = await create({ toolCall });
    const tools = [{ name: 'book', description: 'Books.', parameters: { type: 'object', properties: {} } }];
    const parts = await read(model.respond(request({ tools })));
    expect(parts[0]).toEqual({ type: 'tool-called', ...toolCall });
    expect(parts.at(-1)).toMatchObject({ type: 'finished', reason: 'tools' });
  });

  it('accepts a conversation with tool calls', async () => {
    const { model } = await create({ pieces: ['Booked.'] });
    const parts = await read(
      model.respond(
        request({
          messages: [
            { role: 'user', content: 'Book tuesday.' },
            {
              role: 'assistant',
              content: 'One moment.',
              toolCalls: [{ id: 'call_1', name: 'book', arguments: { day: 'tuesday' } }],
            },
            { role: 'tool', toolCallId: 'call_1', name: 'book', content: '{"ok":true}' },
          ],
        }),
      ),
    );
    expect(parts[0]).toEqual({ type: 'text-delta', text: 'Booked.' });
  });
}

function describeFailures(create: Create, clock: ManualClock): void {
  it.each([
    ['overloaded', true],
    ['refused', false],
  ] as const)('reports whether a failure is retryable: %s', async (ending, retryable) => {
    const { model } = await create({ ending });
    const failure = await failureOf(model.respond(request()));
    expect(failure).toBeInstanceOf(LanguageModelError);
    expect(failure).toMatchObject({ retryable });
  });

  it('reports a truncated response', async () => {
    const { model } = await create({ pieces: ['Good '], ending: 'cut' });
    expect(await failureOf(model.respond(request()))).toMatchObject({
      name: 'LanguageModelError',
      retryable: true,
    });
  });

  it.each([
    ['the first part', []],
    ['another part', ['Good ']],
  ])('times out while waiting for %s', async (_name, pieces) => {
    const { model, waitForRequests, waitForAborts } = await create({ pieces, ending: 'stall' });
    const parts = model.respond(request({ timeoutMs: 4000 }))[Symbol.asyncIterator]();
    for (const text of pieces) expect((await parts.next()).value).toEqual({ type: 'text-delta', text });
    const failure = parts.next().then(
      () => undefined,
      (error: unknown) => error,
    );
    await waitForRequests(1);
    await clock.advance(4000);
    expect(await failure).toMatchObject({ name: 'LanguageModelError', retryable: true });
    await waitForAborts(1);
  });
}

function describeAborting(create: Create): void {
  it('ends without an error and closes its connection when aborted', async () => {
    const { model, waitForAborts } = await create({ pieces: ['Good '], ending: 'stall' });
    const aborting = new AbortController();
    const parts = model.respond(request({ signal: aborting.signal }))[Symbol.asyncIterator]();
    await parts.next();
    const next = parts.next();
    aborting.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    await waitForAborts(1);
  });

  it('sends no request if it is already aborted', async () => {
    const { model } = await create({ pieces: ['Good '] });
    expect(await read(model.respond(request({ signal: AbortSignal.abort() })))).toEqual([]);
  });

  it('closes its connection when the consumer stops reading', async () => {
    const { model, waitForAborts } = await create({ pieces: ['Good '], ending: 'stall' });
    for await (const part of model.respond(request())) {
      expect(part.type).toBe('text-delta');
      break;
    }
    await waitForAborts(1);
  });
}

/** Returns a request that collects its usage. */
function measured(more: Partial<LanguageRequest> = {}) {
  const usages: ModelUsage[] = [];
  return { usages, request: request({ ...more, onUsage: (usage) => usages.push(usage) }) };
}

function describeUsage(create: Create, clock: ManualClock): void {
  it('reports the token usage of a reply once', async () => {
    const { model } = await create({ pieces: ['Good.'], inputTokens: 12, outputTokens: 3 });
    const { usages, request: sent } = measured();
    await read(model.respond(sent));
    expect(usages).toEqual([
      {
        modelId: model.id,
        inputTokens: 12,
        cachedInputTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: 3,
        isInputEstimated: false,
        isOutputEstimated: false,
      },
    ]);
  });

  it('reports the usage of an aborted reply at the moment of the abort', async () => {
    const { model } = await create({ pieces: ['Good morning.'], inputTokens: 7, ending: 'stall' });
    const aborting = new AbortController();
    const { usages, request: sent } = measured({ signal: aborting.signal });
    const parts = model.respond(sent)[Symbol.asyncIterator]();
    await parts.next();
    const next = parts.next();
    expect(usages).toEqual([]);
    aborting.abort();
    expect(usages).toMatchObject([{ modelId: model.id, inputTokens: expect.toSatisfy(isPositive) }]);
    expect(usages[0]!.isInputEstimated ? 7 : usages[0]!.inputTokens).toBe(7);
    await next;
    expect(usages).toHaveLength(1);
  });

  it('reports an estimated usage if the reply times out or is truncated', async () => {
    const { model, waitForRequests } = await create(
      { pieces: ['Good morning.'], inputTokens: 7, ending: 'cut' },
      { ending: 'stall' },
    );
    const { usages, request: sent } = measured();
    await failureOf(model.respond(sent));
    expect(usages).toMatchObject([{ outputTokens: expect.toSatisfy(isPositive) }]);
    const failure = failureOf(model.respond(sent));
    await waitForRequests(2);
    await clock.advance(4000);
    await failure;
    expect(usages).toHaveLength(2);
    expect(usages[1]).toMatchObject({ inputTokens: expect.toSatisfy(isPositive), outputTokens: 0 });
  });

  it.each(['overloaded', 'refused'] as const)(
    'reports no usage of a rejected request: %s',
    async (ending) => {
      const { model } = await create({ ending });
      const { usages, request: sent } = measured();
      await failureOf(model.respond(sent));
      expect(usages).toEqual([]);
    },
  );
}

const isPositive = (count: number): boolean => count > 0;
