import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { SecretBox } from '../../core/secret-box.ts';
import { newWebhookSecret } from '../../core/webhook-signature.ts';
import { EgressPolicy } from '../../egress/egress-policy.ts';
import { HostNameError } from '../../egress/host-resolver.ts';
import { EgressClient, type EgressClientOptions } from '../../egress/egress-client.ts';
import { requestPredialCheck } from './request-predial-check.ts';

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server on the loopback interface. Returns its port and the request bodies that it received. */
async function serve(respond: Responder): Promise<{ port: number; bodies: unknown[] }> {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      bodies.push(JSON.parse(text));
      respond(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, bodies };
}

const respondWith =
  (status: number, text: string, headers: Record<string, string> = {}): Responder =>
  (_request, response) =>
    response.writeHead(status, headers).end(text);

const predialRequest = {
  batchId: 'batch_1',
  jobId: 'job_1',
  phoneNumber: '+12025550100',
  attempt: 1,
  customer: { name: 'Ada' },
  dynamic: { doctor: 'Grey' },
};
const loopback = new EgressPolicy(['127.0.0.0/8']);

const secrets = new SecretBox([seededRandom(1).bytes(32)], seededRandom(2));

function check(url: string, options: Partial<EgressClientOptions> = {}, secret: string | null = null) {
  const egress = new EgressClient({ clock: systemClock, policy: loopback, ...options });
  const target = { workspaceId: 'ws_1', url: new URL(url), secret };
  return requestPredialCheck(target, predialRequest, { egress, secrets, clock: systemClock });
}

/** Returns the result of a check with this response of the server. */
async function resultOf(respond: Responder) {
  return check(`http://127.0.0.1:${(await serve(respond)).port}/check?token=secret`);
}

const unknown = (detail: RegExp) => ({ type: 'unknown', detail: expect.stringMatching(detail) });

describe('a predial check', () => {
  it('sends all data of the call and returns `eligible`', async () => {
    let received: IncomingMessage | undefined;
    const { port, bodies } = await serve((request, response) => {
      received = request;
      response.end('{"eligible":true,"more":1}');
    });
    expect(await check(`http://127.0.0.1:${port}/check?token=secret`)).toEqual({ type: 'eligible' });
    expect(bodies).toEqual([predialRequest]);
    expect([received!.method, received!.url]).toEqual(['POST', '/check?token=secret']);
    expect(received!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Parley' });
  });

  it('is signed like a webhook', async () => {
    const secret = newWebhookSecret(seededRandom(3));
    let received: IncomingMessage | undefined;
    const { port, bodies } = await serve((request, response) => {
      received = request;
      response.end('{"eligible":true}');
    });
    await check(`http://127.0.0.1:${port}/check`, {}, secrets.seal(secret, 'batch_1'));
    const headers = received!.headers as Record<string, string>;
    expect(new Webhook(secret).verify(JSON.stringify(bodies[0]), headers)).toEqual(predialRequest);
    expect(headers['webhook-id']).toBe('job_1_1');
    expect(headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  });

  it('is not sent if the secret cannot be decrypted', async () => {
    const { port, bodies } = await serve(respondWith(200, '{"eligible":true}'));
    const ofOtherBatch = secrets.seal(newWebhookSecret(seededRandom(3)), 'batch_2');
    expect(await check(`http://127.0.0.1:${port}/check`, {}, ofOtherBatch)).toEqual(
      unknown(/could not be signed: its secret cannot be decrypted/),
    );
    expect(bodies).toEqual([]);
  });

  it('returns `refused` with the given reason', async () => {
    const detail = 'The predial check refused the call: Moved away.';
    const refusal = JSON.stringify({ eligible: false, reason: ' Moved away. ' });
    expect(await resultOf(respondWith(200, refusal))).toEqual({ type: 'refused', detail });
    expect(await resultOf(respondWith(200, '{"eligible":false}'))).toEqual({
      type: 'refused',
      detail: 'The predial check refused the call.',
    });
    const longReason = JSON.stringify({ eligible: false, reason: 'x'.repeat(10_000) });
    const { detail: truncated } = (await resultOf(respondWith(200, longReason))) as { detail: string };
    expect(truncated.length).toBeLessThan(600);
  });

  it.each([
    ['201 with an eligible body', respondWith(201, '{"eligible":true}'), /returned 201\./],
    ['404', respondWith(404, '{"eligible":true}'), /returned 404\./],
    ['503', respondWith(503, ''), /returned 503\./],
    ['a redirect', respondWith(307, '', { location: 'http://127.0.0.1/' }), /redirects are not followed/],
    ['a body that is not JSON', respondWith(200, 'yes'), /did not return/],
    ['a string instead of a boolean', respondWith(200, '{"eligible":"true"}'), /did not return/],
    ['an empty body', respondWith(200, ''), /did not return/],
    ['null', respondWith(200, 'null'), /did not return/],
    ['more than 64 KiB', respondWith(200, ' '.repeat(70_000)), /more than 64 KiB/],
    [
      'an interrupted response',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"eligible":true}');
        setImmediate(() => response.destroy());
      },
      /could not be reached \(ECONNRESET\)/,
    ],
    ['a closed connection', (request) => void request.socket.destroy(), /could not be reached/],
  ] as [string, Responder, RegExp][])('returns `unknown` for %s', async (_name, respond, detail) => {
    expect(await resultOf(respond)).toEqual(unknown(detail));
  });

  it('times out after five seconds, even if the response arrives slowly', async () => {
    const clock = new ManualClock(0);
    const { port, bodies } = await serve((_request, response) => response.writeHead(200).write('{'));
    const result = check(`http://127.0.0.1:${port}/`, { clock });
    while (bodies.length === 0) await clock.advance(0);
    await clock.advance(5_000);
    expect(await result).toEqual(unknown(/did not respond within 5 seconds/));
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not reveal the URL when the connection is refused', async () => {
    const { port } = await serve(respondWith(200, ''));
    for (const close of closers.splice(0)) close();
    const result = await check(`http://127.0.0.1:${port}/check?token=secret`);
    expect(result).toEqual(unknown(/could not be reached \(ECONNREFUSED\)/));
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('returns `unknown` with the reason if the host name does not exist', async () => {
    const resolver = { resolve: () => Promise.reject(new HostNameError('its host name has no address')) };
    const result = await check('https://nowhere.example/', { resolver });
    expect(result).toEqual(unknown(/could not be reached: its host name has no address\.$/));
  });
});

describe('private addresses', () => {
  const nothingAllowed = { policy: new EgressPolicy([]) };

  it.each(['https://127.0.0.1', 'https://[::1]', 'https://169.254.169.254', 'https://[::ffff:10.0.0.1]'])(
    'receive no request: %s',
    async (url) => {
      expect(await check(url, nothingAllowed)).toEqual(unknown(/is at .* unless PARLEY_WEBHOOK_ALLOW_CIDRS/));
    },
  );

  it('receive no request through a host name that resolves to them', async () => {
    const { port, bodies } = await serve(respondWith(200, '{"eligible":true}'));
    const resolver = { resolve: () => Promise.resolve(['127.0.0.1']) };
    const url = `https://rebinding.example:${port}/`;
    expect(await check(url, { ...nothingAllowed, resolver })).toEqual(unknown(/is at 127\.0\.0\.1/));
    expect(bodies).toEqual([]);
  });

  it('are skipped if a host name also resolves to an allowed address', async () => {
    const { port } = await serve(respondWith(200, '{"eligible":true}'));
    const resolver = { resolve: () => Promise.resolve(['10.255.255.1', '127.0.0.1']) };
    expect(await check(`http://two.example:${port}/`, { resolver })).toEqual({ type: 'eligible' });
  });
});

describe('public addresses', () => {
  it('receive no request without TLS unless the operator allows them', async () => {
    expect(await check('http://8.8.8.8/', { policy: new EgressPolicy([]) })).toEqual(
      unknown(/without https/),
    );
  });
});
