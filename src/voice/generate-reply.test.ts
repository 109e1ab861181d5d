import { describe, expect, it } from 'vitest';
import {
  LanguageModelError,
  type LanguageMessage,
  type LanguageModel,
  type LanguagePart,
} from '../contracts/language-model.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { generateReply, type Reply } from './generate-reply.ts';
import { speakReply } from './speak-reply.ts';

const phrases = { apology: 'Could you say that again?' };

type Step =
  | string
  | LanguagePart
  | { readonly waitMs: number }
  | { readonly fail: string; readonly retryable?: boolean };

const call = { id: 'call_1', name: 'book', arguments: { day: 'tuesday' } };
const finished = { type: 'finished', reason: 'stop', inputTokens: 10, outputTokens: 5 } as const;

function modelOf(clock: ManualClock, id: string, steps: readonly Step[]) {
  const model: LanguageModel & { signal: AbortSignal | undefined; messages: readonly LanguageMessage[] } = {
    id,
    signal: undefined,
    messages: [],
    async *respond({ signal, messages }) {
      Object.assign(model, { signal, messages });
      for (const step of steps) {
        if (typeof step === 'string') yield { type: 'text-delta', text: step };
        else if ('type' in step) yield step;
        else if ('fail' in step)
          throw new LanguageModelError(step.fail, { retryable: step.retryable ?? true });
        else await clock.sleep(step.waitMs, signal).catch(() => undefined);
      }
      yield finished;
    },
    checkHealth: () => Promise.resolve({ ok: true, detail: '' }),
  };
  return model;
}

function createReply(...scripts: (readonly Step[])[]) {
  const clock = new ManualClock();
  const models = scripts.map((steps, index) => modelOf(clock, `test/${index + 1}`, steps));
  const settings = { temperature: 0, maxTokens: 100, timeoutMs: 4_000 };
  const messages = [{ role: 'user', content: 'Hello.' }] as const;
  const reply = generateReply(messages, { clock, models, settings, nowMs: () => clock.monotonicMs() });
  return { clock, models, reply };
}

/** Returns the text and the names of the requested tools. */
async function read(reply: Reply): Promise<string[]> {
  const parts: string[] = [];
  for await (const part of reply.parts) {
    if (part.type !== 'text-cut') parts.push('text' in part ? part.text : part.call.name);
  }
  return parts;
}

/** Speaks the reply to an output without audio. Returns the outcome and what was said. */
async function speak(reply: Reply, clock: ManualClock) {
  const said: string[] = [];
  const say = (text: string) => said.push(text);
  const openUtterance = () => ({ id: 1, write: say, play: () => undefined, finish: () => undefined });
  const speechOutput = { say, openUtterance };
  const { outcome, error } = await speakReply(reply, { clock, phrases, speechOutput });
  return { outcome, error, said };
}

describe('generateReply', () => {
  it('generates while the reply is held, and the reply can be read later', async () => {
    const { clock, reply } = createReply([{ waitMs: 300 }, 'Sure. ', 'Until Tuesday.', finished]);
    await clock.advance(5_000);
    expect(reply.state).toMatchObject({ firstWordsAtMs: 300, inputTokens: 10, outputTokens: 5 });
    expect(await read(reply)).toEqual(['Sure. ', 'Until Tuesday.']);
  });

  it('stops the model when the reply is discarded', async () => {
    const { clock, models, reply } = createReply(['Sure. ', { waitMs: 9_000 }, 'Never.']);
    await clock.advance(100);
    reply.discard();
    reply.discard();
    expect(models[0]!.signal!.aborted).toBe(true);
    await clock.advance(10_000);
    expect((await speak(reply, clock)).outcome).toBe('aborted');
    expect(clock.pendingTimers).toBe(0);
  });

  it('uses the next model if one fails before its first complete clause', async () => {
    const { reply } = createReply(['Incomplete', { fail: 'down' }], ['Hello there. ', 'Yes']);
    expect(await read(reply)).toEqual(['Hello there. ', 'Yes']);
    expect(reply.state).toMatchObject({ modelId: 'test/2', previousError: { message: 'down' } });
    expect(reply.state.error).toBeUndefined();
  });

  it('lets the next model continue after the complete clauses of a model that breaks off', async () => {
    const { clock, models, reply } = createReply(
      ['Hello there. ', 'Incomp', { fail: 'down' }],
      [{ fail: 'busy' }],
      ['How can I help?'],
    );
    const { outcome, error, said } = await speak(reply, clock);
    expect([outcome, said, error]).toEqual(['spoken', ['Hello there.', 'How can I help?'], undefined]);
    expect(reply.state).toMatchObject({
      modelId: 'test/3',
      text: 'Hello there. How can I help?',
      previousError: { message: 'busy' },
    });
    expect(models[2]!.messages.slice(-2)).toEqual([
      { role: 'assistant', content: 'Hello there.' },
      { role: 'user', content: expect.stringContaining('cut off') as string },
    ]);
  });

  it('lets the only model continue, once', async () => {
    const { clock, reply } = createReply(['Hello there. ', { fail: 'down' }]);
    const { outcome, error, said } = await speak(reply, clock);
    expect([outcome, said]).toEqual(['apologised', ['Hello there.', 'Hello there.', phrases.apology]]);
    expect(error).toMatchObject({ message: 'down' });
  });

  it('reports why a reply that no model can continue broke off', async () => {
    const { clock, reply } = createReply(['Hello there. ', { fail: 'filtered', retryable: false }]);
    const { outcome, error } = await speak(reply, clock);
    expect([outcome, error]).toMatchObject(['apologised', { message: 'filtered' }]);
  });

  it('does not continue a reply that has requested a tool', async () => {
    const { reply } = createReply(
      ['One moment. ', { type: 'tool-called', ...call }, { fail: 'down' }],
      ['Never.'],
    );
    expect(await read(reply)).toEqual(['One moment. ', 'book']);
    expect(reply.state).toMatchObject({ modelId: 'test/1', toolRequests: [call] });
  });

  it('carries the requested tools, alone and with text', async () => {
    const requested: LanguagePart = { type: 'tool-called', ...call };
    const { reply } = createReply(['One moment. ', requested]);
    expect(await read(reply)).toEqual(['One moment. ', 'book']);
    expect(reply.state.toolRequests).toEqual([call]);
    const silent = createReply([requested], ['Never.']);
    expect(await read(silent.reply)).toEqual(['book']);
    expect(silent.reply.state).toMatchObject({ modelId: 'test/1', toolRequests: [call] });
  });

  it.each([
    [[[{ fail: 'down' }], [{ fail: 'gone' }]], 'gone'],
    [[['* * *']], 'The language model returned no text.'],
    [[], 'The agent has no language model.'],
  ] as const)('has an error and no text if no model replies: %j', async (scripts, message) => {
    const { clock, reply } = createReply(...scripts);
    const { outcome, error, said } = await speak(reply, clock);
    expect([outcome, said]).toEqual(['apologised', [phrases.apology]]);
    expect(error).toMatchObject({ message });
  });

  it('truncates a reply without end', async () => {
    const { reply } = createReply(Array.from({ length: 300 }, () => 'la la la la '.repeat(60)));
    const text = (await read(reply)).join('');
    expect(text.length).toBeLessThan(101_000);
    expect(reply.state.error).toMatchObject({ message: 'The reply is too long.' });
  });
});
