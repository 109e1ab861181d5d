import { z } from 'zod';

type Json = Record<string, unknown>;

/**
 * The named schemas of an OpenAPI document, each once. A name that means the same in requests and in answers is one
 * component; one that differs (defaults, unknown fields) gets a second name for requests.
 */
export class SchemaCollection {
  readonly #components = new Map<string, string>();

  /** The schema as requests must be. */
  input(schema: z.ZodType): Json {
    return this.#collect(schema, 'input');
  }

  /** The schema as answers are. New fields may join an answer, so it does not forbid others. */
  output(schema: z.ZodType): Json {
    return this.#collect(schema, 'output');
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
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
    const definitions = Object.entries($defs as Json);
    const names = this.#names(definitions, io);
    for (const [name, value] of definitions) this.#components.set(names.get(name)!, spell(value, names, io));
    return JSON.parse(spell(root, names, io)) as Json;
  }

  /** A rename changes the text of whatever refers to the name, so it is repeated until nothing conflicts. */
  #names(definitions: readonly [string, unknown][], io: 'input' | 'output'): Map<string, string> {
    // Only the recursive values of JSON have no name of their own.
    const names = new Map(definitions.map(([name]) => [name, name.replace(/^__schema\d+$/, 'JsonValue')]));
    for (let found = this.#conflict(definitions, names, io); found !== undefined;) {
      names.set(found, following(names.get(found)!, io));
      found = this.#conflict(definitions, names, io);
    }
    return names;
  }

  /** A definition whose name means something else already, in the document or earlier in the list. */
  #conflict(
    definitions: readonly [string, unknown][],
    names: ReadonlyMap<string, string>,
    io: 'input' | 'output',
  ): string | undefined {
    const taken = new Map(this.#components);
    for (const [name, value] of definitions) {
      const text = spell(value, names, io);
      const wanted = names.get(name)!;
      if ((taken.get(wanted) ?? text) !== text) return name;
      taken.set(wanted, text);
    }
    return undefined;
  }
}

/** Agent → AgentInput → AgentInput2 → … */
function following(name: string, io: 'input' | 'output'): string {
  const suffix = io === 'input' ? 'Input' : 'Output';
  const match = new RegExp(`${suffix}(\\d*)$`).exec(name);
  if (match === null) return name + suffix;
  return name.slice(0, match.index) + suffix + String(Number(match[1] || '1') + 1);
}

/** As text, with references into the document's components. */
function spell(value: unknown, names: ReadonlyMap<string, string>, io: 'input' | 'output'): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (io === 'output' && key === 'additionalProperties' && inner === false) return undefined;
    if (key !== '$ref' || typeof inner !== 'string') return inner;
    const name = inner.replace('#/$defs/', '');
    return `#/components/schemas/${names.get(name) ?? name}`;
  });
}
