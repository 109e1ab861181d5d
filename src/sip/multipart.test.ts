import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxBodyParts, boundaryOf, parseMultipart } from './multipart.ts';

const lines = (...parts: string[]): string => parts.join('\r\n');
const contents = (body: string, boundary = 'b') =>
  parseMultipart(body, boundary)?.map(({ content }) => content);

describe('boundaryOf', () => {
  it.each([
    ['multipart/mixed;boundary=abc', 'abc'],
    ['multipart/mixed; boundary="a b;c"; charset=x', 'a b;c'],
    ['Multipart/Mixed ; BOUNDARY = ----=_Part_1', '----=_Part_1'],
    ['multipart/mixed', undefined],
    ['multipart/mixed; boundary=', undefined],
    [`multipart/mixed; boundary=${'x'.repeat(71)}`, undefined],
    ['multipart/mixed; boundary="ends in a blank "', undefined],
  ])('parses %s as %s', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary);
  });
});

describe('parseMultipart', () => {
  it('accepts preamble and epilogue, parts without header fields, and folded fields', () => {
    const body = lines(
      'preamble',
      '--b  ',
      'Content-Type: text/plain;',
      ' charset=utf-8',
      '',
      'one',
      '--bb is no delimiter',
      '--b',
      '',
      'two',
      '',
      '--b--',
      '--b',
      'epilogue',
    );
    expect(contents(body)).toEqual([lines('one', '--bb is no delimiter'), lines('two', '')]);
    expect(parseMultipart(body, 'b')![0]!.fields).toEqual(
      new Map([['content-type', 'text/plain; charset=utf-8']]),
    );
  });

  it.each([
    ['without any delimiter', 'text'],
    ['that is not closed', lines('--b', '', 'one')],
    ['without parts', '--b--'],
    ['with a malformed header field', lines('--b', 'no colon', '', 'one', '--b--')],
    [
      'with too many parts',
      lines(...Array.from({ length: maxBodyParts + 1 }, () => lines('--b', '', 'x')), '--b--'),
    ],
    ['with a long header section', lines('--b', `X: ${'x'.repeat(5000)}`, '', 'one', '--b--')],
  ])('rejects a body %s', (_, body) => {
    expect(parseMultipart(body, 'b')).toBeUndefined();
  });

  it('round-trips any parts (property)', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '-', '\r\n', ' ', ':', 'b', '\0'), maxLength: 30 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: maxBodyParts }), (parts) => {
        const serialized = parts
          .map((part) => `--q9=z\r\nContent-Type: text/plain\r\n\r\n${part}\r\n`)
          .join('');
        expect(contents(`${serialized}--q9=z--\r\n`, 'q9=z')).toEqual(parts);
      }),
    );
  });

  it('never throws for any body (property)', () => {
    const text = fc.string({ unit: fc.constantFrom('--b', '--', '\r\n', ' ', ':', 'a'), maxLength: 60 });
    fc.assert(
      fc.property(text, (body) => {
        for (const part of contents(body) ?? []) expect(body).toContain(part);
      }),
    );
  });
});
