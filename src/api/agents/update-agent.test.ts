import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const update = (body: unknown) => api.send('PATCH', `/api/v1/agents/${api.agent.id}`, { body });

describe('PATCH /api/v1/agents/{agentId}: 200', () => {
  it('changes sent fields, keeps the others and increments the version', async () => {
    const before = await update({ voice: { speed: 1.5 }, timezone: 'Europe/Berlin' });
    expect(before.body).toMatchObject({
      version: 2,
      voice: { speed: 1.5, voiceId: 'rms' },
      timezone: 'Europe/Berlin',
    });
    await api.clock.advance(5000);
    const after = await update({ description: 'x', timezone: null });
    expect(after.body).toMatchObject({
      version: 3,
      description: 'x',
      voice: { speed: 1.5 },
      timezone: 'UTC',
      updatedAt: '2026-01-05T12:00:05.000Z',
      createdAt: '2026-01-05T12:00:00.000Z',
    });
  });

  it('returns and changes an agent with a stored time zone abbreviation', async () => {
    const { body: agent } = await api.send('POST', '/api/v1/agents', { body: { name: 'Earlier' } });
    const text = `update agents set config = jsonb_set(config, '{timezone}', '"EST"') where id = $1`;
    await api.database.asSystem().execute({ text }, [agent.id]);
    const path = `/api/v1/agents/${agent.id}`;
    expect(await api.send('GET', path)).toMatchObject({ status: 200, body: { timezone: 'EST' } });
    const changed = await api.send('PATCH', path, { body: { description: 'x' } });
    expect(changed).toMatchObject({ status: 200, body: { timezone: 'EST', description: 'x' } });
    expect((await api.send('PATCH', path, { body: { timezone: 'EST' } })).status).toBe(400);
    expect((await api.send('DELETE', path)).status).toBe(200);
  });

  it('creates no version and no event for a patch without changes', async () => {
    const { body: before } = await api.send('GET', `/api/v1/agents/${api.agent.id}`);
    const events = () =>
      api.database.asSystem().rows({ text: `select id from events where type = 'agent.updated'` });
    const count = (await events()).length;
    for (const patch of [{}, { name: before.name, voice: { speed: before.voice.speed } }, { voice: {} }]) {
      expect((await update(patch)).body).toEqual({ ...before, warnings: [] });
    }
    expect(await events()).toHaveLength(count);
  });

  it('loses no concurrent change', async () => {
    const fields = [
      { description: 'race' },
      { firstMessage: 'race' },
      { personality: 'race' },
      { signature: 'race' },
    ];
    const responses = await Promise.all(fields.map(update));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await api.send('GET', `/api/v1/agents/${api.agent.id}`);
    expect(body).toMatchObject(Object.assign({}, ...fields));
  });
});

describe('PATCH /api/v1/agents/{agentId}: 400', () => {
  it('rejects clearing a required field', async () => {
    const { status, body } = await update({ name: null });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_request', fields: [{ path: 'name', code: 'required' }] });
  });

  it('rejects an unknown voice, model provider and field together', async () => {
    const { body } = await update({ voice: { voiceId: 'rsm' }, name: null, model: 'openia/x', nmae: 1 });
    expect(body.code).toBe('invalid_request');
    const found = body.fields.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
    expect(found).toEqual([
      'nmae unknown_field',
      'name required',
      'voice.voiceId unknown_voice',
      'model unknown_provider',
    ]);
  });

  it('reports a transcriber language that the recogniser does not understand only at transcriber.language', async () => {
    const { body } = await update({ transcriber: { language: 'de' }, language: 'en-AU' });
    expect(body.fields).toEqual([
      {
        path: 'transcriber.language',
        code: 'unsupported_language',
        message: expect.stringContaining('understands en-US and en-GB, not de. '),
      },
    ]);
  });

  it('rejects unknown fields and values out of range', async () => {
    const { body } = await update({ id: 'agent_x', turn: { minSilenceMs: -1 } });
    expect(body.fields.map(({ path }: { path: string }) => path).sort()).toEqual(['id', 'turn.minSilenceMs']);
  });
});
