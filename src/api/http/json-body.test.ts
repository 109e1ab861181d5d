import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../core/problems.ts';
import { parseJsonBody } from './json-body.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));

function problemOf(text: string | Uint8Array): Problem {
  try {
    parseJsonBody(typeof text === 'string' ? Buffer.from(text) : text);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('The body was accepted.');
}

describe('a JSON body', () => {
  it('has the value that JSON.parse returns', () => {
    const storable = fc.jsonValue({ maxDepth: 8 }).filter((value) => {
      const text = JSON.stringify(value);
      return !text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text) && !text.includes('__proto__');
    });
    fc.assert(
      fc.property(storable, (value) => {
        const text = JSON.stringify(value);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('of any bytes is either parsed or rejected with invalid_json', () => {
    const outcome = (bytes: Uint8Array) => {
      try {
        return typeof parseJsonBody(bytes);
      } catch (error) {
        return error instanceof Problem ? error.code : error;
      }
    };
    const outcomes = ['undefined', 'string', 'number', 'boolean', 'object', 'invalid_json'];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(outcomes).toContain(outcome(bytes));
      }),
    );
  });

  it('of a megabyte is parsed, with long strings or many members', () => {
    const text = JSON.stringify({
      long: 'x'.repeat(500_000),
      escapes: '"'.repeat(200_000),
      many: Array.from({ length: 50_000 }, () => ({})),
    });
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['[1,2,3]', '[1,2,3,4]'],
    ['{"a":[[1],[2,2,2],[3]]}', '{"a":[[1],[2,2,2,2],[3]]}'],
  ])('has lists of at most maxEntries entries: %s', (text, above) => {
    const limited = (body: string) => parseJsonBody(Buffer.from(body), { maxEntries: 3 });
    expect(limited(text)).toEqual(JSON.parse(text));
    expect(() => limited(above)).toThrow(expect.objectContaining({ code: 'body_too_large' }));
  });

  it('is undefined if it is empty', () => {
    expect(parse('')).toBeUndefined();
    expect(parse(' \n')).toBeUndefined();
  });

  it('is accepted with a byte order mark', () => {
    expect(parse('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });

  it.each([
    ['a syntax error', '{"a": }'],
    ['a duplicate member name', '{"toNumber":"+1","toNumber":"+2"}'],
    ['a duplicate member name, once escaped', '{"a":1,"\\u0061":2}'],
    ['a duplicate member name in a nested object', '{"x":[{"b":{"c":1,"c":2}}]}'],
    ['a NUL in a string', '{"name":"a\\u0000b"}'],
    ['a NUL in a member name', '{"a\\u0000":1}'],
    ['an unpaired surrogate', '{"name":"\\ud83d"}'],
    ['a number out of range', '{"n":1e999}'],
    ['the member name __proto__', '{"__proto__":{"admin":true}}'],
    ['33 levels of nesting', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['unclosed nesting', '['.repeat(500_000)],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
  ])('is rejected with %s', (_what, text) => {
    expect(problemOf(text).code).toBe('invalid_json');
  });

  it.each([
    ['{"x":[1,{"b":{"c":1,"c":2}}]}', 'x[1].b.c'],
    ['[[],[{"a":"x,y","__proto__":1}]]', '[1][0].__proto__'],
    ['{"a":{"b":1},"c":["x","\\ud83d"]}', 'c[1]'],
  ])('is rejected with the path of the fault: %s', (text, path) => {
    expect(problemOf(text).fields).toMatchObject([{ path }]);
  });

  it('is accepted with 32 levels of nesting, and with equal names in different objects', () => {
    expect(() => parse(`${'['.repeat(32)}${']'.repeat(32)}`)).not.toThrow();
    expect(parse('[{"a":1},{"a":2,"b":{"a":3}}]')).toEqual([{ a: 1 }, { a: 2, b: { a: 3 } }]);
  });

  it('is accepted with braces, brackets and escapes inside strings', () => {
    expect(parse('{"a":"{\\"b\\":[,","c":"\\\\"}')).toEqual({ a: '{"b":[,', c: '\\' });
  });
});
