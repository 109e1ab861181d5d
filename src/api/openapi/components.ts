import { SchemaCollection } from './schemas.ts';

export type Json = Record<string, unknown>;

type Kind = 'examples' | 'parameters' | 'responses';

/** Collects the components that several operations share. The document contains each component once; operations refer to it. */
export class Components {
  readonly schemas = new SchemaCollection();
  readonly #shared: Record<Kind, Map<string, string>> = {
    examples: new Map(),
    parameters: new Map(),
    responses: new Map(),
  };

  /** Adds an example. Examples of one name must be equal. */
  example(name: string, example: Json): Json {
    return this.#share('examples', name, example);
  }

  /** Adds a parameter. The first parameter of a name is a component; a different parameter of the same name stays inline. */
  parameter(parameter: Json & { readonly name: string }): Json {
    const required = parameter['required'] === true ? '.required' : '';
    return this.#share('parameters', `${parameter.name}${required}`, parameter);
  }

  /** Adds a response. Equal responses are one component. A number makes the name of a different response unique. */
  response(name: string, response: Json): Json {
    return this.#share('responses', this.#freeName(name, response), response);
  }

  #freeName(name: string, response: Json): string {
    const text = JSON.stringify(response);
    const { responses } = this.#shared;
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? name : `${name}.${count}`;
      if ((responses.get(candidate) ?? text) === text) return candidate;
    }
  }

  #share(kind: Kind, name: string, value: Json): Json {
    const text = JSON.stringify(value);
    const existing = this.#shared[kind].get(name);
    if (existing !== undefined && existing !== text) return value;
    this.#shared[kind].set(name, text);
    return { $ref: `#/components/${kind}/${name}` };
  }

  all(): Json {
    const parsed = (kind: Kind) =>
      Object.fromEntries([...this.#shared[kind]].map(([name, text]) => [name, JSON.parse(text) as Json]));
    return {
      schemas: this.schemas.all(),
      parameters: parsed('parameters'),
      responses: parsed('responses'),
      examples: parsed('examples'),
    };
  }
}
