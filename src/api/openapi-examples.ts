import { z } from 'zod';
import { isBinaryReply, type Endpoint } from './endpoint.ts';
import type { Json } from './openapi-components.ts';
import { examplesByFormat, idCharacters, valuesByName } from './openapi-example-values.ts';
import { requestExamples } from './openapi-request-examples.ts';

/** Id prefixes by the tag of the operation, or by the field that holds the object. */
const prefixes: Readonly<Record<string, string>> = {
  Agents: 'agent',
  agent: 'agent',
  Flows: 'flow',
  Calls: 'call',
  'Active calls': 'call',
  'Batch calls': 'batch',
  Conversations: 'conv',
  messages: 'msg',
  Dispositions: 'disp',
  Numbers: 'num',
  Keys: 'key',
  Workspaces: 'ws',
  Users: 'usr',
  Webhooks: 'whk',
};

/** The position of a value: the name of its field, and the tag or field that contains it. */
interface Position {
  readonly name: string;
  readonly parent: string;
}

/** Returns an example of the request body; `undefined` if there is none. Handwritten examples come first. */
export function requestExample(endpoint: Endpoint): Json | undefined {
  if (endpoint.body === undefined) return undefined;
  const value = requestExamples[endpoint.operationId];
  return { value: value ?? sampleOf(endpoint.body, 'input', endpoint.tag) };
}

/** Returns an example of the success response; null if it is not JSON. */
export function responseExample(endpoint: Endpoint): Json {
  if (isBinaryReply(endpoint.reply)) return { value: null };
  return { value: sampleOf(endpoint.reply, 'output', endpoint.tag) };
}

function sampleOf(schema: z.ZodType, io: 'input' | 'output', tag: string): unknown {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return new Sampler($defs as Record<string, Json>).sample(root, { name: '', parent: tag });
}

/** Generates plausible values for JSON schemas, without optional fields. */
class Sampler {
  readonly #definitions: Readonly<Record<string, Json>>;

  constructor(definitions: Readonly<Record<string, Json>>) {
    this.#definitions = definitions;
  }

  sample(schema: Json, position: Position): unknown {
    if ('default' in schema) return schema['default'];
    if (typeof schema['$ref'] === 'string') return this.sample(this.#resolve(schema['$ref']), position);
    if (position.name === 'nextCursor' && 'anyOf' in schema) return null;
    if ('const' in schema) return schema['const'];
    const choices = schema['enum'] ?? schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(schema['enum'])) return schema['enum'][0];
    if (Array.isArray(choices)) return this.sample(choices[0] as Json, position);
    return this.#sampleType(schema, position);
  }

  #sampleType(schema: Json, position: Position): unknown {
    switch (schema['type']) {
      case 'object':
        return this.#sampleObject(schema, position);
      case 'array':
        return [this.sample(schema['items'] as Json, { ...position, parent: position.name })];
      case 'string':
        return sampleText(schema, position);
      case 'boolean':
        return true;
      case 'integer':
      case 'number':
        return Math.max(Number(schema['minimum'] ?? 0), Number(schema['exclusiveMinimum'] ?? 0) + 1);
      default:
        return null;
    }
  }

  #sampleObject({ properties = {}, required = [] }: Json, { name, parent }: Position): Json {
    const requiredFields = new Set(required as string[]);
    const container = name === '' || name === 'data' ? parent : name;
    const entries = Object.entries(properties as Record<string, Json>)
      .filter(([field]) => requiredFields.has(field))
      .map(([field, schema]) => [field, this.sample(schema, { name: field, parent: container })]);
    return Object.fromEntries(entries) as Json;
  }

  #resolve(reference: string): Json {
    return this.#definitions[reference.replace('#/$defs/', '')] ?? {};
  }
}

function sampleText(schema: Json, { name, parent }: Position): unknown {
  const {
    pattern,
    format,
    minLength = 0,
  } = schema as { pattern?: string; format?: string; minLength?: number };
  if (/^_?id$/.test(name) && pattern === undefined) return `${prefixes[parent] ?? 'id'}_${idCharacters}`;
  const example = valuesByName[name] ?? examplesByFormat[format ?? ''];
  return example ?? textOfPattern(pattern) ?? 'text'.padEnd(minLength, ' of some length');
}

/** Returns a text that matches the pattern, if one of the candidates does. */
function textOfPattern(pattern: string | undefined): string | undefined {
  const candidates = ['answered', '09:00', 'scheduled_callback', '1', '+12025550100', 'America/New_York'];
  return pattern === undefined ? undefined : candidates.find((text) => new RegExp(pattern, 'u').test(text));
}
