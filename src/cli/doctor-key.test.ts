import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../core/config.ts';
import { checkKeyAndModels } from './doctor-key.ts';

const agents = [{ model: 'openai/small', modelSettings: { fallbackModels: [] } }];

let server: Server;
let env: Record<string, string>;
beforeAll(async () => {
  server = createServer((request, response) => {
    const key = request.headers['x-api-key'];
    response.setHeader('content-type', 'application/json');
    if (key === 'good') return response.end(JSON.stringify({ data: { agents, nextCursor: null } }));
    const code = key === 'narrow' ? 'insufficient_scope' : 'unauthorized';
    response.statusCode = key === 'narrow' ? 403 : 401;
    return response.end(JSON.stringify({ error: 'No', details: 'Unknown key.', code }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  env = {
    PARLEY_DATA_DIR: '/nowhere',
    PARLEY_HTTP_PORT: String((server.address() as AddressInfo).port),
  };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const findingsOf = (changes: Record<string, string> = {}) =>
  checkKeyAndModels(readConfig({ ...env, ...changes }), `http://127.0.0.1:${env['PARLEY_HTTP_PORT']}`);

describe('checkKeyAndModels', () => {
  it('reports a model without a server', async () => {
    expect(await findingsOf({ PARLEY_API_KEY: 'good' })).toEqual([
      { name: 'key', ok: true, detail: 'accepted by the service' },
      { name: 'model', ok: false, detail: expect.stringContaining('Set PARLEY_OPENAI_API_KEY') },
    ]);
  });

  it('does not check the models of a service at PARLEY_URL', async () => {
    const url = `http://127.0.0.1:${env['PARLEY_HTTP_PORT']}`;
    expect(await findingsOf({ PARLEY_API_KEY: 'good', PARLEY_URL: url })).toMatchObject([
      { name: 'key', ok: true },
    ]);
  });

  it.each([
    [{ PARLEY_API_KEY: 'old' }, false, 'the service rejects PARLEY_API_KEY (401 unauthorized): Unknown key.'],
    [
      { PARLEY_API_KEY: 'narrow' },
      true,
      'the models were not checked, because the key has no scope agents:read',
    ],
    [{}, false, 'There is no API key in /nowhere/bootstrap.json'],
    [{ PARLEY_URL: 'http://127.0.0.1:9' }, false, 'PARLEY_URL needs a key.'],
  ])('reports the check of the key with the settings %j', async (changes, ok, detail) => {
    expect(await findingsOf(changes)).toEqual([
      { name: 'key', ok, detail: expect.stringContaining(detail) as string },
    ]);
  });
});
