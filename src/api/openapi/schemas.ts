import { z } from 'zod';

type Json = Record<string, unknown>;

/** Example texts by the format of the schema. */
export const examplesByFormat: Readonly<Record<string, string>> = {
  date: '2026-12-01',
  'date-time': '2026-12-01T15:30:00.000Z',
  uri: 'https://example.com/hook',
  email: 'ada@example.com',
};

/**
 * Collects the named schemas of an OpenAPI document. A schema that is equal in requests and responses is one
 * component. If they differ (defaults, unknown fields), the request schema gets a second name.
 */
export class SchemaCollection {
  readonly #components = new Map<string, string>();

  /** Returns the schema of a request. */
  input(schema: z.ZodType): Json {
    return this.#collect(schema, 'input');
  }

  /** Returns the schema of a response. It allows additional fields, because later versions may add some. */
  output(schema: z.ZodType): Json {
    return this.#collect(schema, 'output');
  }

  /** Returns the schema of a query parameter, with its description. */
  field(schema: z.ZodType): Json {
    const { properties } = this.output(z.object({ field: schema }));
    return (properties as Record<string, Json>)['field']!;
  }

  all(): Record<string, Json> {
    const entries = [...this.#components].sort(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(entries.map(([name, text]) => [name, JSON.parse(text) as Json]));
  }

  #collect(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs = {},
      ...root
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: keepAnnotationsOnly }) as Json;
    const named = $defs as Record<string, Json>;
    // The example of a body is that of its media type.
    if (io === 'input') delete (named[String(root['$ref']).replace('#/$defs/', '')] ?? root)['examples'];
    const definitions = Object.entries(named);
    for (const value of [...Object.values(named), root]) {
      annotateFields(value, named);
      addDiscriminator(value, named);
    }
    const names = this.#names(definitions, io);
    for (const [name, value] of definitions)
      this.#components.set(names.get(name)!, serialize(value, names, io));
    return JSON.parse(serialize(root, names, io)) as Json;
  }

  /** Assigns a component name to each definition, references first, because the text of a definition contains their names. */
  #names(definitions: readonly [string, unknown][], io: 'input' | 'output'): Map<string, string> {
    // Only the recursive JSON value has no name.
    const names = new Map(definitions.map(([name]) => [name, name.replace(/^__schema\d+$/, 'JsonValue')]));
    const values = new Map(definitions);
    const components = new Map(this.#components);
    const resolved = new Set<string>();
    const resolve = (name: string): void => {
      if (resolved.has(name)) return;
      resolved.add(name);
      for (const inner of referencedNames(values.get(name))) resolve(inner);
      const text = () => serialize(values.get(name), names, io);
      while ((components.get(names.get(name)!) ?? text()) !== text())
        names.set(name, nextName(names.get(name)!, io));
      components.set(names.get(name)!, text());
    };
    for (const [name] of definitions) resolve(name);
    return names;
  }
}

const annotations: ReadonlySet<string> = new Set(['$ref', 'description', 'default']);

/** Removes what a reference repeats of the schema to which it refers. */
function keepAnnotationsOnly({ jsonSchema }: { readonly jsonSchema: Json }): void {
  if (!('$ref' in jsonSchema)) return;
  for (const key of Object.keys(jsonSchema)) if (!annotations.has(key)) delete jsonSchema[key];
}

/**
 * Completes the description and examples of all fields of a schema: those of a nullable value apply to the field, and a field without a
 * description has the first sentences of the named schema to which it refers.
 */
function annotateFields(schema: unknown, named: Readonly<Record<string, Json>>): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema)) return schema.forEach((item) => annotateFields(item, named));
  const { properties = {}, items, anyOf, oneOf, additionalProperties } = schema as Json;
  for (const field of Object.values(properties as Record<string, Json>)) {
    annotate(field, named);
    annotateFields(field, named);
  }
  for (const inner of [items, anyOf, oneOf, additionalProperties]) annotateFields(inner, named);
}

function annotate(field: Json, named: Readonly<Record<string, Json>>): void {
  const branch = nonNullable(field);
  const { description, examples, ...value } = branch;
  if (branch !== field) field['anyOf'] = [value, { type: 'null' }];
  const target = named[String(value['$ref']).replace('#/$defs/', '')];
  const firstSentences = (target?.['description'] as string | undefined)?.split('\n\n')[0];
  const example = 'default' in field ? undefined : examplesByFormat[String(value['format'])];
  field['description'] ??= description ?? firstSentences;
  field['examples'] ??= examples ?? (example && [example]);
}

/** Returns the schema of a nullable value without the null. */
function nonNullable(schema: Json): Json {
  const choices = (schema['anyOf'] as Json[] | undefined)?.filter(({ type }) => type !== 'null') ?? [];
  return choices.length === 1 ? choices[0]! : schema;
}

/**
 * Adds a discriminator to a union of named schemas that differ in the constant of a required field (OpenAPI 3.1 §4.8.25), so that
 * clients and the API reference show the alternatives by name.
 */
function addDiscriminator(union: Json, definitions: Json): void {
  const references = ((union['oneOf'] ?? []) as Json[]).map(({ $ref }) => $ref);
  if (references.length < 2 || references.some((reference) => reference === undefined)) return;
  const options = (references as string[]).map((reference) => ({
    reference,
    schema: definitions[reference.replace('#/$defs/', '')] as Json,
  }));
  const mapping = Object.fromEntries(
    options.flatMap(({ reference, schema }) => {
      const value = discriminatorOf(schema);
      return value === undefined ? [] : [[value, reference]];
    }),
  );
  if (Object.keys(mapping).length === options.length)
    union['discriminator'] = { propertyName: discriminatorField, mapping };
}

const discriminatorField = 'type';

function discriminatorOf({ properties, required = [] }: Json): string | undefined {
  if (!(required as string[]).includes(discriminatorField)) return undefined;
  return (properties as Record<string, { const?: string }>)[discriminatorField]?.const;
}

/** Returns the names of the referenced definitions. */
function referencedNames(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map((match) => match[1]!);
}

/** Returns the next candidate: Agent → AgentInput → AgentInput2 → … */
function nextName(name: string, io: 'input' | 'output'): string {
  const suffix = io === 'input' ? 'Input' : 'Output';
  const match = new RegExp(`${suffix}(\\d*)$`).exec(name);
  if (match === null) return name + suffix;
  return name.slice(0, match.index) + suffix + String(Number(match[1] || '1') + 1);
}

/** Returns the JSON text. References point to the components of the document. */
function serialize(value: unknown, names: ReadonlyMap<string, string>, io: 'input' | 'output'): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (io === 'output' && key === 'additionalProperties' && inner === false) return undefined;
    // A reference is the value of a `$ref`, or of an entry in the mapping of a discriminator.
    if (typeof inner !== 'string' || !inner.startsWith('#/$defs/')) return inner;
    const name = inner.replace('#/$defs/', '');
    return `#/components/schemas/${names.get(name) ?? name}`;
  });
}
