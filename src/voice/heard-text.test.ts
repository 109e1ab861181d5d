import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heardText, type UtteranceClause } from './heard-text.ts';

const words = [
  { text: 'Your', startMs: 0, endMs: 200 },
  { text: 'appointment', startMs: 200, endMs: 800 },
  { text: 'is', startMs: 800, endMs: 900 },
  { text: 'tomorrow.', startMs: 900, endMs: 1500 },
];
const clause = (change: Partial<UtteranceClause> = {}): UtteranceClause => ({
  text: 'Your appointment is tomorrow.',
  startMs: 1_000,
  durationMs: 1_600,
  synthesized: true,
  words: [],
  ...change,
});

describe('the heard text', () => {
  it.each([
    [900, ''],
    [1_150, ''],
    [1_200, 'Your'],
    [1_850, 'Your appointment'],
    [2_499, 'Your appointment is'],
    [2_600, 'Your appointment is tomorrow.'],
  ])('ends at a whole word by the timings of the voice: at %i ms it is %j', (playedMs, heard) => {
    expect(heardText(clause({ words }), playedMs)).toBe(heard);
  });

  it('is empty before audio of the clause was passed to the leg', () => {
    expect(heardText(clause({ startMs: undefined }), 9_999)).toBe('');
  });

  it('is estimated by letters if the voice reports no timings', () => {
    expect(heardText(clause(), 1_000 + 1_599)).toBe('Your appointment is');
    expect(heardText(clause(), 1_000 + 1_600)).toBe('Your appointment is tomorrow.');
    expect(heardText(clause({ synthesized: false, durationMs: 100 }), 1_100)).toBe('');
  });

  it('is estimated by the spoken length of digits', () => {
    const digits = clause({ text: 'Call 2025550100 now please.', startMs: 0, durationMs: 6_000 });
    expect(heardText(digits, 2_000)).toBe('Call');
    expect(heardText(digits, 4_900)).toBe('Call 2025550100');
  });

  it('is estimated letter by letter in Chinese and Japanese', () => {
    const text = '承知しました。少々';
    const japanese = clause({ text, startMs: 0, durationMs: 1_000 });
    expect(heardText(japanese, 500)).toBe('承知しま');
    expect(heardText(japanese, 1_000)).toBe(text);
    const words = [
      { text: '承知', startMs: 0, endMs: 100 },
      { text: 'しました。', startMs: 100, endMs: 200 },
    ];
    expect(heardText({ ...japanese, words }, 250)).toBe('承知しました。');
  });

  it('only grows over time, and is always a prefix of the clause', () => {
    const text = fc
      .array(fc.stringMatching(/^[a-z]{1,9}[,.]?$/), { minLength: 1 })
      .map((all) => all.join(' '));
    fc.assert(
      fc.property(
        text,
        fc.nat(10_000),
        fc.nat(12_000),
        fc.boolean(),
        (spoken, durationMs, playedMs, synthesized) => {
          const played = clause({ text: spoken, startMs: 0, durationMs, synthesized });
          const heard = heardText(played, playedMs);
          expect(spoken.startsWith(heard)).toBe(true);
          expect(heardText(played, playedMs + 100).startsWith(heard)).toBe(true);
        },
      ),
    );
  });
});
