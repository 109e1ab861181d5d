import { expect, it } from 'vitest';
import { fetchInHomeWorkspace } from './home-workspace.ts';

const workspaceRequired = () =>
  Response.json(
    { error: { code: 'workspace_required' } },
    { status: 400, headers: { 'x-workspace-id': 'ws_home' } },
  );

/** Returns a `fetchInHomeWorkspace` for a service that rejects requests without a workspace, and the requests that the service received. */
function serviceThatRequiresWorkspace(rejection = workspaceRequired) {
  const sent: (readonly [workspace: string | null, body: string])[] = [];
  const fetch = fetchInHomeWorkspace(async (request) => {
    const workspace = request.headers.get('x-workspace-id');
    sent.push([workspace, await request.text()]);
    return workspace === null ? rejection() : Response.json({});
  });
  return { fetch, sent };
}

const post = (headers: Record<string, string>) =>
  new Request('http://parley/v1/api/conversations', { method: 'POST', body: '{"to":1}', headers });
const json = { 'content-type': 'application/json' };

it('repeats a request with the home workspace of the key', async () => {
  const { fetch, sent } = serviceThatRequiresWorkspace();
  expect((await fetch(post(json))).status).toBe(200);
  expect(sent).toEqual([
    [null, '{"to":1}'],
    ['ws_home', '{"to":1}'],
  ]);
});

it('does not repeat a request that names a workspace or sends a file', async () => {
  const { fetch, sent } = serviceThatRequiresWorkspace();
  expect((await fetch(post({ ...json, 'x-workspace-id': 'ws_other' }))).status).toBe(200);
  expect((await fetch(post({ 'content-type': 'text/csv' }))).status).toBe(400);
  expect(sent.map(([workspace]) => workspace)).toEqual(['ws_other', null]);
});

it('returns other rejections without a second request', async () => {
  const headers = { 'x-workspace-id': 'ws_home' };
  const invalid = () => Response.json({ error: { code: 'invalid_request' } }, { status: 400, headers });
  const { fetch, sent } = serviceThatRequiresWorkspace(invalid);
  expect(await (await fetch(post(json))).json()).toEqual({ error: { code: 'invalid_request' } });
  const proxy = serviceThatRequiresWorkspace(() => new Response('<html>', { status: 400, headers }));
  expect(await (await proxy.fetch(post(json))).text()).toBe('<html>');
  expect([sent.length, proxy.sent.length]).toEqual([1, 1]);
});
