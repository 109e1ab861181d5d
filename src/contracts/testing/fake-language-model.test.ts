import { FakeLanguageModel } from './fake-language-model.ts';
import { languageModelSuite } from './language-model-suite.ts';

languageModelSuite('FakeLanguageModel', {
  create(script, clock) {
    const model = new FakeLanguageModel(script, { clock });
    return Promise.resolve({
      model,
      waitForRequests: (count) => expectCount(model.requests.length, count),
      waitForAborts: (count) => expectCount(model.abortedCount, count),
      close: () => Promise.resolve(),
    });
  },
});

async function expectCount(count: number, expected: number): Promise<void> {
  if (count !== expected) throw new Error(`Expected ${expected}, got ${count}.`);
}
