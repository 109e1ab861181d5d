import { describe, expect, it } from 'vitest';
import { isProbablyMachine, type TimedMessage } from './loop-detection.ts';

/** A conversation of pairs: our text, and the answer after `delayMs`. */
function pairs(answers: readonly string[], delayMs: number): TimedMessage[] {
  return answers.flatMap((content, index) => {
    const sentAt = new Date(index * 3_600_000);
    const createdAt = new Date(sentAt.getTime() + delayMs);
    return [
      { direction: 'outbound', content: `Our text number ${index}`, createdAt: sentAt, sentAt },
      { direction: 'inbound', content, createdAt, sentAt: null },
    ] as const;
  });
}

const long = 'Your request was received.';

describe('isProbablyMachine', () => {
  it.each([
    ['three identical long texts', [long, 'your request was RECEIVED', long], 60_000, true],
    ['two identical long texts', [long, long], 60_000, false],
    ['identical long texts with another between', [long, long, 'Hello', long], 60_000, false],
    ['short answers', ['yes', 'yes', 'yes', 'yes', 'yes'], 60_000, false],
    ['eight answers at once', [...'abcdefgh'], 2_999, true],
    ['seven answers at once', [...'abcdefg'], 10, false],
    [
      'numbered texts',
      ['This is message 1 of us', 'This is message 2 of us', 'This is message 3 of us'],
      60_000,
      true,
    ],
    ['our own text', ['Our text, number 0'], 60_000, false],
    ['nothing', [], 0, false],
  ])('of %s', (_what, answers, delayMs, expected) => {
    expect(isProbablyMachine(pairs(answers, delayMs))).toBe(expected);
  });

  it('recognises our own text', () => {
    const text = 'See you tomorrow at ten o’clock.';
    const at = new Date(0);
    const ours = { direction: 'outbound', content: text, createdAt: at, sentAt: at } as const;
    const echo = {
      direction: 'inbound',
      content: `> ${text}`,
      createdAt: new Date(60_000),
      sentAt: null,
    } as const;
    expect(isProbablyMachine([ours, echo])).toBe(true);
  });
});
