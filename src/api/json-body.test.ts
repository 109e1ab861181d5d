import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../core/problems.ts';
import { parseJsonBody } from './json-body.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));

function refusal(text: string | Uint8Array): Problem {
  try {
    parseJsonBody(typeof text === 'string' ? Buffer.from(text) : text);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('was taken');
}

describe('a JSON body', () => {
  it('is read as JSON.parse reads it, whatever is in it', () => {
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

  it('is taken or refused, whatever its bytes: nothing else happens', () => {
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

  it('of a megabyte is read, long texts and many members alike', () => {
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
  ])('may hold lists up to a limit: %s', (text, above) => {
    const limited = (body: string) => parseJsonBody(Buffer.from(body), { entriesMax: 3 });
    expect(limited(text)).toEqual(JSON.parse(text));
    expect(() => limited(above)).toThrow(expect.objectContaining({ code: 'body_too_large' }));
  });

  it('may be empty', () => {
    expect(parse('')).toBeUndefined();
    expect(parse(' \n')).toBeUndefined();
  });

  it('may begin with a byte order mark', () => {
    expect(parse('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });

  it.each([
    ['a fault in its syntax', '{"a": }'],
    ['a name twice', '{"toNumber":"+1","toNumber":"+2"}'],
    ['a name twice, once in escapes', '{"a":1,"\\u0061":2}'],
    ['a name twice inside', '{"x":[{"b":{"c":1,"c":2}}]}'],
    ['a NUL in a text', '{"name":"a\\u0000b"}'],
    ['a NUL in a name', '{"a\\u0000":1}'],
    ['half a surrogate pair', '{"name":"\\ud83d"}'],
    ['a number beyond range', '{"n":1e999}'],
    ['a name that reaches for the prototype', '{"__proto__":{"admin":true}}'],
    ['nesting of 33', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['nesting without an end', '['.repeat(500_000)],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
  ])('is refused with %s', (_what, text) => {
    expect(refusal(text).code).toBe('invalid_json');
  });

  it.each([
    ['{"x":[1,{"b":{"c":1,"c":2}}]}', 'x[1].b.c'],
    ['[[],[{"a":"x,y","__proto__":1}]]', '[1][0].__proto__'],
    ['{"a":{"b":1},"c":["x","\\ud83d"]}', 'c[1]'],
  ])('is told where the fault is in %s', (text, path) => {
    expect(refusal(text).fields).toMatchObject([{ path }]);
  });

  it('may be nested 32 deep, and use a name again in another object', () => {
    expect(() => parse(`${'['.repeat(32)}${']'.repeat(32)}`)).not.toThrow();
    expect(parse('[{"a":1},{"a":2,"b":{"a":3}}]')).toEqual([{ a: 1 }, { a: 2, b: { a: 3 } }]);
  });

  it('may hold marks and escapes inside texts', () => {
    expect(parse('{"a":"{\\"b\\":[,","c":"\\\\"}')).toEqual({ a: '{"b":[,', c: '\\' });
  });
});
