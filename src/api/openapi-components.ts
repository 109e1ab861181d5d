import { SchemaCollection } from './openapi-schemas.ts';

export type Json = Record<string, unknown>;

type Kind = 'examples' | 'parameters' | 'responses';

/** Collects the parts that several operations share. Each is in the document once, and the operations refer to it. */
export class Components {
  readonly schemas = new SchemaCollection();
  readonly #shared: Record<Kind, Map<string, string>> = {
    examples: new Map(),
    parameters: new Map(),
    responses: new Map(),
  };

  /** Adds an example. Equal names mean equal examples. */
  example(name: string, example: Json): Json {
    return this.#share('examples', name, example);
  }

  /** Adds a parameter. Equal parameters of one name are one component; different ones stay inline. */
  parameter(parameter: Json & { readonly name: string }): Json {
    const required = parameter['required'] === true ? '.required' : '';
    return this.#share('parameters', `${parameter.name}${required}`, parameter);
  }

  /** Adds a response. Equal responses are one component; a number makes the name unique. */
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
    const known = this.#shared[kind].get(name);
    if (known !== undefined && known !== text) return value;
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
