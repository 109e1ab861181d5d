import { describe, expect, it } from 'vitest';
import { valueAt } from './json-pointer.ts';

describe('valueAt', () => {
  const document = { data: [{ name: 'Ada' }, null], 'a/b': 1, 'm~n': 2, '': { '': 3 } };

  it.each([
    ['', document],
    ['/data/0/name', 'Ada'],
    ['/data/1', null],
    ['/a~1b', 1],
    ['/m~0n', 2],
    ['//', 3],
  ])('finds %j', (pointer, value) => {
    expect(valueAt(document, pointer)).toEqual(value);
  });

  it.each([
    '/data/2',
    '/data/-',
    '/data/00',
    '/data/length',
    '/data/1/name',
    '/none',
    '/toString',
    '/data/0/name/0',
  ])('finds nothing at %j', (pointer) => {
    expect(valueAt(document, pointer)).toBeUndefined();
  });
});
