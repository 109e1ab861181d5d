import fc from 'fast-check';

/** Generates values that most fields reject or that often cause faults in parsers. */
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

/** Generates the value with one part replaced or removed, or with an unknown field added. */
export function brokenValue(whole: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const kinds = fc.constantFrom('replace', 'remove', 'add');
  return fc
    .tuple(whole, fc.nat(1000), junk, kinds)
    .map(([value, position, other, kind]) =>
      mutateAt(value, { skip: position % countParts(value), other, kind }),
    );
}

interface Mutation {
  /** Number of parts before the part to change. */
  skip: number;
  readonly other: unknown;
  readonly kind: 'replace' | 'remove' | 'add';
}

const partsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

const countParts = (value: unknown): number =>
  1 + partsOf(value).reduce<number>((sum, part) => sum + countParts(part), 0);

/** Changes one part of the value. Parts are counted depth first, each before its children. */
function mutateAt(value: unknown, mutation: Mutation): unknown {
  if (mutation.skip === 0) {
    mutation.skip -= 1;
    return mutated(value, mutation);
  }
  mutation.skip -= 1;
  if (Array.isArray(value)) return value.map((part) => mutateAt(part, mutation)).filter(isKept);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, mutateAt(part, mutation)] as const);
  return Object.fromEntries(parts.filter(([, part]) => isKept(part)));
}

const removed = Symbol('removed');
const isKept = (part: unknown): boolean => part !== removed;

function mutated(value: unknown, { other, kind }: Mutation): unknown {
  if (kind === 'remove') return removed;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return kind === 'add' && isObject ? { ...value, nonsense: other } : other;
}

/** Returns the value as a request body: `undefined` if the whole value was removed. */
export const asBody = (value: unknown): unknown => (value === removed ? undefined : value);
