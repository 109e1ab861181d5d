import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CallInput } from '../src/domain/call.ts';
import { createTestApi, giveNumber, type TestApi } from './support/api.ts';

const pages = ['flows.md', 'agents.md', 'calls.md', 'trunks.md', 'conversations.md', 'batches.md'];

interface Request {
  readonly path: string;
  readonly body: string;
}

/** The bodies that a page tells its reader to send: blocks that begin with ```json POST /path. */
function requestsOf(page: string): Request[] {
  const text = readFileSync(path.resolve(import.meta.dirname, '../docs', page), 'utf8');
  return [...text.matchAll(/^```json POST (\S+)\n(.*?)^```$/gms)].map(([, to, body]) => ({
    path: to!,
    body: body!,
  }));
}

/** In a page's order, with the ids that the answers before gave in place of `flow_…` and `agent_…`. */
async function sendAll(api: TestApi, requests: readonly Request[]): Promise<number[]> {
  const ids = { flow_: api.flow.id, agent_: api.agent.id };
  const statuses: number[] = [];
  for (const { path: to, body } of requests) {
    const filled = body.replaceAll(/(flow_|agent_)…/g, (_, kind: keyof typeof ids) => ids[kind]);
    if (to === '/api/v1/calls/call') {
      CallInput.parse(JSON.parse(filled));
      continue;
    }
    const answer = await api.send('POST', to, { body: filled, workspace: api.workspaceId });
    statuses.push(answer.status);
    const kind = /^(flow_|agent_)/.exec(String(answer.body.id))?.[0] as keyof typeof ids | undefined;
    if (kind !== undefined) ids[kind] = answer.body.id;
  }
  return statuses;
}

describe('docs', () => {
  it.each(pages)('%s tells to send only what the API takes', async (page) => {
    const requests = requestsOf(page);
    expect(requests.length).toBeGreaterThan(0);
    const api = await createTestApi();
    await giveNumber(api);
    try {
      expect((await sendAll(api, requests)).filter((status) => status !== 200)).toEqual([]);
    } finally {
      await api.close();
    }
  });
});
