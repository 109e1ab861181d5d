import fc from 'fast-check';

/** What hardly any field takes, and what has brought down other programs. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    null,
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    '__proto__',
    "'; drop table calls; --",
    '{{customer.name}}',
    '${7*7}',
    '../../etc/passwd',
    'a'.repeat(5000),
    -1,
    0.1,
    2 ** 31,
    2 ** 53,
    1e308,
    [],
    {},
    [[[[[[]]]]]],
    { __proto__: null, constructor: { prototype: 1 } },
  ),
);

/** The value with one part of it replaced, left out or joined by something that nobody asked for. */
export function broken(whole: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const how = fc.constantFrom('replace', 'remove', 'add');
  return fc
    .tuple(whole, fc.nat(1000), junk, how)
    .map(([value, place, other, way]) => breakAt(value, { left: place % countParts(value), other, way }));
}

interface Damage {
  /** Parts to pass before the one that is broken. */
  left: number;
  readonly other: unknown;
  readonly way: 'replace' | 'remove' | 'add';
}

const partsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

const countParts = (value: unknown): number =>
  1 + partsOf(value).reduce<number>((sum, part) => sum + countParts(part), 0);

/** Parts are counted from the outside in. */
function breakAt(value: unknown, damage: Damage): unknown {
  if (damage.left === 0) {
    damage.left -= 1;
    return damaged(value, damage);
  }
  damage.left -= 1;
  if (Array.isArray(value)) return value.map((part) => breakAt(part, damage)).filter(isKept);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, breakAt(part, damage)] as const);
  return Object.fromEntries(parts.filter(([, part]) => isKept(part)));
}

const removed = Symbol('removed');
const isKept = (part: unknown): boolean => part !== removed;

function damaged(value: unknown, { other, way }: Damage): unknown {
  if (way === 'remove') return removed;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return way === 'add' && isObject ? { ...value, nonsense: other } : other;
}

/** A body may be left out as a whole. */
export const asBody = (value: unknown): unknown => (value === removed ? undefined : value);
