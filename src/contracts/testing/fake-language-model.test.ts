import { FakeLanguageModel } from './fake-language-model.ts';
import { languageModelSuite } from './language-model-suite.ts';

languageModelSuite('the fake', {
  create(script, clock) {
    const model = new FakeLanguageModel(script, { clock });
    return Promise.resolve({
      model,
      arrived: (count) => counted(model.requests.length, count),
      abandoned: (count) => counted(model.abandoned, count),
      close: () => Promise.resolve(),
    });
  },
});

async function counted(found: number, expected: number): Promise<void> {
  if (found !== expected) throw new Error(`There were ${found} in place of ${expected}.`);
}
