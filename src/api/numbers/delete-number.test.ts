import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('DELETE /v1/api/telephony/numbers/{numberId}: 200', () => {
  it('releases the number and removes it as caller ID of agents', async () => {
    const body = { phoneNumber: '+12025550111', agentId: api.agent.id };
    const created = await api.send('POST', '/v1/api/telephony/numbers', { body });
    const path = `/v1/api/telephony/numbers/${created.body.id}`;
    expect(await api.send('DELETE', path)).toMatchObject({
      status: 200,
      body: { id: created.body.id, deleted: true },
    });
    expect((await api.send('DELETE', path)).status).toBe(404);
    const agent = await api.send('GET', `/api/v1/agents/${api.agent.id}`);
    expect(agent.body.phoneNumber).toBeNull();
    const events = await api.database.asSystem().rows<{ version: number }>(
      {
        text: `select (data ->> 'version')::int as version from events
          where type = 'agent.updated' and subject_id = $1 order by position`,
      },
      [api.agent.id],
    );
    const released = await api.database.asSystem().rows(
      {
        text: `select type, data from events where subject_id = $1 order by position`,
      },
      [created.body.id],
    );
    const numberId = created.body.id;
    expect(released).toMatchObject([
      { type: 'number.acquired', data: { numberId, sequence: 1 } },
      { type: 'number.released', data: { numberId, phoneNumber: '+12025550111', sequence: 2 } },
    ]);
    // The agent got the number and lost it.
    expect(events).toEqual([{ version: 2 }, { version: agent.body.version }]);
  });
});
