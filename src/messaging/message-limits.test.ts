import { describe, expect, it } from 'vitest';
import { generatedLengthMax, withSignature } from './message-limits.ts';

const agent = { signature: 'Grace', maxLength: null };

describe('withSignature', () => {
  it.each([
    ['sms', 'Hello', 'Hello\nGrace'],
    ['email', 'Hello\n', 'Hello\n\nGrace'],
    ['sms', 'Hello, this is Grace', 'Hello, this is Grace'],
    ['sms', ' ', ' '],
  ] as const)('returns for %s and %j: %j', (channel, text, signed) => {
    expect(withSignature(text, agent, channel)).toBe(signed);
  });

  it('changes nothing without a signature', () => {
    expect(withSignature('Hello ', { ...agent, signature: ' ' }, 'email')).toBe('Hello ');
  });
});

describe('generatedLengthMax', () => {
  it.each([
    ['sms', null, 1_594],
    ['email', null, 9_993],
    ['sms', 160, 154],
    ['sms', 3, 1],
  ] as const)('leaves room for the signature: %s, %s', (channel, maxLength, expected) => {
    expect(generatedLengthMax({ ...agent, maxLength }, channel)).toBe(expected);
  });
});
