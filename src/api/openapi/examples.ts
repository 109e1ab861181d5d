import { z } from 'zod';
import { isBinaryReply, type Endpoint } from '../endpoint.ts';
import type { Json } from './components.ts';
import { examplesByFormat } from './schemas.ts';

/** Returns an example of the request body; `undefined` if there is none. */
export function requestExample({ body }: Endpoint): Json | undefined {
  return body === undefined ? undefined : { value: sampleOf(body, 'input') };
}

/** Returns an example of the success response; null if it is not JSON. */
export function responseExample({ reply }: Endpoint): Json {
  return { value: isBinaryReply(reply) ? null : sampleOf(reply, 'output') };
}

function sampleOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  const sampler = new Sampler($defs as Record<string, Json>);
  const [example] = (root['examples'] ?? sampler.resolve(root)['examples'] ?? []) as unknown[];
  return example ?? sampler.sample(root);
}

/** Returns the example of a JSON schema, or composes one of the examples of its required fields. */
class Sampler {
  readonly #definitions: Readonly<Record<string, Json>>;

  constructor(definitions: Readonly<Record<string, Json>>) {
    this.#definitions = definitions;
  }

  sample(schema: Json): unknown {
    if ('default' in schema) return schema['default'];
    if (Array.isArray(schema['examples'])) return schema['examples'][0];
    if ('$ref' in schema)
      return this.sample(this.#definitions[String(schema['$ref']).replace('#/$defs/', '')]!);
    if ('const' in schema) return schema['const'];
    if (Array.isArray(schema['enum'])) return schema['enum'][0];
    const choices = schema['anyOf'] ?? schema['oneOf'];
    return Array.isArray(choices) ? this.sample(choices[0] as Json) : this.#sampleType(schema);
  }

  #sampleType(schema: Json): unknown {
    switch (schema['type']) {
      case 'object':
        return this.#sampleObject(schema);
      case 'array':
        return [this.sample(schema['items'] as Json)];
      case 'string':
        return examplesByFormat[String(schema['format'])] ?? 'text';
      case 'boolean':
        return true;
      case 'integer':
      case 'number':
        return Math.max(Number(schema['minimum'] ?? 0), Number(schema['exclusiveMinimum'] ?? 0) + 1);
      default:
        return null;
    }
  }

  #sampleObject({ properties = {}, required = [] }: Json): Json {
    const fields = properties as Record<string, Json>;
    return Object.fromEntries((required as string[]).map((name) => [name, this.sample(fields[name]!)]));
  }

  /** Returns the schema to which a reference refers. */
  resolve(schema: Json): Json {
    return this.#definitions[String(schema['$ref']).replace('#/$defs/', '')] ?? schema;
  }
}
