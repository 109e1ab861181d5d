import { describe, expect, it } from 'vitest';
import { versionChanges } from './version-changes.ts';

const changes = (before: unknown, after: unknown) => [...versionChanges(before, after)];

describe('versionChanges', () => {
  it('returns nothing for equal documents', () => {
    expect(changes({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
  });

  it('names added, removed and replaced fields by pointer, with escaped names', () => {
    const found = changes({ a: 1, 'x/y~z': 1, gone: true }, { a: 2, 'x/y~z': 2, added: { b: [] } });
    expect(found).toEqual([
      { op: 'replace', pointer: '/a', before: 1, after: 2 },
      { op: 'replace', pointer: '/x~1y~0z', before: 1, after: 2 },
      { op: 'remove', pointer: '/gone', before: true },
      { op: 'add', pointer: '/added', after: { b: [] } },
    ]);
  });

  it('matches list elements by id, so that an insertion does not change those behind it', () => {
    const before = { nodes: [{ id: 'a', text: '1' }, { id: 'b', text: '2' }, { id: 'c' }] };
    const after = { nodes: [{ id: 'new' }, { id: 'a', text: '1' }, { id: 'b', text: '3' }] };
    expect(changes(before, after)).toEqual([
      { op: 'remove', pointer: '/nodes/2', element: 'c', before: { id: 'c' } },
      { op: 'add', pointer: '/nodes/0', element: 'new', after: { id: 'new' } },
      { op: 'replace', pointer: '/nodes/2/text', element: 'b', before: '2', after: '3' },
    ]);
  });

  it('matches list elements by name, and reports another order', () => {
    const [one, two] = [{ name: 'one' }, { name: 'two' }];
    expect(changes({ tools: [one, two] }, { tools: [two, one] })).toEqual([
      { op: 'reorder', pointer: '/tools', before: ['one', 'two'], after: ['two', 'one'] },
    ]);
  });

  it.each([
    ['texts', ['a', 'b'], ['a']],
    ['elements with one id', [{ id: 'a' }, { id: 'a' }], [{ id: 'a' }]],
    ['elements without an id', [{ value: 1 }], [{ value: 2 }]],
  ])('replaces a list of %s as a whole', (_, before, after) => {
    expect(changes({ list: before }, { list: after })).toEqual([
      { op: 'replace', pointer: '/list', before, after },
    ]);
  });

  it('replaces a value of another type', () => {
    expect(changes({ text: 'Hello' }, { text: { en: 'Hello' } })).toEqual([
      { op: 'replace', pointer: '/text', before: 'Hello', after: { en: 'Hello' } },
    ]);
    expect(changes({ a: null }, { a: [] })).toEqual([
      { op: 'replace', pointer: '/a', before: null, after: [] },
    ]);
  });
});
