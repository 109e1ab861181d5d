import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { automatonOf, stateAfter } from './automaton.ts';
import { choice, optional, repeated, sequence, wordsOf } from './grammar.ts';

const accepts = (grammar: Parameters<typeof automatonOf>[0], text: string) =>
  stateAfter(automatonOf(grammar), text)?.accepting ?? false;

describe('automatonOf', () => {
  it('accepts exactly the sentences of the grammar', () => {
    const grammar = sequence(
      optional('maybe'),
      choice('on monday', 'tomorrow'),
      optional(sequence('at', 'ten')),
    );
    const sentences = ['tomorrow', 'maybe on monday', 'on monday at ten', 'maybe tomorrow at ten'];
    const others = ['', 'maybe', 'monday', 'tomorrow at', 'tomorrow tomorrow', 'at ten'];
    expect([...sentences, ...others].filter((text) => accepts(grammar, text))).toEqual(sentences);
  });

  it('accepts one or more repetitions', () => {
    const grammar = repeated(choice('one', 'two'));
    expect(accepts(grammar, '')).toBe(false);
    expect(accepts(grammar, 'one')).toBe(true);
    expect(accepts(grammar, 'two one one two')).toBe(true);
  });

  it('has the words of the grammar', () => {
    const grammar = sequence(optional('maybe'), repeated(choice('on monday', 'tomorrow')));
    expect(wordsOf(grammar)).toEqual(new Set(['maybe', 'on', 'monday', 'tomorrow']));
    const nextWords = automatonOf(grammar).states.flatMap(({ next }) => [...next.keys()]);
    expect(new Set(nextWords)).toEqual(wordsOf(grammar));
  });

  it('shares states of common prefixes and suffixes', () => {
    const automaton = automatonOf(choice('speak to a person', 'talk to a person', 'talk to a human'));
    expect(automaton.states).toHaveLength(8);
  });

  it('accepts every phrase of any list, and only those', () => {
    const phrase = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(phrase, { minLength: 1, maxLength: 12 }), phrase, (phrases, other) => {
        const automaton = automatonOf(choice(...phrases));
        for (const each of phrases) expect(stateAfter(automaton, each)?.accepting).toBe(true);
        expect(stateAfter(automaton, other)?.accepting ?? false).toBe(phrases.includes(other));
      }),
    );
  });

  it('returns the words that may follow', () => {
    const automaton = automatonOf(choice('yes', 'yes please', 'no'));
    expect(stateAfter(automaton, 'yes')!.next.size).toBe(1);
    expect(stateAfter(automaton, 'no')!.next.size).toBe(0);
    expect(stateAfter(automaton, 'maybe')).toBeUndefined();
  });

  it('rejects a grammar that is too large', () => {
    const huge = choice(...Array.from({ length: 21_000 }, (_, i) => `word${i}`));
    expect(() => automatonOf(huge)).toThrow('too large');
  });
});
