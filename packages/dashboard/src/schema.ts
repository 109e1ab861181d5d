import { schemas } from '@parley/sdk/schemas';

/** The part of JSON Schema that the bodies of the service use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly examples?: readonly unknown[];
  readonly discriminator?: { readonly mapping: Readonly<Record<string, string>> };
  readonly $ref?: string;
}

/** What kind of input a value needs. `byLanguage` is a text, or one text per language; `scalar` a text, number or truth value. */
export type FieldKind =
  | 'boolean'
  | 'enum'
  | 'number'
  | 'text'
  | 'byLanguage'
  | 'lines'
  | 'choices'
  | 'list'
  | 'object'
  | 'record'
  | 'scalar'
  | 'union'
  | 'json';

export interface FieldSchema extends Schema {
  readonly kind: FieldKind;
  readonly isNullable: boolean;
}

/** Returns the schema of the API with the name. */
export const schemaOf = (name: string): Schema => schemas[name] as Schema;

/** Returns the schema behind a reference. Description and default of the reference win. */
export const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : { ...schemaOf(schema.$ref.slice('#/components/schemas/'.length)), ...schema };

/** Returns the schema without its null, and what kind of input it needs. */
export function fieldSchemaOf(reference: Schema): FieldSchema {
  const schema = resolve(reference);
  const alternatives = (schema.anyOf ?? []).flatMap((option) => option.anyOf ?? [option]).map(resolve);
  const withoutNull = alternatives.filter(({ type }) => type !== 'null');
  const types = Array.isArray(schema.type) ? (schema.type as readonly string[]) : [];
  const isNullable = withoutNull.length < alternatives.length || types.includes('null');
  const type = types.find((name) => name !== 'null');
  const single: Schema =
    withoutNull.length === 1
      ? { ...withoutNull[0], ...schema }
      : { ...schema, ...(type !== undefined && { type }) };
  return { ...single, isNullable, kind: kindOf(single, withoutNull) };
}

function kindOf(schema: Schema, alternatives: readonly Schema[]): FieldKind {
  if (schema.discriminator !== undefined) return 'union';
  if (alternatives.length > 1) return kindOfAlternatives(alternatives);
  if (schema.enum !== undefined) return 'enum';
  if (schema.type === 'array') return kindOfList(resolve(schema.items ?? {}));
  if (schema.properties !== undefined) return 'object';
  return kindsByType[String(schema.type)] ?? kindOfMap(schema.additionalProperties);
}

const kindsByType: Readonly<Record<string, FieldKind>> = {
  boolean: 'boolean',
  string: 'text',
  number: 'number',
  integer: 'number',
};

function kindOfMap(values: boolean | Schema | undefined): FieldKind {
  if (typeof values !== 'object') return 'json';
  const { type, properties } = resolve(values);
  return type === 'string' || properties !== undefined ? 'record' : 'json';
}

function kindOfAlternatives(alternatives: readonly Schema[]): FieldKind {
  if (alternatives.every(({ type }) => type === 'string')) return 'text';
  const hasLanguages = alternatives.some(
    ({ type, properties }) => type === 'object' && properties === undefined,
  );
  const hasText = alternatives.some(({ type }) => type === 'string');
  if (hasText && hasLanguages) return 'byLanguage';
  if (hasLanguages && alternatives.some(({ type }) => type === 'array')) return 'lines';
  return hasText ? 'scalar' : 'json';
}

function kindOfList(items: Schema): FieldKind {
  if (items.enum !== undefined) return 'choices';
  if (items.type === 'string') return 'lines';
  return items.properties === undefined ? 'json' : 'list';
}

/** Returns the value that a new element of the schema starts with: the defaults, and required fields without a value. */
export function emptyValueOf(reference: Schema): unknown {
  const schema = resolve(reference);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined && schema.properties === undefined) return schema.default;
  if (schema.properties !== undefined) return emptyObjectOf(schema);
  const { kind, enum: options, minimum } = fieldSchemaOf(schema);
  const empty: Partial<Record<FieldKind, unknown>> = {
    enum: options?.[0],
    boolean: false,
    number: minimum ?? 0,
    lines: [],
    list: [],
    choices: [],
  };
  return Object.hasOwn(empty, kind) ? empty[kind] : '';
}

function emptyObjectOf({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || resolve(properties[name]!).default !== undefined,
  );
  return Object.fromEntries(names.map((name) => [name, emptyValueOf(properties[name]!)]));
}
