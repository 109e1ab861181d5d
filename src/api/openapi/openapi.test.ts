import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { eventTypeNames, eventTypes, type EventTypeName } from '../../domain/webhooks/event-types.ts';
import { endpoints } from '../endpoints.ts';
import { isBinaryReply, errorCodesOf } from '../endpoint.ts';

type Json = Record<string, unknown>;

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Json>>;
}

interface Media {
  readonly schema: Json;
  readonly examples?: Readonly<Record<string, Json>>;
}

interface Document {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Record<string, Json>; readonly securitySchemes: object };
}

let api: TestApi;
let document: Document;
beforeAll(async () => {
  api = await createTestApi();
  document = (await api.send('GET', '/openapi.json', { key: null })).body as Document;
});
afterAll(() => api.close());

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

const operationOf = ({ path, method }: { path: string; method: string }) =>
  document.paths[path]![method.toLowerCase()]!;

const lookUp = (reference: string) =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => (value as Json | undefined)?.[part], document);

/** Returns the target of a reference, or the value itself if it is not a reference. */
const resolved = (value: Json): Json =>
  typeof value['$ref'] === 'string' ? (lookUp(value['$ref']) as Json) : value;

const mediaOf = (response: Json) =>
  (resolved(response)['content'] as Readonly<Record<string, Media>>)['application/json']!;

interface Field {
  readonly path: string;
  readonly schema: Json;
}

/** Returns every field of a schema, including nested ones, with its path. */
function fieldsIn(schema: unknown, path: string): Field[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema as Json;
  const fields = Object.entries(properties as Record<string, Json>).flatMap(([name, field]) => [
    { path: `${path}.${name}`, schema: field },
    ...fieldsIn(field, `${path}.${name}`),
  ]);
  const inner = [items, additionalProperties, ...(anyOf as Json[]), ...(oneOf as Json[])];
  return [...fields, ...inner.flatMap((schema) => fieldsIn(schema, path))];
}

const schemaFields = () =>
  Object.entries(document.components.schemas).flatMap(([name, schema]) => fieldsIn(schema, name));

const bodyFields = () =>
  operations().flatMap(({ requestBody, responses, operationId }) => [
    ...fieldsIn(requestBody?.content['application/json']?.schema, operationId),
    ...Object.values(responses).flatMap((response) => {
      const { content } = resolved(response) as { content?: Readonly<Record<string, Media>> };
      return fieldsIn(content?.['application/json']?.schema, operationId);
    }),
  ]);

/** Returns the non-null branch of a nullable schema. */
const valueOf = (schema: Json): Json => {
  const choices = ((schema['anyOf'] ?? []) as Json[]).filter(({ type }) => type !== 'null');
  return choices.length === 1 ? choices[0]! : schema;
};

const isFreeValue = (schema: Json): boolean =>
  ['string', 'number', 'integer'].includes(String(valueOf(schema)['type'])) &&
  !['default', 'const', 'enum'].some((key) => key in schema || key in valueOf(schema));

/** Replaces the references of a schema, so that it can validate a value. Recursive schemas accept any value. */
const resolvedDeep = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(resolvedDeep);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as Json;
  if (typeof $ref === 'string' && $ref.endsWith('/JsonValue')) return {};
  const target = typeof $ref === 'string' ? { ...(lookUp($ref) as Json), ...rest } : rest;
  const plain = Object.entries(target).filter(([key]) => key !== 'discriminator');
  return Object.fromEntries(plain.map(([key, inner]) => [key, resolvedDeep(inner)]));
};

const accepts = (schema: Json, value: unknown): boolean =>
  z.fromJSONSchema(resolvedDeep(schema) as never).safeParse(value).success;

describe('/openapi.json', () => {
  it('describes every endpoint once', () => {
    expect(document.openapi).toBe('3.1.0');
    const ids = operations().map(({ operationId }) => operationId);
    expect(ids.sort()).toEqual(endpoints.map(({ operationId }) => operationId).sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has no broken references and no unused components', () => {
    const text = JSON.stringify(document);
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!));
    expect([...references].filter((reference) => lookUp(reference) === undefined)).toEqual([]);
    const shared = ['schemas', 'parameters', 'responses', 'examples', 'headers'].flatMap((kind) =>
      Object.keys(lookUp(`#/components/${kind}`) as Json).map((name) => `#/components/${kind}/${name}`),
    );
    expect(shared.filter((name) => !references.has(name))).toEqual([]);
    expect(text.length).toBeLessThan(1_450_000);
  });

  it('lists every error code of an operation, each with an example', () => {
    const missing = endpoints.flatMap((endpoint) => {
      const { responses } = operationOf(endpoint);
      const listed = Object.values(responses).flatMap((response) => {
        const target = resolved(response);
        const examples = target['content'] === undefined ? {} : (mediaOf(target)?.examples ?? {});
        return Object.keys(examples).filter((code) => String(target['description']).includes(`\`${code}\``));
      });
      return errorCodesOf(endpoint).filter((code) => !listed.includes(code));
    });
    expect(missing).toEqual([]);
  });

  it('has the Idempotency-Key header only for operations that use it', () => {
    const operationIds = operations()
      .filter(({ parameters }) => parameters.map(resolved).some(({ name }) => name === 'Idempotency-Key'))
      .map(({ operationId }) => operationId);
    const expected = endpoints.filter(
      ({ method, scope, reply, isReadOnly }) =>
        method === 'POST' && scope !== 'public' && !isBinaryReply(reply) && isReadOnly !== true,
    );
    expect(operationIds.sort()).toEqual(expected.map(({ operationId }) => operationId).sort());
    for (const operationId of ['signIn', 'previewVoice', 'validateFlow'])
      expect(operationIds).not.toContain(operationId);
  });

  it('describes a partial response of the operations that accept ranges', () => {
    const inParts = operations().filter(({ responses }) => '206' in responses);
    expect(inParts.map(({ operationId }) => operationId)).toEqual(['getRecording']);
  });

  it('requires the workspace header where the endpoint requires it', () => {
    const required = operations()
      .filter(({ parameters }) =>
        parameters.map(resolved).some(({ name, required }) => name === 'x-workspace-id' && required === true),
      )
      .map(({ operationId }) => operationId);
    const expected = endpoints
      .filter((endpoint) => endpoint.workspace === 'required')
      .map((endpoint) => endpoint.operationId);
    expect(required.sort()).toEqual(expected.sort());
    expect(required).toEqual(
      expect.arrayContaining(['getActiveCall', 'listActiveCalls', 'listDispositions']),
    );
  });

  it('describes every tag and parameter', () => {
    expect(document.tags.filter(({ description }) => description.length < 15)).toEqual([]);
    const parameters = operations().flatMap((operation) => operation.parameters.map(resolved));
    expect(parameters.filter(({ description }) => description === undefined)).toEqual([]);
  });

  it('describes every field of a schema', () => {
    const missing = [...schemaFields(), ...bodyFields()].filter(({ schema }) => !schema['description']);
    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  it('contains an example for every string and number field that its schema accepts', () => {
    const fields = schemaFields().filter(({ schema }) => isFreeValue(schema));
    expect(fields.filter(({ schema }) => schema['examples'] === undefined).map(({ path }) => path)).toEqual(
      [],
    );
    const wrong = fields.filter(({ schema }) => !accepts(schema, (schema['examples'] as unknown[])[0]));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('contains a title, a description and a valid example for every node type, condition type and status', () => {
    const named = Object.entries(document.components.schemas).filter(
      ([name, schema]) => 'enum' in schema || /(?:Node|Condition|Status)(?:Input)?$/.test(name),
    );
    expect(named.length).toBeGreaterThan(60);
    for (const [name, schema] of named) {
      expect({ name, ...schema }).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
      });
      if ('oneOf' in schema) continue;
      const [example] = schema['examples'] as unknown[];
      expect({ name, isValid: accepts(schema, example) }).toEqual({ name, isValid: true });
    }
  });

  it('names every value of a status in its description', () => {
    const { schemas } = document.components;
    const missing = Object.entries(schemas).flatMap(([name, { enum: values = [], description }]) =>
      (values as string[])
        .filter((value) => !String(description).includes(`\`${value}\`: `))
        .map((value) => `${name}.${value}`),
    );
    expect(missing).toEqual([]);
    const inline = schemaFields().filter(({ path, schema }) => path.endsWith('.status') && 'enum' in schema);
    expect(inline.map(({ path }) => path)).toEqual(['UserPatch.status', 'WebhookPatch.status']);
  });

  it.each([
    ['FlowNode', 15],
    ['FlowNodeInput', 15],
    ['FlowCondition', 8],
    ['FlowConditionInput', 8],
    ['Flow', 2],
  ])('discriminates the alternatives of %s by their type', (name, count) => {
    const { oneOf, discriminator } = document.components.schemas[name] as {
      oneOf: { $ref: string }[];
      discriminator: { propertyName: string; mapping: Record<string, string> };
    };
    expect(discriminator.propertyName).toBe('type');
    expect(Object.values(discriminator.mapping)).toEqual(oneOf.map(({ $ref }) => $ref));
    expect(oneOf).toHaveLength(count);
    for (const [type, reference] of Object.entries(discriminator.mapping))
      expect(lookUp(reference)).toMatchObject({ properties: { type: { const: type } } });
  });

  it.each(endpoints.map((endpoint) => ({ name: endpoint.operationId, endpoint })))(
    'has valid examples of $name',
    ({ endpoint }) => {
      const { requestBody, responses } = operationOf(endpoint);
      const sent = requestBody?.content['application/json']!.examples!['example']!['value'];
      expect(endpoint.body?.safeParse(sent).error?.issues).toBeUndefined();
      if (isBinaryReply(endpoint.reply)) return;
      const given = resolved(mediaOf(responses['200']!).examples!['example']!)['value'];
      expect(endpoint.reply.safeParse(given).error?.issues).toBeUndefined();
    },
  );

  it('has unique schema names without numbers', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'Agent',
        'AgentInput',
        'Call',
        'CallDetail',
        'FlatError',
        'Flow',
        'NestedError',
      ]),
    );
    expect(Object.keys(document.components.schemas).filter((name) => /\d$/.test(name))).toEqual([]);
  });

  it('describes how to send a key, and the scope of each operation', () => {
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { in: 'header', name: 'x-api-key' },
      bearer: { scheme: 'bearer' },
      session: { in: 'cookie' },
    });
    const { description } = operationOf({ method: 'GET', path: '/api/v1/agents' });
    expect(description).toContain('`agents:read`');
  });

  it('describes every event with an example that its schema accepts', () => {
    const described = Object.keys(document.webhooks);
    expect(described).toEqual(
      expect.arrayContaining([
        'call.started',
        'call.completed',
        'call.failed',
        'sms.sent',
        'sms.delivered',
        'agent.created',
        'agent.updated',
        'flow.created',
        'flow.updated',
      ]),
    );
    expect(described).toEqual(eventTypeNames);
    for (const [event, { post }] of Object.entries(document.webhooks)) {
      expect(post.parameters.map(resolved).map(({ name }) => name)).toContain('X-Service-Signature');
      const { schema, examples } = post.requestBody!.content['application/json']!;
      const value = examples!['example']!['value'] as Json;
      expect(value).toMatchObject({ event, id: expect.stringMatching(/^evt_/) });
      expect(schema).toMatchObject({ required: ['id', 'event', 'createdAt', 'workspaceId', 'data'] });
      const { data } = eventTypes[event as EventTypeName];
      expect(data.safeParse(value['data']).error?.issues).toBeUndefined();
      expect(Object.keys(value['data'] as Json)).toEqual(expect.arrayContaining(Object.keys(data.shape)));
    }
  });
});

describe('/docs', () => {
  it('loads every part of the page from this server', async () => {
    const page = await api.send('GET', '/docs', { key: null });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).not.toMatch(/https?:\/\//);
    const script = await api.send('GET', '/docs/scalar.js', { key: null });
    expect(script.status).toBe(200);
    expect(script.bytes.length).toBeGreaterThan(1_000_000);
    expect((await api.send('GET', '/docs/start.js', { key: null })).body).toContain('"telemetry":false');
  });
});
