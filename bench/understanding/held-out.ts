/*
 * node bench/understanding/held-out.ts [--corpus other-writers] [--misses] [--half odd|even]
 *
 * Prints how each language understands the answers of src/domain/languages/<tag>/testing/held-out.tsv, or of another corpus, which were written by somebody who did not know the
 * rules: understood, asked again although a person understands, wrong, and the mean time per answer. `--misses` lists the others. The lines with odd numbers
 * were read when the rules were improved; those with even numbers never.
 */
import { parseArgs } from 'node:util';
import { allLanguages } from '../../src/domain/languages/languages.ts';
import {
  answerKinds,
  evaluate,
  heldOutCorpora,
  understood,
} from '../../src/domain/languages/testing/evaluate.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: 'held-out' },
    misses: { type: 'boolean', default: false },
    half: { type: 'string' },
  },
});

const corpus = heldOutCorpora.find((name) => name === values.corpus);
if (corpus === undefined) throw new Error(`--corpus is one of ${heldOutCorpora.join(', ')}.`);
console.log(
  '| language | kind | answers | right | asked again | wrong | µs |\n|---|---|---|---|---|---|---|',
);
for (const language of allLanguages) {
  const lines = evaluate(language, corpus).filter(
    (_line, index) => values.half === undefined || (values.half === 'odd') === (index % 2 === 0),
  );
  for (const kind of answerKinds) {
    const ofKind = lines.filter((line) => line.kind === kind);
    if (ofKind.length === 0) continue;
    const countOf = (outcome: string) => ofKind.filter((line) => line.outcome === outcome).length;
    const percent = (outcome: string) => `${((100 * countOf(outcome)) / ofKind.length).toFixed(1)} %`;
    const microseconds = timeOf(() => {
      for (const { text } of ofKind) understood[kind](language, text);
    });
    console.log(
      `| ${language.tag} | ${kind} | ${ofKind.length} | ${percent('right')} | ${percent('asked')} | ${percent('wrong')} (${countOf('wrong')}) | ${(microseconds / ofKind.length).toFixed(0)} |`,
    );
  }
  if (values.misses)
    for (const { kind, text, expected, got, outcome } of lines.filter((line) => line.outcome !== 'right'))
      console.log(`  ${language.tag} ${kind} ${outcome}: ${JSON.stringify(text)} is ${expected}, not ${got}`);
}

/** Returns the median time of five runs in µs. */
function timeOf(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const startedMs = performance.now();
    run();
    return (performance.now() - startedMs) * 1_000;
  });
  return times.toSorted((a, b) => a - b)[2]!;
}
