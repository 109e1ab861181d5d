import { describe, expect, it } from 'vitest';
import { LanguageModelError, type LanguageModel, type LanguageRequest } from '../contracts/language-model.ts';
import { History } from './history.ts';
import { classify } from './classify.ts';

const statements = [
  { edgeId: 'buys', text: 'The caller wants to buy.' },
  { edgeId: 'leaves', text: 'The caller wants to end the call.' },
];
const settings = { temperature: 0.4, maxTokens: 250, timeoutMs: 4_000 };

function modelThatAnswers(text: string | undefined): LanguageModel & { requests: LanguageRequest[] } {
  const requests: LanguageRequest[] = [];
  return {
    id: 'test/model',
    requests,
    async *respond(request) {
      requests.push(request);
      if (text === undefined) throw new LanguageModelError('down', { retryable: true });
      yield { type: 'text-delta', text };
    },
    checkHealth: () => Promise.resolve({ ok: true, detail: '' }),
  };
}

function classifyWith(model: LanguageModel): Promise<string | null> {
  const history = new History();
  history.add('assistant', 'Would you like one?');
  history.add('user', 'Yes, two of them.');
  return classify(statements, history, [model], settings, new AbortController().signal);
}

describe('classify', () => {
  it.each([
    ['1', 'buys'],
    ['2.', 'leaves'],
    ['Statement 1 is true', 'buys'],
    ['0', null],
    ['9', null],
    ['none of them', null],
    ['', null],
  ])('maps the response %j to %j', async (answer, edgeId) => {
    expect(await classifyWith(modelThatAnswers(answer))).toBe(edgeId);
  });

  it('returns null when the model fails', async () => {
    expect(await classifyWith(modelThatAnswers(undefined))).toBeNull();
  });

  it('uses the next model when one fails', async () => {
    const history = new History();
    const models = [modelThatAnswers(undefined), modelThatAnswers('2')];
    const { signal } = new AbortController();
    expect(await classify(statements, history, models, settings, signal)).toBe('leaves');
  });

  it('sends the conversation and all statements in one request', async () => {
    const model = modelThatAnswers('1');
    await classifyWith(model);
    expect(model.requests).toHaveLength(1);
    const prompt = model.requests[0]!.messages[1]!.content;
    expect(prompt).toContain('Agent: Would you like one?\nCaller: Yes, two of them.');
    expect(prompt).toContain('1. The caller wants to buy.\n2. The caller wants to end the call.');
  });
});
