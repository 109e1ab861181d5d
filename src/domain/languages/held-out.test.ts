import { describe, expect, it } from 'vitest';
import { allLanguages } from './languages.ts';
import { evaluate } from './testing/evaluate.ts';

/** `node bench/understanding/held-out.ts --misses` lists the answers. Share of wrong dates, times, numbers and digits in the corpus of a language. */
const maxWrongShare = 0.02;
/** Share of opt-outs that are understood. */
const minOptOutRecall = 0.9;

/** Share of opt-outs that are understood in the corpus with dialects, unpunctuated speech and rambling answers. */
const minOptOutRecallOfOthers = 0.8;

describe.each(allLanguages)('answers of other writers in $name', (language) => {
  const lines = evaluate(language, 'other-writers');

  it('are rarely understood as the opposite, and opt-outs are heard', () => {
    const opposite = lines.filter(({ expected, got }) => /^(yes no|no yes)$/.test(`${expected} ${got}`));
    expect(opposite.length).toBeLessThanOrEqual(1);
    const optOuts = lines.filter(({ expected }) => expected === 'opt_out');
    const heard = optOuts.filter(({ outcome }) => outcome === 'right');
    expect(heard.length / optOuts.length).toBeGreaterThanOrEqual(minOptOutRecallOfOthers);
  });
});

describe.each(allLanguages)('answers in $name that the rules were not written for', (language) => {
  const lines = evaluate(language);

  it('are never understood as the opposite', () => {
    const opposite = new Set(['yes no', 'no yes']);
    expect(lines.filter(({ expected, got }) => opposite.has(`${expected} ${got}`))).toEqual([]);
  });

  it('rarely give a wrong date, time or number', () => {
    const values = lines.filter(({ kind }) => ['date_time', 'number', 'digits'].includes(kind));
    const wrong = values.filter(({ outcome }) => outcome === 'wrong');
    expect(wrong.length / values.length).toBeLessThanOrEqual(maxWrongShare);
  });

  it('are understood as opt-outs', () => {
    const optOuts = lines.filter(({ expected }) => expected === 'opt_out');
    const heard = optOuts.filter(({ outcome }) => outcome === 'right');
    expect(heard.length / optOuts.length).toBeGreaterThanOrEqual(minOptOutRecall);
  });
});
