import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { endpoints } from './endpoints.ts';
import { isBinaryReply, errorCodesOf } from './endpoint.ts';

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

/** What a reference refers to; anything else as it is. */
const resolved = (value: Json): Json =>
  typeof value['$ref'] === 'string' ? (lookUp(value['$ref']) as Json) : value;

const mediaOf = (answer: Json) =>
  (resolved(answer)['content'] as Readonly<Record<string, Media>>)['application/json']!;

/** Fields without a word beside them, each with the path to it. */
function wordless(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    properties = {},
    items,
    additionalProperties,
    anyOf = [],
    oneOf = [],
  } = schema as Record<string, Json>;
  const fields = Object.entries(properties as Record<string, Json>).flatMap(([name, field]) => [
    ...(field['description'] === undefined ? [`${path}.${name}`] : []),
    ...wordless(field, `${path}.${name}`),
  ]);
  const inner = [
    items,
    additionalProperties,
    ...(anyOf as unknown as Json[]),
    ...(oneOf as unknown as Json[]),
  ];
  return [...fields, ...inner.flatMap((one) => wordless(one, path))];
}

describe('/openapi.json', () => {
  it('describes every endpoint once', () => {
    expect(document.openapi).toBe('3.1.0');
    const ids = operations().map(({ operationId }) => operationId);
    expect(ids.sort()).toEqual(endpoints.map(({ operationId }) => operationId).sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers to nothing that is not there, and has nothing that is not referred to', () => {
    const text = JSON.stringify(document);
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!));
    expect([...references].filter((reference) => lookUp(reference) === undefined)).toEqual([]);
    const shared = ['schemas', 'parameters', 'responses', 'examples', 'headers'].flatMap((kind) =>
      Object.keys(lookUp(`#/components/${kind}`) as Json).map((name) => `#/components/${kind}/${name}`),
    );
    expect(shared.filter((name) => !references.has(name))).toEqual([]);
    expect(text.length).toBeLessThan(800_000);
  });

  it('lists every code that an operation may answer, each with an example', () => {
    const missing = endpoints.flatMap((one) => {
      const { responses } = operationOf(one);
      const listed = Object.values(responses).flatMap((answer) => {
        const told = resolved(answer);
        const examples = told['content'] === undefined ? {} : (mediaOf(told)?.examples ?? {});
        return Object.keys(examples).filter((code) => String(told['description']).includes(`\`${code}\``));
      });
      return errorCodesOf(one).filter((code) => !listed.includes(code));
    });
    expect(missing).toEqual([]);
  });

  it('names the Idempotency-Key where it has an effect, and nowhere else', () => {
    const takers = operations()
      .filter(({ parameters }) => parameters.map(resolved).some(({ name }) => name === 'Idempotency-Key'))
      .map(({ operationId }) => operationId);
    const wanted = endpoints.filter(({ method, scope }) => method === 'POST' && scope !== 'public');
    expect(takers.sort()).toEqual(wanted.map(({ operationId }) => operationId).sort());
    expect(takers).not.toContain('signIn');
  });

  it('promises parts of what can be had in parts, and of nothing else', () => {
    const inParts = operations().filter(({ responses }) => '206' in responses);
    expect(inParts.map(({ operationId }) => operationId)).toEqual(['getRecording']);
  });

  it('asks for the workspace where the description does', () => {
    const required = operations()
      .filter(({ parameters }) =>
        parameters.map(resolved).some(({ name, required }) => name === 'x-workspace-id' && required === true),
      )
      .map(({ operationId }) => operationId);
    const wanted = endpoints.filter((one) => one.workspace === 'required').map((one) => one.operationId);
    expect(required.sort()).toEqual(wanted.sort());
    expect(required).toEqual(
      expect.arrayContaining(['getActiveCall', 'listActiveCalls', 'listDispositions']),
    );
  });

  it('says what every tag, parameter and field is; openapi-descriptions.ts holds those of fields that tell nothing themselves', () => {
    expect(document.tags.filter(({ description }) => description.length < 15)).toEqual([]);
    const parameters = operations().flatMap((operation) => operation.parameters.map(resolved));
    expect(parameters.filter(({ description }) => description === undefined)).toEqual([]);
    const bodies = operations().flatMap(({ requestBody, responses, operationId }) => [
      ...wordless(requestBody?.content['application/json']?.schema, operationId),
      ...Object.values(responses).flatMap((answer) => {
        const { content } = resolved(answer) as { content?: Readonly<Record<string, Media>> };
        return wordless(content?.['application/json']?.schema, operationId);
      }),
    ]);
    const named = Object.entries(document.components.schemas).flatMap(([name, one]) => wordless(one, name));
    expect([...named, ...bodies]).toEqual([]);
  });

  it.each(endpoints.map((one) => ({ name: one.operationId, one })))(
    'has examples of $name that are as they must be',
    ({ one }) => {
      const { requestBody, responses } = operationOf(one);
      const sent = requestBody?.content['application/json']!.examples!['example']!['value'];
      expect(one.body?.safeParse(sent).error?.issues).toBeUndefined();
      if (isBinaryReply(one.reply)) return;
      const given = resolved(mediaOf(responses['200']!).examples!['example']!)['value'];
      expect(one.reply.safeParse(given).error?.issues).toBeUndefined();
    },
  );

  it('names its schemas once', () => {
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

  it('says how to send a key, and who may do what', () => {
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { in: 'header', name: 'x-api-key' },
      bearer: { scheme: 'bearer' },
      session: { in: 'cookie' },
    });
    const { description } = operationOf({ method: 'GET', path: '/api/v1/agents' });
    expect(description).toContain('`agents:read`');
  });

  it('describes every event, says that none is sent by this version, and has data as an example', () => {
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
    expect(described).toHaveLength(29);
    for (const [event, { post }] of Object.entries(document.webhooks)) {
      expect(post.description).toContain('not sent by this version');
      expect(post.parameters.map(resolved).map(({ name }) => name)).toContain('X-Service-Signature');
      const { schema, examples } = post.requestBody!.content['application/json']!;
      const value = examples!['example']!['value'] as Json;
      expect(value).toMatchObject({ event, id: expect.stringMatching(/^evt_/) });
      expect(z.fromJSONSchema(schema as never).safeParse(value).error?.issues).toBeUndefined();
    }
  });
});

describe('/docs', () => {
  it('is a page whose every part comes from here', async () => {
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
