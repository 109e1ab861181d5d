import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { openAnswer, sealAnswer } from './sealed-answer.ts';

describe('an answer with a secret', () => {
  const sealed = sealAnswer('{"apiKey":"sk_live_x"}', 'the key', 'once', seededRandom(1));

  it('is read again by the key that asked', () => {
    expect(sealed).not.toContain('sk_live');
    expect(openAnswer(sealed, 'the key', 'once')).toBe('{"apiKey":"sk_live_x"}');
  });

  it('cannot be read by another key, for another request, or when changed', () => {
    expect(() => openAnswer(sealed, 'another key', 'once')).toThrow(/unable to authenticate/);
    expect(() => openAnswer(sealed, 'the key', 'twice')).toThrow(/unable to authenticate/);
    expect(() => openAnswer(`${sealed.slice(0, -2)}AA`, 'the key', 'once')).toThrow(/unable to authenticate/);
  });
});
