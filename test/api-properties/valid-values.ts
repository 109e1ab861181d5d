import fc from 'fast-check';

/** The subset of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
}

/** Inputs of the generators in addition to the schema. */
export interface GeneratorContext {
  /** The schemas of the document by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Returns values that exist in the workspace for a field name, such as ids of rows. */
  readonly existingValues: (field: string) => readonly unknown[];
}

/** Below this depth only the simplest values are generated, so that recursion ends. */
const maxDepth = 6;

/** Generates small values that the schema allows. Rules that are not in the schema may still reject them. */
export function validValue(schema: JsonSchema, context: GeneratorContext, depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return valueOfReference(schema.$ref, context, depth);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return fc.oneof(...choices.map((choice) => validValue(choice, context, depth + 1)));
  if (schema.allOf !== undefined)
    return fc.tuple(...schema.allOf.map((choice) => validValue(choice, context, depth + 1))).map(mergeAll);
  return valueOfType(schema, context, depth);
}

const mergeAll = (values: readonly unknown[]): unknown => Object.assign({}, ...(values as object[]));

function valueOfReference(
  reference: string,
  context: GeneratorContext,
  depth: number,
): fc.Arbitrary<unknown> {
  if (depth > maxDepth) return fc.constantFrom(null, 0, '');
  const name = reference.replace('#/components/schemas/', '');
  const target = context.components[name];
  if (target === undefined) throw new Error(`The OpenAPI document has no schema ${name}.`);
  return validValue(target, context, depth + 1);
}

function valueOfType(schema: JsonSchema, context: GeneratorContext, depth: number): fc.Arbitrary<unknown> {
  const { minimum, maximum } = schema;
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: Math.ceil(minimum ?? -1000), max: Math.floor(maximum ?? 1_000_000) });
    case 'number':
      return fc.double({ min: minimum ?? -1000, max: maximum ?? 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return arrayOf(schema, context, depth);
    case 'object':
      return objectOf(schema, context, depth);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  const formatted = format === undefined ? undefined : formats[format];
  if (formatted !== undefined) return formatted;
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern), { maxLength: Math.max(minLength, 40) }).filter(fits);
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) });
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': fc
    .date({ min: new Date('2025-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  email: fc.constantFrom('ada@example.com', 'Bob+x@mail.example'),
  uri: fc.constantFrom('https://example.com/hook', 'http://127.0.0.1:1/', 'https://[::1]/x'),
};

function arrayOf(
  { items = {}, minItems = 0, maxItems = 3 }: JsonSchema,
  context: GeneratorContext,
  depth: number,
): fc.Arbitrary<unknown[]> {
  const maxLength = depth > maxDepth ? minItems : Math.max(minItems, Math.min(maxItems, 3));
  return fc.array(validValue(items, context, depth + 1), { minLength: minItems, maxLength });
}

function objectOf(schema: JsonSchema, context: GeneratorContext, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties: additional } = schema;
  const fields = Object.entries(properties)
    .filter(([name]) => depth <= maxDepth || required.includes(name))
    .map(
      ([name, field]) => [name, orExisting(name, validValue(field, context, depth + 1), context)] as const,
    );
  const requiredKeys = [...required].filter((name) => Object.hasOwn(properties, name));
  const own = fc.record(Object.fromEntries(fields), { requiredKeys });
  if (typeof additional !== 'object') return own;
  const names =
    schema.propertyNames === undefined ? fc.string() : validValue(schema.propertyNames, context, depth + 1);
  const others = fc.dictionary(names.map(String), validValue(additional, context, depth + 1), { maxKeys: 2 });
  return fc.tuple(others, own).map(mergeAll);
}

/** Generates `any`, or with a probability of one half an existing value of this field name. */
function orExisting(
  name: string,
  any: fc.Arbitrary<unknown>,
  { existingValues }: GeneratorContext,
): fc.Arbitrary<unknown> {
  const values = existingValues(name);
  return values.length === 0 ? any : fc.oneof(any, fc.constantFrom(...values));
}
