import { describe, expect, it } from 'vitest';
import { servicePhrases } from './service-phrases.ts';

describe('servicePhrases', () => {
  it('are those of the language, and English ones for other languages', () => {
    expect(servicePhrases({ language: 'de-AT' }).fillers[0]).toBe('Einen Moment, bitte.');
    expect(servicePhrases({ language: 'ja-JP' })).toEqual(servicePhrases({ language: 'en-GB' }));
  });

  it('are replaced by those of the agent', () => {
    const phrases = { fillers: ['Hold on.'], reminder: null };
    expect(servicePhrases({ language: 'en-US', phrases })).toMatchObject({
      fillers: ['Hold on.'],
      reminder: 'Are you still there?',
    });
  });
});
