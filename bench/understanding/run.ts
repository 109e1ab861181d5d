/*
 * node bench/understanding/run.ts
 *
 * Reads the answers of src/domain/understanding/corpus with the rules that parse written and spoken answers, and prints how many are
 * understood, asked again and wrong, by kind and by file. `opposite`: a yes stored as no, or the reverse. The time is the mean per answer.
 */
import { examplesIn, kinds, parts, resultOf } from '../../src/domain/understanding/corpus/corpus.ts';

const columns = [
  'kind',
  'file',
  'answers',
  'understood',
  'asked again',
  'wrong',
  'opposite',
  'µs per answer',
];
console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`);
for (const [kind, read] of Object.entries(kinds))
  for (const part of parts) {
    const examples = examplesIn(`${kind}.${part}.txt`);
    for (const { text } of examples) read(text);
    const startMs = performance.now();
    const values = examples.map(({ text }) => read(text));
    const microseconds = ((performance.now() - startMs) * 1000) / examples.length;
    const results = examples.map((example, index) => resultOf(example, values[index]));
    const count = (result: string) => results.filter((one) => one === result).length;
    const opposite = examples.filter(
      ({ expected }, index) =>
        ['yes', 'no'].includes(expected) && !['ask', expected, undefined].includes(values[index]),
    ).length;
    const cells = [kind, part, examples.length, count('understood'), count('asked again'), count('wrong')];
    console.log(`| ${[...cells, kind === 'yes-no' ? opposite : '–', microseconds.toFixed(0)].join(' | ')} |`);
  }
