import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { newId } from '../../core/ids.ts';
import { listAuditLog } from '../../store/audit-log.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const suppress = async (address: string): Promise<string> => {
  const { body } = await api.send('POST', '/v1/api/suppressions', {
    body: { address, channel: 'sms', reason: 'STOP' },
  });
  return body.suppressions[0].id;
};

const path = (id: string) => `/v1/api/suppressions/${id}`;

describe('DELETE /v1/api/suppressions/{suppressionId}: 200', () => {
  it('deletes the suppression; the audit log keeps its content and the actor', async () => {
    const { workspaceId } = api;
    const id = await suppress('+12025550140');
    const { status, body } = await api.send('DELETE', path(id));
    expect([status, body]).toEqual([200, { id, deleted: true }]);
    expect((await api.send('GET', path(id))).status).toBe(404);
    const db = api.database.inWorkspace(workspaceId);
    const { rows } = await listAuditLog(db, { workspaceId, action: 'deleteSuppression', limit: 10 });
    expect(rows).toMatchObject([
      {
        actorType: 'key',
        actorId: expect.stringMatching(/^key_/),
        subjectId: id,
        details: { channel: 'sms', address: '+12025550140', reason: 'STOP' },
      },
    ]);
  });
});

describe('DELETE /v1/api/suppressions/{suppressionId}: 404', () => {
  it('returns 404 for other workspaces, and for a second delete', async () => {
    const id = await suppress('+12025550141');
    const otherWorkspace = await seedOtherWorkspace(api);
    const responses = [
      await api.send('DELETE', path(id), { key: otherWorkspace.key }),
      await api.send('DELETE', path(newId('suppression'))),
      await api.send('DELETE', path('import')),
    ];
    expect(responses.map(({ status, body }) => [status, body.error.code])).toEqual(
      responses.map(() => [404, 'suppression_not_found']),
    );
    expect((await api.send('DELETE', path(id))).status).toBe(200);
    expect((await api.send('DELETE', path(id))).status).toBe(404);
  });
});
