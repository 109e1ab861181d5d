import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** The most subschemas of a tool after references are resolved, and the most characters of its arguments. */
const maxSubschemas = 1_000;
const maxArgumentCharacters = 16 * 1024;
const maxReportedFaults = 5;

/** Returns the first fault of the arguments in a sentence; undefined if they match. */
export type ArgumentCheck = (args: unknown) => string | undefined;

type CompiledParameters = { readonly check: ArgumentCheck } | { readonly fault: string };

/** Schemas of recent calls, by their JSON. */
const compiledSchemas = new LRUCache<string, CompiledParameters>({ max: 500 });

type Json = Readonly<Record<string, unknown>>;

/** A schema that cannot be checked. The message is a sentence. */
class UnsupportedSchema extends Error {
  override readonly name = 'UnsupportedSchema';
}

/**
 * Returns a function that checks arguments against a JSON Schema of a customer, or why the schema is not supported. Regular expressions
 * (`pattern`, `patternProperties`) are not checked, because an expression of a customer can block the process.
 */
export function compileParameters(parameters: Json): CompiledParameters {
  const key = JSON.stringify(parameters);
  const known = compiledSchemas.get(key);
  if (known !== undefined) return known;
  const compiled = compile(parameters);
  compiledSchemas.set(key, compiled);
  return compiled;
}

function compile(parameters: Json): CompiledParameters {
  try {
    const schema = z.fromJSONSchema({ type: 'object', ...new SchemaReader(parameters).read() });
    return { check: (args) => faultOf(schema, args) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'invalid schema';
    return { fault: error instanceof UnsupportedSchema ? reason : `The schema is not supported: ${reason}.` };
  }
}

function faultOf(schema: z.ZodType, args: unknown): string | undefined {
  if (typeof args === 'string') return 'The arguments are not valid JSON.';
  if (JSON.stringify(args ?? null).length > maxArgumentCharacters) return 'The arguments are too long.';
  const { error } = schema.safeParse(args);
  if (error === undefined) return undefined;
  const faults = error.issues
    .slice(0, maxReportedFaults)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`));
  return `The arguments do not match the schema. ${faults.join('. ')}.`;
}

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const schemaKeywords = new Set([
  'items',
  'additionalProperties',
  'additionalItems',
  'not',
  'contains',
  'propertyNames',
]);
const listKeywords = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
/** Keywords that are read elsewhere or not checked. */
const ignoredKeywords = new Set([
  '$ref',
  '$defs',
  'definitions',
  '$schema',
  '$id',
  'pattern',
  'patternProperties',
]);

/** Returns schemas without references and regular expressions. */
class SchemaReader {
  readonly #root: Json;
  #subschemas = 0;

  constructor(root: Json) {
    this.#root = root;
  }

  read(): Json {
    if (this.#root['type'] !== undefined && this.#root['type'] !== 'object')
      throw new UnsupportedSchema('The type of the parameters must be object.');
    return this.#schema(this.#root, []) as Json;
  }

  #schema(schema: unknown, references: readonly string[]): unknown {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) throw new UnsupportedSchema('Each subschema must be an object.');
    this.#subschemas += 1;
    if (this.#subschemas > maxSubschemas)
      throw new UnsupportedSchema(`The schema has more than ${maxSubschemas} subschemas.`);
    const { $ref } = schema;
    if (typeof $ref === 'string') return this.#reference($ref, references);
    requireDeclared(schema);
    return Object.fromEntries(
      Object.entries(schema)
        .filter(([keyword]) => !ignoredKeywords.has(keyword))
        .map(([keyword, value]) => [keyword, this.#keyword(keyword, value, references)]),
    );
  }

  #keyword(keyword: string, value: unknown, references: readonly string[]): unknown {
    const isList = listKeywords.has(keyword) || (keyword === 'items' && Array.isArray(value));
    if (isList && Array.isArray(value)) return value.map((item) => this.#schema(item, references));
    if (schemaKeywords.has(keyword)) return this.#schema(value, references);
    if (keyword !== 'properties' || !isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, property]) => [name, this.#schema(property, references)]),
    );
  }

  /** Replaces a reference by its target. */
  #reference(reference: string, references: readonly string[]): unknown {
    const name = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference);
    const definitions = name === null ? undefined : this.#root[name[1]!];
    if (name === null || !isObject(definitions) || !Object.hasOwn(definitions, name[2]!))
      throw new UnsupportedSchema(`The reference ${reference} does not exist. Use #/$defs/NAME.`);
    if (references.includes(reference))
      throw new UnsupportedSchema(`The reference ${reference} is recursive.`);
    return this.#schema(definitions[name[2]!], [...references, reference]);
  }
}

/** Zod requires only declared properties. */
function requireDeclared({ required, properties }: Json): void {
  if (!Array.isArray(required)) return;
  const declared = isObject(properties) ? properties : {};
  const missing = required.find((name) => !Object.hasOwn(declared, String(name)));
  if (missing !== undefined)
    throw new UnsupportedSchema(`required contains ${JSON.stringify(missing)}, which is not in properties.`);
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
