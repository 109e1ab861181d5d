import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { newId } from '../../core/ids.ts';

const path = '/v1/api/disposition-codes';
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', subpath: string, body?: object) =>
  api.send(method, `${path}${subpath}`, { workspace: api.workspaceId, ...(body && { body }) });
const create = async (code: string): Promise<string> => (await send('POST', '', { code })).body.id;

describe('POST /v1/api/disposition-codes: 200', () => {
  it('adds a code, terminal by default', async () => {
    const { status, body } = await send('POST', '', { code: 'wants_offer' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^code_/),
      code: 'wants_offer',
      isTerminal: true,
      addsToDnc: false,
      retryDelaySeconds: null,
    });
  });
});

describe('POST /v1/api/disposition-codes: 400', () => {
  it.each([
    [{ code: 'answered' }, 'disposition_code_taken', ['code']],
    [{ code: 'Not This' }, 'invalid_request', ['code']],
    [{}, 'invalid_request', ['code']],
    [{ code: 'later', isTerminal: true, retryDelaySeconds: 60 }, 'invalid_request', ['retryDelaySeconds']],
    [{ code: 'busy', retryDelaySeconds: -1 }, 'invalid_request', ['code', 'retryDelaySeconds']],
    [{ code: 'x', color: 'red' }, 'invalid_request', ['color']],
  ])('rejects %j', async (sent, code, fields) => {
    const { status, body } = await send('POST', '', sent);
    expect([status, body.error.code]).toEqual([400, code]);
    const paths: string[] = body.error.fields.map((fault: { path: string }) => fault.path);
    expect([...new Set(paths)].sort()).toEqual(fields);
  });

  it('adds a code once for concurrent requests', async () => {
    const responses = await Promise.all([1, 2, 3, 4].map(() => send('POST', '', { code: 'raced' })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('GET /v1/api/disposition-codes: 200', () => {
  it('lists the codes of the workspace', async () => {
    const id = await create('listed');
    const { body } = await send('GET', '?limit=1000');
    expect(body.data.dispositionCodes).toContainEqual(expect.objectContaining({ id, code: 'listed' }));
    expect(body.data.total).toBe(body.data.dispositionCodes.length);
  });

  it('returns one code', async () => {
    const id = await create('answered_one');
    expect((await send('GET', `/${id}`)).body).toMatchObject({ id, code: 'answered_one' });
  });
});

describe('PATCH /v1/api/disposition-codes/{codeId}: 200', () => {
  it('changes the settings of the code', async () => {
    const id = await create('changed');
    const { body } = await send('PATCH', `/${id}`, { isTerminal: false, retryDelaySeconds: 600 });
    expect(body).toMatchObject({
      code: 'changed',
      isTerminal: false,
      addsToDnc: false,
      retryDelaySeconds: 600,
    });
    expect((await send('PATCH', `/${id}`, { retryDelaySeconds: null })).body.retryDelaySeconds).toBeNull();
  });
});

describe('PATCH /v1/api/disposition-codes/{codeId}: 400', () => {
  it('rejects a retry delay of a terminal code', async () => {
    const id = await create('final');
    const { body } = await send('PATCH', `/${id}`, { retryDelaySeconds: 600 });
    expect(body.error).toMatchObject({ code: 'invalid_request', fields: [{ path: 'retryDelaySeconds' }] });
  });
});

describe('DELETE /v1/api/disposition-codes/{codeId}: 200', () => {
  it('deletes the code and keeps recorded dispositions', async () => {
    const id = await create('gone');
    const sent = { phoneNumber: '+12025550101', disposition: 'gone' };
    const created = await api.send('POST', '/v1/api/call-dispositions', {
      workspace: api.workspaceId,
      body: sent,
    });
    expect((await send('DELETE', `/${id}`)).body).toEqual({ id, deleted: true });
    const { _id: dispositionId } = created.body;
    const disposition = await api.send('GET', `/v1/api/call-dispositions/${dispositionId}`, {
      workspace: api.workspaceId,
    });
    expect(disposition.body.disposition).toBe('gone');
  });
});

describe.each(['GET', 'PATCH', 'DELETE'] as const)('%s /v1/api/disposition-codes/{codeId}: 404', (method) => {
  it.each([newId('dispositionCode'), 'answered'])('returns 404 for the unknown id %s', async (id) => {
    const { status, body } = await send(method, `/${id}`, method === 'PATCH' ? {} : undefined);
    expect([status, body.error.code]).toEqual([404, 'disposition_code_not_found']);
  });
});
