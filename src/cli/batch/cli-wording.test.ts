import { describe, expect, it } from 'vitest';
import { toCliWording } from './cli-wording.ts';

describe('toCliWording', () => {
  it.each([
    ['Write 2026-11-24; or send dateOrder: mdy for 11/24/2026.', 'or add --dates: mdy for 11/24/2026.'],
    ['With dateOrder mdy write 11/24/2026 10:00.', 'With --dates mdy write 11/24/2026 10:00.'],
    ['send defaultCountry.', 'use an option such as --country US.'],
  ])('names options of the command line: %s', (sentence, expected) => {
    expect(toCliWording(sentence)).toContain(expected);
  });
});
