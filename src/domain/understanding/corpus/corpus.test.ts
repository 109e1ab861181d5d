import { describe, expect, it } from 'vitest';
import { examplesIn, kinds, parts, resultOf } from './corpus.ts';

const files = Object.entries(kinds).flatMap(([kind, read]) =>
  parts.map((part) => ({ file: `${kind}.${part}.txt`, read })),
);

describe.each(files)('the answers in $file', ({ file, read }) => {
  const results = examplesIn(file).map((example) => {
    const value = read(example.text);
    return { ...example, value, result: resultOf(example, value) };
  });

  it('are never stored as another value, and never stored if they must be asked again', () => {
    expect(results.filter(({ result }) => result === 'wrong')).toEqual([]);
  });

  it('are understood in at least 95 of 100 cases', () => {
    const answers = results.filter(({ expected }) => expected !== 'ask');
    const understood = answers.filter(({ result }) => result === 'understood');
    expect(understood.length / answers.length).toBeGreaterThanOrEqual(0.95);
  });

  it('mean the same or are asked again in capitals, with a full stop and with an emoji', () => {
    const changed = results.flatMap(({ text, value }) =>
      [text.toUpperCase(), `${text}.`, `${text} 😊`]
        .map((variant) => ({ variant, value, read: read(variant) }))
        .filter((one) => one.read !== undefined && one.read !== value && value !== undefined),
    );
    expect(changed).toEqual([]);
  });
});
