import { describe, expect, it } from 'vitest';
import { grammarOfExpectation } from './expectation-grammar.ts';

const phrases = [
  { id: 'yes', text: 'Yes, please.' },
  { id: 'other', text: 'yes please' },
  { id: 'tomorrow', text: 'tomorrow' },
];

describe('grammarOfExpectation', () => {
  it('takes phrases as they are spoken; the first meaning stands', () => {
    const grammar = grammarOfExpectation({ id: 'e', phrases, forms: [] });
    expect(grammar.words.toSorted()).toEqual(['please', 'tomorrow', 'yes']);
    expect(grammar.match('yes please')).toEqual({ phraseId: 'yes', complete: true });
    expect(grammar.match('yes')).toBeUndefined();
  });

  it('calls a phrase incomplete while a form could go on from it', () => {
    const grammar = grammarOfExpectation({ id: 'e', phrases, forms: ['date_time'] });
    expect(grammar.match('tomorrow')).toEqual({ phraseId: 'tomorrow', complete: false });
    expect(grammar.match('tomorrow at ten')).toBeUndefined();
    expect(grammar.isSentence('tomorrow at ten')).toBe(true);
    expect(grammar.isSentence('tomorrow at')).toBe(false);
  });

  it('is a network with one end, and at most one free step in a row', () => {
    const { network } = grammarOfExpectation({ id: 'e', phrases, forms: ['digits', 'number'] });
    const free = network.transitions.filter((transition) => transition.word === '');
    expect(free.every((transition) => transition.to === network.end)).toBe(true);
    expect(network.transitions.some((transition) => transition.from === network.end)).toBe(false);
    expect(network.transitions.every(({ from, to }) => Math.max(from, to) < network.numStates)).toBe(true);
  });

  it('holds nothing for an empty expectation', () => {
    const grammar = grammarOfExpectation({ id: 'e', phrases: [{ id: 'x', text: '…' }], forms: [] });
    expect(grammar.words).toEqual([]);
    expect(grammar.isSentence('')).toBe(false);
  });

  it('leaves out what is beyond its bounds', () => {
    const many = Array.from({ length: 1500 }, (_, i) => ({ id: `p${i}`, text: `word ${i}` }));
    const grammar = grammarOfExpectation({ id: 'e', phrases: many, forms: [] });
    expect(grammar.match('word 999')).toBeDefined();
    expect(grammar.match('word 1000')).toBeUndefined();
  });

  it('is held against all sounds, unless its sentences are long enough to resemble nothing else', () => {
    const of = (text: string, ...forms: 'number'[]) =>
      grammarOfExpectation({ id: 'a', phrases: [{ id: 'a', text }], forms }).allSounds;
    expect(of('yes please')).toBe(true);
    expect(of('you have an appointment on tuesday')).toBe(false);
    expect(of('you have an appointment on tuesday', 'number')).toBe(true);
  });
});
