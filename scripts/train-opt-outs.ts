/*
 * node scripts/train-opt-outs.ts
 *
 * Trains the classifier of opt-outs (src/domain/languages/opt-out-model.ts) with the corpora of all languages, and writes its weights. Run it after a
 * change of the corpora. The result depends on the corpora only. It prints the recall and the false opt-outs of texts that are left out of the training.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languageTags } from '../src/domain/languages/language.ts';
import { buckets, featuresOf, scoreOf, type OptOutModel } from '../src/domain/languages/opt-out-model.ts';
import { seededRandom } from '../src/core/random.ts';

const folder = path.resolve(import.meta.dirname, '../src/domain/languages');
/** Corpora of spoken texts. The others than `requests` have no opt-outs. */
const corpora = ['requests', 'yes-no', 'dates', 'numbers', 'choices'];
const epochs = 12;
const learningRate = 0.5;
const biasRate = 0.01;
const decay = 1e-6;
const folds = 5;

interface Example {
  readonly features: readonly number[];
  readonly isOptOut: boolean;
}

function examplesOf(tag: string, corpus: string): Example[] {
  const file = path.join(folder, tag, 'testing', `${corpus}.tsv`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  // A line that starts with "=" defines a choice.
  const texts = lines.filter((line) => line.includes('\t') && !line.startsWith('='));
  return texts.map((line) => {
    const [text, expected] = line.split('\t') as [string, string];
    return { features: featuresOf(text), isOptOut: expected === 'opt_out' };
  });
}

/** Logistic regression by stochastic gradient descent with a rate per weight (AdaGrad, Duchi et al. 2011). */
function train(examples: readonly Example[]): OptOutModel {
  const weights = new Float64Array(buckets);
  const squares = new Float64Array(buckets).fill(1e-6);
  const random = seededRandom(1);
  let bias = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1)
    for (const { features, isOptOut } of shuffled(examples, random)) {
      const score = scoreOf({ bias, weights, unit: 1 }, features);
      const error = 1 / (1 + Math.exp(-score)) - (isOptOut ? 1 : 0);
      for (const bucket of features) {
        const gradient = error / Math.sqrt(features.length) + decay * weights[bucket]!;
        squares[bucket]! += gradient ** 2;
        weights[bucket]! -= (learningRate * gradient) / Math.sqrt(squares[bucket]!);
      }
      bias -= biasRate * error;
    }
  return { bias, weights, unit: 1 };
}

function shuffled<Item>(items: readonly Item[], random: { fraction(): number }): Item[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random.fraction() * (index + 1));
    [result[index], result[other]] = [result[other]!, result[index]!];
  }
  return result;
}

function reportLeftOut(examples: readonly Example[]): void {
  const scored = Array.from({ length: folds }, (_, fold) => {
    const model = train(examples.filter((_example, index) => index % folds !== fold));
    const leftOut = examples.filter((_example, index) => index % folds === fold);
    return leftOut.map(({ features, isOptOut }) => ({ isOptOut, score: scoreOf(model, features) }));
  }).flat();
  for (const minScore of [0, 0.5, 1, 1.5, 2]) {
    const share = (isOptOut: boolean) => {
      const some = scored.filter((one) => one.isOptOut === isOptOut);
      return `${((100 * some.filter(({ score }) => score >= minScore).length) / some.length).toFixed(2)} %`;
    };
    console.log(`score from ${minScore}: ${share(true)} of the opt-outs, ${share(false)} of the other texts`);
  }
}

const examples = languageTags.flatMap((tag) => corpora.flatMap((corpus) => examplesOf(tag, corpus)));
console.log(`${examples.length} texts, ${examples.filter(({ isOptOut }) => isOptOut).length} opt-outs`);
reportLeftOut(examples);
const { bias, weights } = train(examples);
const values = Array.from(weights);
const unit = values.reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 0) / 127;
const bytes = Int8Array.from(values, (weight) => Math.round(weight / unit));
const base64 = Buffer.from(bytes.buffer).toString('base64');
writeFileSync(
  path.join(folder, 'opt-out-weights.ts'),
  `/** Written by scripts/train-opt-outs.ts. Each byte of \`base64\` is a weight in units of \`unit\`. */
export const optOutWeights = {
  bias: ${bias},
  unit: ${unit},
  base64:
    '${base64}',
};
`,
);
