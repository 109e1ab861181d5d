import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { createOutput } from './output.ts';
import { ready } from './ready.ts';

let statuses: string[];
const server = createServer((_request, response) => {
  const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!;
  const code = status === 'ok' || status === 'degraded' ? 200 : 503;
  response
    .writeHead(code, { 'content-type': 'application/json' })
    .end(JSON.stringify({ status, checks: [] }));
});

beforeEach(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterEach(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const port = () => String((server.address() as AddressInfo).port);

const wait = (
  seconds?: string,
  env: NodeJS.ProcessEnv = { PARLEY_URL: `http://127.0.0.1:${port()}` },
): Promise<void> => {
  // The clock polls without waiting.
  const clock = {
    ...systemClock,
    monotonicMs: () => systemClock.monotonicMs(),
    sleep: () => Promise.resolve(),
  };
  return ready(seconds === undefined ? {} : { wait: seconds }, createOutput(true), clock, env);
};

it.each(['ok', 'degraded'])('succeeds if the node is %s', async (status) => {
  statuses = [status];
  await expect(wait()).resolves.toBeUndefined();
});

it('fails at once if the node is stopping', async () => {
  statuses = ['draining'];
  await expect(wait()).rejects.toThrow(/^The service at http:.* is not ready: draining\.$/);
});

it('waits until the node is ready', async () => {
  statuses = ['starting', 'starting', 'ok'];
  await expect(wait('60')).resolves.toBeUndefined();
  expect(statuses).toEqual(['ok']);
});

it('refuses a wait that is not a number', async () => {
  statuses = ['ok'];
  await expect(wait('soon')).rejects.toThrow('--wait must be a number of seconds, such as 60, and is soon.');
});

it('reads the health checks of a node without the API, which needs a port for them', async () => {
  statuses = ['ok'];
  const env = { PARLEY_ROLES: 'worker', PARLEY_DATA_DIR: '/nonexistent' };
  await expect(wait('0', { ...env, PARLEY_HEALTH_PORT: port() })).resolves.toBeUndefined();
  await expect(wait('60', env)).rejects.toThrow(
    'This node has no API. Set PARLEY_HEALTH_PORT to the port of its health checks.',
  );
});
