import { describe, expect, it } from 'vitest';
import { grammarOfExpectation } from './expectation-grammar.ts';

const phrases = [
  { id: 'yes', text: 'Yes, please.' },
  { id: 'other', text: 'yes please' },
  { id: 'tomorrow', text: 'tomorrow' },
];

describe('grammarOfExpectation', () => {
  it('normalises phrases; the first id of a phrase is used', () => {
    const grammar = grammarOfExpectation({ id: 'e', phrases, forms: [] });
    expect(grammar.words.toSorted()).toEqual(['please', 'tomorrow', 'yes']);
    expect(grammar.match('yes please')).toEqual({ phraseId: 'yes', complete: true });
    expect(grammar.match('yes')).toBeUndefined();
  });

  it('returns an incomplete match if a form may continue the phrase', () => {
    const grammar = grammarOfExpectation({ id: 'e', phrases, forms: ['date_time'] });
    expect(grammar.match('tomorrow')).toEqual({ phraseId: 'tomorrow', complete: false });
    expect(grammar.match('tomorrow at ten')).toBeUndefined();
    expect(grammar.isSentence('tomorrow at ten')).toBe(true);
    expect(grammar.isSentence('tomorrow at')).toBe(false);
  });

  it('has one final state, and no two consecutive epsilon transitions', () => {
    const { network } = grammarOfExpectation({ id: 'e', phrases, forms: ['digits', 'number'] });
    const epsilons = network.transitions.filter((transition) => transition.word === '');
    expect(epsilons.every((transition) => transition.to === network.end)).toBe(true);
    expect(network.transitions.some((transition) => transition.from === network.end)).toBe(false);
    expect(network.transitions.every(({ from, to }) => Math.max(from, to) < network.numStates)).toBe(true);
  });

  it('is empty for an empty expectation', () => {
    const grammar = grammarOfExpectation({ id: 'e', phrases: [{ id: 'x', text: '…' }], forms: [] });
    expect(grammar.words).toEqual([]);
    expect(grammar.isSentence('')).toBe(false);
  });

  it('omits phrases above its limits', () => {
    const many = Array.from({ length: 1500 }, (_, i) => ({ id: `p${i}`, text: `word ${i}` }));
    const grammar = grammarOfExpectation({ id: 'e', phrases: many, forms: [] });
    expect(grammar.match('word 999')).toBeDefined();
    expect(grammar.match('word 1000')).toBeUndefined();
  });

  it('requires all senones, unless its phrases are long and it has no forms', () => {
    const needsAllSenones = (text: string, ...forms: 'number'[]) =>
      grammarOfExpectation({ id: 'a', phrases: [{ id: 'a', text }], forms }).allSenones;
    expect(needsAllSenones('yes please')).toBe(true);
    expect(needsAllSenones('you have an appointment on tuesday')).toBe(false);
    expect(needsAllSenones('you have an appointment on tuesday', 'number')).toBe(true);
  });
});
