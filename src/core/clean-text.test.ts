import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, parseCleanJson, TextCleaner } from './clean-text.ts';

describe('cleanText', () => {
  it('removes control characters, and replaces halves of surrogate pairs', () => {
    expect(cleanText('a\0b\u0007\tc\r\nd \ud83d e\ude00')).toBe('ab\tc\r\nd \ufffd e\ufffd');
    expect(cleanText('\u{1f600} ﷺ é')).toBe('\u{1f600} ﷺ é');
  });
});

describe('parseCleanJson', () => {
  it('cleans texts and member names', () => {
    const text = String.raw`{"a\u0000":["x\ud83d",1,null,{"__proto__":"\u0001"}]}`;
    expect(JSON.stringify(parseCleanJson(text))).toBe('{"a":["x\ufffd",1,null,{"__proto__":""}]}');
  });
});

describe('TextCleaner', () => {
  it('keeps surrogate pairs that are divided between pieces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, index) => {
        const cleaner = new TextCleaner();
        expect(cleaner.push(text.slice(0, index)) + cleaner.push(text.slice(index)) + cleaner.push('')).toBe(
          cleanText(text),
        );
      }),
    );
  });
});
