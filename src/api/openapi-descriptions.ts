import { enumDescriptions } from './openapi-enum-descriptions.ts';
import { exampleTime, fieldExamples, idCharacters, schemaIdPrefixes } from './openapi-example-values.ts';
import { fieldDescriptions } from './openapi-field-descriptions.ts';
import { flowDescriptions } from './openapi-flow-descriptions.ts';

type Json = Record<string, unknown>;

/** Patterns of schema names that share field descriptions, each with the name under which the descriptions are listed. */
const schemaFamilies: readonly (readonly [RegExp, string])[] = [
  [/Node$/, 'FlowNode'],
  [/Condition$/, 'FlowCondition'],
  [/^(?:Saved)?(?:Call|Message)Flow$/, 'Flow'],
  [/^SavedAgent$/, 'Agent'],
];

/**
 * Returns the description of a field.
 * @param owner path of the object that contains the field: the schema, then parent fields, such as `CallDetail.analysis`
 */
export const descriptionFor = (owner: string, name: string): string | undefined =>
  valueFor(fieldDescriptions, owner, name);

/** Returns the most specific entry for a field: by its schema, its parent field, the family of its schema, or its name alone. */
function valueFor<Value>(
  table: Readonly<Record<string, Value>>,
  owner: string,
  name: string,
): Value | undefined {
  const [schema = '', ...parents] = owner.split('.');
  const plain = plainName(schema);
  const family = schemaFamilies.find(([pattern]) => pattern.test(plain))?.[1];
  const owners = [[plain, ...parents].join('.'), parents.at(-1), parents.length === 0 ? family : undefined];
  const key = owners.map((parent) => `${parent}.${name}`).find((path) => Object.hasOwn(table, path));
  return table[key ?? name];
}

/** Returns the name of a schema without the suffix of its request or response variant. */
const plainName = (schema: string): string => schema.replace(/(?:Input|Output)\d*$/, '');

/** Adds descriptions and examples to all fields of a schema that have none. */
export function describeFields(schema: unknown, owner: string): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema)) return schema.forEach((item) => describeFields(item, owner));
  const { properties = {}, items, anyOf, oneOf, additionalProperties } = schema as Json;
  for (const [name, field] of Object.entries(properties as Record<string, Json>)) {
    describeField(owner, name, field);
    describeFields(field, flattenedFields.has(name) ? owner : `${owner}.${name}`);
  }
  for (const inner of [items, anyOf, oneOf, additionalProperties]) describeFields(inner, owner);
}

const fixedValueKeys = ['const', 'enum', 'default'];

/** Returns the example of a string or number field without fixed values; `undefined` if none is known. */
function fieldExample(owner: string, name: string, schema: Json): unknown {
  const value = nonNullable(schema);
  const { type, format, pattern } = value;
  if (fixedValueKeys.some((key) => key in schema || key in value)) return undefined;
  if (type === 'string' && format === 'date-time') return exampleTime;
  if (/^_?id$/.test(name) && pattern === undefined) return idExample(owner);
  const example = valueFor(fieldExamples, owner, name);
  return typeof example === (type === 'integer' ? 'number' : type) ? example : undefined;
}

function idExample(owner: string): string | undefined {
  const prefix = schemaIdPrefixes[plainName(owner.split('.').at(-1)!)];
  return prefix === undefined ? undefined : `${prefix}_${idCharacters}`;
}

/** Returns the schema of a nullable value without the null. */
function nonNullable(schema: Json): Json {
  const choices = (schema['anyOf'] as Json[] | undefined)?.filter(({ type }) => type !== 'null') ?? [];
  return choices.length === 1 ? choices[0]! : schema;
}

function describeField(owner: string, name: string, field: Json): void {
  const description = field['description'] ?? descriptionFor(owner, name);
  if (description !== undefined) field['description'] = description;
  const example = fieldExample(owner, name, field);
  if (example !== undefined) field['examples'] ??= [example];
}

/** Fields whose children are listed under the parent schema. */
const flattenedFields: ReadonlySet<string> = new Set(['data', 'config']);

/** Adds title, description and example to a named schema. */
export function describeSchema(id: string, schema: Json): void {
  const values = enumDescriptions[id];
  if (values !== undefined) {
    const { title, description, example } = values;
    const lines = Object.entries(values.values).map(([value, text]) => `- \`${value}\`: ${text}`);
    Object.assign(schema, {
      title,
      description: [description, '', ...lines].join('\n'),
      examples: [example],
    });
  }
  const text = flowDescriptions[id];
  if (text === undefined) return;
  const { title, description, example } = text;
  Object.assign(schema, { title, description, ...(example !== undefined && { examples: [example] }) });
}
