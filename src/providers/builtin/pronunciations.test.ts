import { beforeAll, describe, expect, it } from 'vitest';
import { loadFlite } from './flite.ts';
import { Pronunciations } from './pronunciations.ts';

const dictionary = `a AH
a's EY Z
a(2) EY
aa EY EY
hello HH AH L OW
hello(2) HH EH L OW
hello's HH AH L OW Z
i'd AY D
`;

describe('pronunciations', () => {
  let pronunciations: Pronunciations;
  beforeAll(async () => {
    pronunciations = new Pronunciations(new TextEncoder().encode(dictionary), await loadFlite());
  });

  it('are all dictionary entries of exactly this word', () => {
    expect(pronunciations.of('hello')).toEqual(['HH AH L OW', 'HH EH L OW']);
    expect(pronunciations.of("i'd")).toEqual(['AY D']);
  });

  it('are found in unsorted parts of the dictionary', () => {
    expect(pronunciations.of('a')).toEqual(['AH', 'EY']);
    expect(pronunciations.of("a's")).toEqual(['EY Z']);
  });

  it('are guessed for names, in phones of the model', () => {
    expect(pronunciations.of('nguyen')).toEqual(['N UW Y EH N']);
    expect(pronunciations.of('butter')).toEqual(['B AH T ER']);
  });

  it('are silence for unpronounceable text', () => {
    expect(pronunciations.of("'")).toEqual(['SIL']);
  });
});
