import { describe, expect, it } from 'vitest';
import { matchPhrase } from './phrase-match.ts';

const expectation = {
  id: 'e',
  forms: [],
  phrases: [
    { id: 'yes', text: 'yes' },
    { id: 'yes', text: 'yes please' },
    { id: 'no', text: 'no' },
    { id: 'none', text: 'none of them' },
  ],
};

describe('matchPhrase', () => {
  it('returns the phrase that equals the text', () => {
    expect(matchPhrase(expectation, 'no')).toEqual({ phraseId: 'no', complete: true });
    expect(matchPhrase(expectation, 'none')).toBeUndefined();
  });

  it('returns an incomplete match if a longer phrase has it as prefix', () => {
    expect(matchPhrase(expectation, 'yes')).toEqual({ phraseId: 'yes', complete: false });
    expect(matchPhrase(expectation, 'yes please')).toEqual({ phraseId: 'yes', complete: true });
  });

  it('returns an incomplete match if a form may continue it', () => {
    expect(matchPhrase(expectation, 'no', () => true)).toEqual({ phraseId: 'no', complete: false });
  });
});
