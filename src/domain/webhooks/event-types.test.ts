import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventTypeNames, eventTypes, type EventTypeName } from './event-types.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly format?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const maxListedValues = 8;

const schemas = Object.fromEntries(
  eventTypeNames.map((name) => [name, z.toJSONSchema(eventTypes[name].data, { io: 'output' }) as Schema]),
) as Record<EventTypeName, Schema>;

/** Returns the schema without references and without `null`, which the table shows in its own way. */
function resolved(schema: Schema, root: Schema): { readonly schema: Schema; readonly isNullable: boolean } {
  if (schema.$ref !== undefined) {
    const target = root.$defs![schema.$ref.split('/').at(-1)!]!;
    return resolved({ ...target, ...(schema.description && { description: schema.description }) }, root);
  }
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (others?.length !== 1) return { schema, isNullable: false };
  const inner = resolved(others[0]!, root).schema;
  return {
    schema: { ...inner, description: schema.description ?? inner.description ?? '' },
    isNullable: true,
  };
}

function typeOf(schema: Schema): string {
  if (schema.enum !== undefined && schema.enum.length <= maxListedValues)
    return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.format === 'date-time') return 'time';
  const types = [schema.type].flat().map((type) => (type === 'string' ? 'text' : type));
  return types.join(' or ');
}

/** Returns the rows of a table of fields. `customer.name` is a field of an object, `transcript[].role` one of the objects of a list. */
function rowsOf(root: Schema, object: Schema = resolved(root, root).schema, prefix = ''): string[] {
  return Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
    const { schema, isNullable } = resolved(property, root);
    const items = schema.items === undefined ? undefined : resolved(schema.items, root).schema;
    const type = items === undefined ? typeOf(schema) : 'list';
    const [description = ''] = (schema.description ?? '').split('\n');
    return [
      `| \`${prefix}${name}\` | ${type}${isNullable ? ' or null' : ''} | ${description.replaceAll('|', '\\|')} |`,
      ...rowsOf(root, schema.properties === undefined ? {} : schema, `${prefix}${name}.`),
      ...rowsOf(root, items ?? {}, `${prefix}${name}[].`),
    ];
  });
}

/** Returns the sections of the page. Events with the same fields share one; an event with more fields than an earlier one lists only these. */
function sections(): string[] {
  const groups = [...Map.groupBy(eventTypeNames, (name) => rowsOf(schemas[name]).join('\n'))].map(
    ([rows, names]) => ({ rows: rows.split('\n'), names: names.map((name) => `\`${name}\``).join(', ') }),
  );
  return groups.map(({ rows, names }, index) => {
    const base = groups
      .slice(0, index)
      .findLast((earlier) => earlier.rows.every((row) => rows.includes(row)));
    const own = rows.filter((row) => base?.rows.includes(row) !== true);
    const opening = base === undefined ? '' : `The fields of ${base.names}, and:\n\n`;
    return `## ${names}\n\n${opening}| field | type | meaning |\n|---|---|---|\n${own.join('\n')}\n`;
  });
}

describe('docs/webhook-events.md', () => {
  it('describes each field of each event (`npx vitest run src/domain/webhooks --update=all` writes it)', async () => {
    const page = [
      '# Fields of webhook events\n',
      'This page describes the `data` of each event, field by field. [Webhooks](webhooks.md) describes when events occur and how',
      'they are delivered. Times are ISO 8601 in UTC. Later versions can add fields; they do not remove fields or change their meaning.\n',
      ...sections(),
    ];
    const file = path.resolve(import.meta.dirname, '../../../docs/webhook-events.md');
    await expect(`${page.join('\n').trimEnd()}\n`).toMatchFileSnapshot(file);
  });
});
