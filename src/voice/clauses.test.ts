import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClauseSplitter, splitClauses } from './clauses.ts';

const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

describe('clauses', () => {
  it('end where a sentence ends', () => {
    expect(splitClauses('Hello there. How are you? Fine!')).toEqual([
      'Hello there.',
      'How are you?',
      'Fine!',
    ]);
  });

  it('split the first clause at a comma, so that speech starts early', () => {
    expect(splitClauses('Hi, this is Ada from the clinic, calling about Tuesday, the third.')).toEqual([
      'Hi, this is Ada from the clinic,',
      'calling about Tuesday, the third.',
    ]);
  });

  it('do not end at an abbreviation, a decimal point or an initial', () => {
    expect(splitClauses('Dr. Smith is in at 10 a.m. and pays 3.50 to J. Doe.')).toHaveLength(1);
  });

  it('are returned from a stream as soon as the next word begins', () => {
    const splitter = new ClauseSplitter();
    expect(splitter.push('Sure. I can')).toEqual(['Sure.']);
    expect(splitter.push(' do that.')).toEqual([]);
    expect(splitter.flush()).toEqual(['I can do that.']);
    expect(splitter.flush()).toEqual([]);
  });

  it('contain no Markdown, links or emoji', () => {
    expect(splitClauses('**Yes**, see [our page](https://example.com/x) 👍🏽')).toEqual(['Yes, see our page']);
    expect(splitClauses('***\n---\n')).toEqual([]);
  });

  it('keep all letters and stay short for any split of the stream', () => {
    const text = fc.array(fc.string({ maxLength: 30, unit: fc.constantFrom(...'ab .,!?\n'.split('')) }));
    fc.assert(
      fc.property(text, (deltas) => {
        const splitter = new ClauseSplitter();
        const clauses = [...deltas.flatMap((delta) => splitter.push(delta)), ...splitter.flush()];
        expect(letters(clauses.join(''))).toBe(letters(deltas.join('')));
        for (const clause of clauses) expect(clause.length).toBeLessThanOrEqual(480);
      }),
    );
  });
});

describe('a text without spaces', () => {
  it('is not cut in a surrogate pair', () => {
    const clauses = splitClauses('a' + '\u{20000}'.repeat(500));
    expect(clauses.length).toBeGreaterThan(2);
    expect(clauses.every((clause) => clause.isWellFormed())).toBe(true);
  });

  it('of 64,000 characters is cut within 2 s', () => {
    const startMs = performance.now();
    expect(splitClauses('a'.repeat(64_000)).join('')).toHaveLength(64_000);
    expect(performance.now() - startMs).toBeLessThan(2_000);
  });
});
