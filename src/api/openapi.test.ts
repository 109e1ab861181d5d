import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { endpoints } from './endpoints.ts';
import { refusalsOf } from './endpoint.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Record<string, unknown>; readonly securitySchemes: object };
}

let api: TestApi;
let document: Document;
beforeAll(async () => {
  api = await createTestApi();
  document = (await api.send('GET', '/openapi.json', { key: null })).body as Document;
});
afterAll(() => api.close());

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('/openapi.json', () => {
  it('describes every endpoint once', () => {
    expect(document.openapi).toBe('3.1.0');
    const ids = operations().map(({ operationId }) => operationId);
    expect(ids.sort()).toEqual(endpoints.map(({ operationId }) => operationId).sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!);
    const resolve = (reference: string) =>
      reference
        .slice(2)
        .split('/')
        .reduce<unknown>((value, part) => (value as Record<string, unknown>)?.[part], document);
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([]);
  });

  it('lists every code that an operation may answer', () => {
    const missing = endpoints.flatMap((one) => {
      const operation = document.paths[one.path]![one.method.toLowerCase()]!;
      const told = Object.values(operation.responses)
        .map(({ description }) => description)
        .join();
      return refusalsOf(one).filter((code) => !told.includes(`\`${code}\``));
    });
    expect(missing).toEqual([]);
  });

  it('asks for the workspace where the description does', () => {
    const required = operations()
      .filter(({ parameters }) =>
        parameters.some(({ name, required }) => name === 'x-workspace-id' && required),
      )
      .map(({ operationId }) => operationId);
    const described = endpoints.filter(({ workspace }) => workspace === 'required');
    expect(required.sort()).toEqual(described.map(({ operationId }) => operationId).sort());
    expect(required).toEqual(
      expect.arrayContaining(['getActiveCall', 'listActiveCalls', 'listDispositions']),
    );
  });

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

  it('says how to send a key', () => {
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { in: 'header', name: 'x-api-key' },
    });
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
