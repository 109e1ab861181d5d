import { describe, expect, it } from 'vitest';
import { optOutIn } from './opt-out.ts';

describe('a wish not to be called any more', () => {
  it.each([
    ['stop calling me', 0.95, 'clear'],
    ['please stop calling me, I told you before', 0.5, 'clear'],
    ['stop calling me', 0.31, 'clear'],
    ['um, please stop calling me', 0.31, 'clear'],
    ['the stop calling me by the station', 0.49, 'doubtful'],
    ['yes', 0.95, undefined],
    ['', 0, undefined],
  ])('%j with confidence %f is %s', (text, confidence, expected) => {
    expect(optOutIn(text, confidence)).toBe(expected);
  });
});
