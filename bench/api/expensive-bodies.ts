import type { JsonSchema } from '../../test/api-properties/valid-values.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Below this depth a recursive schema gets no further members. */
const maxDepth = 6;
/** Number of items if the schema sets no limit. */
const itemsWhenUnlimited = 2000;
/** Members per object. */
const maxMembers = 2000;
const charactersWhenUnlimited = 20_000;

/** Returns the largest value that the schema allows, of roughly at most `bytes`. */
export function largestValue(schema: JsonSchema, schemas: Schemas, bytes: number, depth = 0): unknown {
  if (bytes < 16 || depth > maxDepth) return smallestValue(schema);
  if (schema.$ref !== undefined) {
    const named = schemas[schema.$ref.replace('#/components/schemas/', '')];
    return largestValue(named ?? {}, schemas, bytes, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.at(-1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    const candidates = choices.map((choice) => largestValue(choice, schemas, bytes, depth + 1));
    return candidates.sort((left, right) => sizeOf(right) - sizeOf(left))[0];
  }
  return largestOfType(schema, schemas, bytes, depth);
}

const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length;

const smallestValue = ({ type }: JsonSchema): unknown =>
  type === 'object' ? {} : type === 'array' ? [] : type === 'string' ? '' : null;

function largestOfType(schema: JsonSchema, schemas: Schemas, bytes: number, depth: number): unknown {
  switch (schema.type) {
    case 'string':
      return text(schema, bytes);
    case 'integer':
    case 'number':
      return schema.maximum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return list(schema, schemas, bytes, depth);
    case 'object':
      return members(schema, schemas, bytes, depth);
    default:
      return null;
  }
}

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-02-01T10:00:00Z',
  email: `${'a'.repeat(60)}@example.com`,
  uri: `https://example.com/${'a'.repeat(2000)}`,
};

function text({ format, pattern, maxLength }: JsonSchema, bytes: number): string {
  if (format !== undefined && byFormat[format] !== undefined) return byFormat[format];
  const length = Math.min(maxLength ?? charactersWhenUnlimited, bytes);
  return pattern === undefined ? '{{x}} '.repeat(Math.ceil(length / 6)).slice(0, length) : 'a'.repeat(length);
}

function list(
  { items = {}, maxItems }: JsonSchema,
  schemas: Schemas,
  bytes: number,
  depth: number,
): unknown[] {
  const item = largestValue(items, schemas, bytes / Math.min(maxItems ?? 100, 100), depth + 1);
  const fitting = Math.floor(bytes / Math.max(sizeOf(item) + 1, 2));
  return Array.from({ length: Math.min(maxItems ?? itemsWhenUnlimited, fitting) }, () => item);
}

function members(schema: JsonSchema, schemas: Schemas, bytes: number, depth: number): object {
  const { properties = {}, additionalProperties: more } = schema;
  const names = Object.keys(properties);
  const share = bytes / Math.max(names.length, 1);
  const named = names.map(
    (name) => [name, largestValue(properties[name]!, schemas, share * 4, depth + 1)] as const,
  );
  const extraCount = typeof more === 'object' ? Math.min(Math.floor(bytes / 16), 1000) : 0;
  const additional = Array.from({ length: extraCount }, (_, index) => {
    const value = largestValue(more as JsonSchema, schemas, Math.min(bytes / extraCount, 200), depth + 1);
    return [`n${index}`, value] as const;
  });
  return Object.fromEntries([...additional, ...named]);
}

/** Returns bodies that every schema rejects and that are expensive to parse or reject: each of `bytes`, with at most `values` values. */
export function hostileBodies(
  fields: readonly string[],
  { bytes, values }: { readonly bytes: number; readonly values: number },
): ReadonlyMap<string, string> {
  const available = bytes - 100;
  const repeated = (part: string, maxCount = values) =>
    part.repeat(Math.max(Math.min(Math.floor(available / part.length), maxCount) - 2, 0));
  const names = Math.max(Math.min(Math.floor(available / 12), values, maxMembers) - 5, 1);
  const objectOf = (member: (index: number) => string, count = names) =>
    `{${Array.from({ length: count }, (_, index) => member(index)).join(',')}}`;
  const similar = fields.find((field) => field.length > 5) ?? 'phoneNumber';
  const inField = (value: string): [string, string][] =>
    fields.map((field) => [`wrong ${field}: ${value.slice(0, 8)}`, `{"${field}":${value}}`]);
  return new Map([
    ['unknown names', objectOf((index) => `"k${index}":1`)],
    ['names like a field', objectOf((index) => `"${similar}${index % 10}${index}":1`, Math.floor(names / 3))],
    ['objects with different names', objectsWithDistinctNames(values)],
    ['a name twice, at the end', objectOf((index) => `"k${index === names - 1 ? 0 : index}":1`)],
    ['lists in a list', `[${repeated('[],', Math.floor(values / 2))}1]`],
    ['numbers', `[${repeated('1,')}1]`],
    ['a NUL at the end', `["${'\\\\n'.repeat(available / 4)}\\u0000"]`],
    ['escapes', `{"a":"${'\\u0041'.repeat(available / 6)}"}`],
    ['unlimited depth', '['.repeat(available)],
    ['values above the limit', `[${'1,'.repeat(available / 2 - 2)}1]`],
    ['broken at the end', `[${repeated('1,')}1`],
    ['unterminated string', `["${'\\"'.repeat(available / 2)}`],
    ['decimals', `[${repeated('1.2345678901234567e-10,')}1]`],
    ...inField(`[${repeated('{},', Math.floor(values / 2))}{}]`),
    ...inField(`[${repeated('1,')}1]`),
    ...inField(`["${'x'.repeat(available - 50)}"]`),
    ...inField(`"${'a'.repeat(available - 60)}"`),
    ...inField(`"${'9'.repeat(available - 60)}"`),
    ...inField(`"+${'1 '.repeat(available / 2 - 60)}"`),
    ...inField(`"${'{{a.b}} '.repeat(available / 8 - 10)}"`),
    ...inField(objectOf((index) => `"k${index}":{}`, Math.floor(names / 2))),
  ]);
}

/** Returns a list of objects in which no name occurs twice. */
function objectsWithDistinctNames(values: number): string {
  const members = Math.min(Math.floor(values / 20), 1000);
  const object = (index: number) =>
    `{${Array.from({ length: members }, (_, at) => `"k${index}_${at}":1`).join(',')}}`;
  return `[${Array.from({ length: 18 }, (_, index) => object(index)).join(',')}]`;
}
