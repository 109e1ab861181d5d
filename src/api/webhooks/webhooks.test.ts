import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => (api = await createTestApi()));
afterAll(() => api.close());

const create = (body: object) => api.send('POST', '/v1/api/webhooks', { body });
const hook = { url: 'https://hooks.example.com/parley' };

describe('webhook endpoints', () => {
  it('are created with a secret that is shown once', async () => {
    const { status, body } = await create(hook);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...hook, events: ['*'], status: 'enabled', description: '' });
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await api.send('GET', `/v1/api/webhooks/${body.id}`);
    expect(shown.body).not.toHaveProperty('secret');
    const stored = await api.database
      .asSystem()
      .rows<{ secret: string }>({ text: 'select secret from webhook_endpoints' });
    expect(JSON.stringify(stored)).not.toContain(body.secret.slice(6));
  });

  it.each([
    [{ url: 'ftp://hooks.example.com' }, 'url'],
    [{ url: 'https://user:pw@hooks.example.com' }, 'url'],
    [{ url: 'http://8.8.8.8/' }, 'url'],
    [{ url: 'https://127.0.0.1/' }, 'url'],
    [{ url: 'https://:@hooks.example.com@127.0.0.1/' }, 'url'],
    [{ url: 'https://0x7f.1/' }, 'url'],
    [{ url: 'https://0177.0.0.1/' }, 'url'],
    [{ url: 'https://2130706433/' }, 'url'],
    [{ url: 'https://127.1./' }, 'url'],
    [{ url: 'https://%31%32%37.0.0.1/' }, 'url'],
    [{ url: 'https://\uff11\uff12\uff17.0.0.1/' }, 'url'],
    [{ url: 'https://[::ffff:7f00:1]/' }, 'url'],
    [{ url: 'https://[::8.8.8.8]/' }, 'url'],
    [{ url: 'https://[64:ff9b::7f00:1]/' }, 'url'],
    [{ url: 'https://[2002:7f00:1::]/' }, 'url'],
    [{ url: 'https://[fe80::1%25eth0]/' }, 'url'],
    [{ url: 'https://169.254.169.254/latest/' }, 'url'],
    [{ url: 'https://[::ffff:169.254.169.254]/' }, 'url'],
    [{ ...hook, events: [] }, 'events'],
    [{ ...hook, events: ['call.exploded'] }, 'events[0]'],
    [{ ...hook, deliverFrom: 'yesterday' }, 'deliverFrom'],
    [{ ...hook, more: 1 }, 'more'],
  ])('are rejected with %j', async (body, path) => {
    const { status, body: problem } = await create(body);
    expect(status).toBe(400);
    expect(problem.error.fields.map((fault: { path: string }) => fault.path)).toContain(path);
  });

  it('name an unknown event, and what to send', async () => {
    const { body } = await create({ ...hook, events: ['call.foo'] });
    expect(body.error.fields).toMatchObject([
      {
        path: 'events[0]',
        message: 'Unknown event "call.foo". Send the name of an event, such as call.completed, or "*".',
      },
    ]);
  });

  it('keep omitted fields in a change, and reject tests while disabled', async () => {
    const { body: created } = await create({ ...hook, events: ['call.completed'], description: 'CRM' });
    const path = `/v1/api/webhooks/${created.id}`;
    const changed = await api.send('PATCH', path, { body: { status: 'disabled' } });
    expect(changed.body).toMatchObject({
      events: ['call.completed'],
      description: 'CRM',
      status: 'disabled',
    });
    expect((await api.send('POST', `${path}/test`)).body.error.code).toBe('webhook_disabled');
    expect((await api.send('PATCH', path, { body: { status: 'enabled' } })).body.status).toBe('enabled');
  });

  it('get a second secret by a rotation', async () => {
    const { body: created } = await create(hook);
    const rotated = await api.send('POST', `/v1/api/webhooks/${created.id}/rotate-secret`);
    expect(rotated.body.secret).not.toBe(created.secret);
    expect(Date.parse(rotated.body.previousSecretUntil)).toBe(api.clock.now() + 86_400_000);
    const path = `/v1/api/webhooks/${created.id}/rotate-secret`;
    const withoutOverlap = await api.send('POST', path, { body: { overlapSeconds: 0 } });
    expect(withoutOverlap.body.previousSecretUntil).toBeNull();
  });

  it('keep the overlaps of earlier rotations, of five at most', async () => {
    const { body: created } = await create(hook);
    const path = `/v1/api/webhooks/${created.id}/rotate-secret`;
    const first = await api.send('POST', path);
    const rotate = (overlapSeconds: number) => api.send('POST', path, { body: { overlapSeconds } });
    const second = await rotate(60);
    expect(second.body.previousSecretUntil).toBe(first.body.previousSecretUntil);
    for (let count = 3; count <= 5; count += 1) expect((await rotate(60)).status).toBe(200);
    const { status, body } = await rotate(60);
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining('signed with 5 earlier secrets'),
    ]);
    await api.clock.advance(60_000);
    expect((await rotate(60)).status).toBe(200);
    expect((await rotate(0)).body.previousSecretUntil).toBeNull();
  });

  it('are deleted', async () => {
    const { body: created } = await create(hook);
    const path = `/v1/api/webhooks/${created.id}`;
    expect((await api.send('DELETE', path)).body).toEqual({ id: created.id, deleted: true });
    expect((await api.send('GET', path)).body.error.code).toBe('webhook_not_found');
  });

  it('are limited to 50 per workspace', async () => {
    const { body: list } = await api.send('GET', '/v1/api/webhooks');
    const remaining = 50 - list.data.total;
    const responses = await Promise.all(Array.from({ length: remaining + 50 }, () => create(hook)));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array.from({ length: 50 }, () => [400, 'webhook_limit_reached']),
    );
    expect((await api.send('GET', '/v1/api/webhooks')).body.data.total).toBe(50);
  });
});
