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
  it('finds the phrase that the text is, word for word', () => {
    expect(matchPhrase(expectation, 'no')).toEqual({ phraseId: 'no', complete: true });
    expect(matchPhrase(expectation, 'none')).toBeUndefined();
  });

  it('calls a phrase incomplete while a longer one begins with it', () => {
    expect(matchPhrase(expectation, 'yes')).toEqual({ phraseId: 'yes', complete: false });
    expect(matchPhrase(expectation, 'yes please')).toEqual({ phraseId: 'yes', complete: true });
  });

  it('calls a phrase incomplete while a form could go on from it', () => {
    expect(matchPhrase(expectation, 'no', () => true)).toEqual({ phraseId: 'no', complete: false });
  });
});
