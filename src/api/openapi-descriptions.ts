import { enumDescriptions } from './openapi-enum-descriptions.ts';

type Json = Record<string, unknown>;

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
}
