import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasPlaceholder, toPlainText } from './plain-text.ts';

describe('toPlainText', () => {
  it.each([
    ['# Title #\n\nText', 'Title\n\nText'],
    ['**bold** _italic_ ~~gone~~ `code`', 'bold italic gone code'],
    ['snake_case_name and 2*3*4', 'snake_case_name and 2*3*4'],
    ['* one\n* two', '- one\n- two'],
    ['[site](https://a.example/x "T")', 'site (https://a.example/x)'],
    ['[https://a.example](https://a.example)', 'https://a.example'],
    ['<https://a.example>', 'https://a.example'],
    ['```json\n{"a": 1}\n```', '{"a": 1}'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'a, b\n\n1, 2'],
    ['<p>One</p><p>Two<br>three</p>', 'One\nTwo\nthree'],
    ['a < b and c > d', 'a < b and c > d'],
    ['<script>alert(1)</script>Hi', 'Hi'],
    ['<think>long', ''],
    ['Tom &amp; Jerry &lt;3', 'Tom & Jerry <3'],
    ['> quoted\n\n\n\nnext', 'quoted\n\nnext'],
    ['שלום **עולם**', 'שלום עולם'],
    ['🎉 Great!', '🎉 Great!'],
  ])('writes %j as %j', (text, plain) => {
    expect(toPlainText(text)).toBe(plain);
  });

  it('ends for any text, within a linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'*_`[]()<>|-# \n&a1'), maxLength: 2_000 }), (text) => {
        expect(toPlainText(text).length).toBeLessThanOrEqual(text.length + 10);
      }),
    );
    for (const piece of ['*', '[', '<', '_a', '|', '`', '<a ', '![', '> ', '- '])
      expect(toPlainText(piece.repeat(50_000)).length).toBeLessThanOrEqual(150_000);
  });
});

describe('hasPlaceholder', () => {
  it.each(['Hello {{name}}', 'Regards, [Your Name]', '[insert date]', '[Company]'])('finds %j', (text) => {
    expect(hasPlaceholder(text)).toBe(true);
  });
  it.each(['Hello [1]', 'the [sic] text', 'a { b }'])('does not find %j', (text) => {
    expect(hasPlaceholder(text)).toBe(false);
  });
});
