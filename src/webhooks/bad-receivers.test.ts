import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { HostResolver } from '../egress/host-resolver.ts';
import { listDeliveryAttempts } from '../store/webhooks/list-deliveries.ts';
import { openDnsServer } from '../../test/support/dns-server.ts';
import { WebhookFixture } from '../../test/support/webhook-fixture.ts';

let fixture: WebhookFixture;
beforeAll(async () => (fixture = await WebhookFixture.create()));
afterEach(() => fixture.reset());
afterAll(() => fixture.close());

const second = 1_000;
const ok = 'HTTP/1.1 200 OK\r\n';

/** Returns the only delivery to an endpoint with its first attempt, when that has ended. */
async function firstAttempt(endpointId: string) {
  await expect.poll(async () => (await fixture.deliveriesOf(endpointId))[0]?.attempts).toBe(1);
  const delivery = (await fixture.deliveriesOf(endpointId))[0]!;
  const { workspaceId, database } = fixture;
  const attempts = await listDeliveryAttempts(database.db.inWorkspace(workspaceId), {
    workspaceId,
    id: delivery.id,
  });
  return { status: delivery.status, ...attempts[0]! };
}

/** Adds an endpoint and an event for it. Returns the id of the endpoint. */
async function addDelivery(url: string): Promise<string> {
  const { id } = await fixture.addEndpoint(url);
  await fixture.addEvent(`call_${id}`, 1);
  return id;
}

/** Delivers an event to a receiver that `respond` implements, with a manual clock of the HTTP client. */
async function deliverTo(respond: (socket: Socket, clock: ManualClock) => void) {
  const clock = new ManualClock(0);
  const received = Promise.withResolvers<Socket>();
  const url = await fixture.openSocketReceiver((socket) => {
    respond(socket, clock);
    received.resolve(socket);
  });
  const endpointId = await addDelivery(url);
  fixture.start({ clock });
  return { clock, endpointId, socket: await received.promise };
}

/** Sends a character of the text per second, and then zeros. */
function sendSlowly(socket: Socket, clock: ManualClock, text: string): void {
  const characters = text[Symbol.iterator]();
  const sendOne = () => {
    socket.write(characters.next().value ?? '0');
    clock.after(second, sendOne);
  };
  sendOne();
}

/** Resolves when a client of this process has read the headers of a response. */
function responseHead(): Promise<void> {
  const channel = 'http.client.response.finish';
  return new Promise((resolve) => {
    const onRead = () => {
      unsubscribe(channel, onRead);
      resolve();
    };
    subscribe(channel, onRead);
  });
}

const timedOut = 'The endpoint did not respond within 15 seconds.';

describe('deliveries to receivers that', { timeout: 30_000 }, () => {
  it('send one byte of the headers per second fail after 15 seconds', async () => {
    const { clock, endpointId } = await deliverTo((socket, its) => sendSlowly(socket, its, ok));
    await clock.advance(15 * second);
    expect(await firstAttempt(endpointId)).toMatchObject({
      status: 'pending',
      statusCode: null,
      error: timedOut,
    });
  });

  it('send one byte of the body per second succeed after 15 seconds by the status', async () => {
    const head = responseHead();
    const { clock, endpointId, socket } = await deliverTo((its) =>
      its.write(`${ok}content-length: 99\r\n\r\n`),
    );
    sendSlowly(socket, clock, '');
    await head;
    await clock.advance(15 * second);
    expect(await firstAttempt(endpointId)).toMatchObject({
      status: 'succeeded',
      statusCode: 200,
      error: timedOut,
    });
  });

  it.each([
    [14.9, { status: 'succeeded', statusCode: 200, error: null }],
    [15.1, { status: 'pending', statusCode: null, error: timedOut }],
  ])('respond with 200 after %d seconds have the right result', async (seconds, expected) => {
    const response = `${ok}content-length: 0\r\n\r\n`;
    const { clock, endpointId, socket } = await deliverTo(() => undefined);
    await clock.advance(seconds * second);
    socket.write(response);
    expect(await firstAttempt(endpointId)).toMatchObject(expected);
  });

  it('send only informational responses fail after 15 seconds', async () => {
    const { clock, endpointId } = await deliverTo((socket) =>
      socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)),
    );
    await clock.advance(15 * second);
    expect(await firstAttempt(endpointId)).toMatchObject({ status: 'pending', error: timedOut });
  });

  it('send an endless body are disconnected after 4 KiB', async () => {
    const closed = Promise.withResolvers<void>();
    const { endpointId } = await deliverTo((socket) => {
      const send = (): unknown =>
        socket.writable && socket.write('x'.repeat(1_000), () => setImmediate(send));
      socket.once('close', () => closed.resolve());
      socket.write(`${ok}\r\n`);
      send();
    });
    const attempt = await firstAttempt(endpointId);
    expect(attempt).toMatchObject({ status: 'succeeded', statusCode: 200, responseBody: 'x'.repeat(4_096) });
    await closed.promise;
  });

  it('send compressed zeros have at most 4 KiB of them stored, still compressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const { endpointId } = await deliverTo((socket) => {
      socket.write(`${ok}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    const attempt = await firstAttempt(endpointId);
    expect(attempt).toMatchObject({ status: 'succeeded', statusCode: 200 });
    expect(attempt.responseBody!.length).toBeLessThanOrEqual(4_096);
  });

  it.each([301, 302, 303, 307, 308])(
    'redirect with %d to a metadata address are not followed',
    async (code) => {
      const { endpointId } = await deliverTo((socket) =>
        socket.write(
          `HTTP/1.1 ${code} Moved\r\nlocation: http://169.254.169.254/latest/\r\ncontent-length: 0\r\n\r\n`,
        ),
      );
      expect(await firstAttempt(endpointId)).toMatchObject({
        status: 'pending',
        statusCode: code,
        error: 'Redirects are not followed.',
        responseHeaders: { location: 'http://169.254.169.254/latest/' },
      });
    },
  );

  it.each([
    [200, 'succeeded'],
    [500, 'pending'],
  ])('reset the connection in the body have the result of their status %d', async (code, status) => {
    const head = responseHead();
    const { endpointId, socket } = await deliverTo((its) =>
      its.write(`HTTP/1.1 ${code} X\r\ncontent-length: 10\r\n\r\nabc`),
    );
    await head;
    socket.resetAndDestroy();
    expect(await firstAttempt(endpointId)).toMatchObject({
      status,
      statusCode: code,
      error: 'The endpoint could not be reached (ECONNRESET).',
    });
  });

  it.each([
    ['switches protocols', 'HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 101],
    ['has an unknown status and a binary body', 'HTTP/1.1 999 X\r\ncontent-length: 3\r\n\r\n\0\xff\0', 999],
    [
      'has unusual headers',
      `HTTP/1.1 500 X\r\n__proto__: x\r\nx: \xff\xfe\r\ncontent-length: 0\r\n\r\n`,
      500,
    ],
    ['has headers of 54 KB', `HTTP/1.1 500 X\r\n${'y: x\r\n'.repeat(9_000)}\r\n`, null],
    ['is not HTTP', 'this is not HTTP\r\n\r\n', null],
    ['is empty', '', null],
  ])('send a response that %s are sent the event again', async (_case, text, statusCode) => {
    const { endpointId } = await deliverTo((socket) => socket.end(text, 'latin1'));
    expect(await firstAttempt(endpointId)).toMatchObject({ status: 'pending', statusCode });
  });
});

describe('a host name whose address changes', () => {
  it('is resolved once per attempt, and only its permitted addresses are reached', async () => {
    const { requests, url } = await fixture.openReceiver(() => 500);
    const answers = ['127.0.0.1', '169.254.169.254'];
    const lookups: string[] = [];
    const resolve = (): Promise<readonly string[]> => {
      const address = answers[lookups.length] ?? '10.0.0.1';
      lookups.push(address);
      return Promise.resolve([address]);
    };
    const id = await addDelivery(url.replace('127.0.0.1', 'rebinding.example'));
    fixture.start({ resolver: { resolve } });
    const errors = async () => (await fixture.deliveriesOf(id))[0]?.lastError;
    const denied =
      'The endpoint is at 169.254.169.254, which is not allowed without https unless PARLEY_WEBHOOK_ALLOW_CIDRS includes the address.';
    await expect.poll(errors, { timeout: 15_000 }).toBe(denied);
    expect(lookups).toEqual(answers);
    expect(requests).toHaveLength(1);
  });
});

describe('host names that DNS never answers', () => {
  it('do not delay deliveries to another host name', async () => {
    const dns = await openDnsServer((name, type) => {
      if (name !== 'receiver.example') return undefined;
      return { addresses: type === 'A' ? ['127.0.0.1'] : [] };
    });
    const { requests, url } = await fixture.openReceiver();
    await fixture.addEndpoint(url.replace('127.0.0.1', 'receiver.example'), ['call.completed']);
    const silent = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        fixture.addEndpoint(`https://silent-${index}.example/hook`, ['call.answered']),
      ),
    );
    fixture.start({ resolver: new HostResolver({ clock: systemClock, servers: [dns.server] }) });
    await fixture.addEvent('call_1', 1);
    const queried = () => new Set(dns.queries.filter((query) => query.startsWith('A silent-'))).size;
    await expect.poll(queried).toBe(12);
    await fixture.addEvent('call_2', 1, 'call.completed');
    await expect.poll(() => requests.length).toBe(1);
    expect(await fixture.deliveriesOf(silent[0]!.id)).toMatchObject([{ attempts: 0 }]);
    expect((await firstAttempt(silent[11]!.id)).error).toBe(
      'The endpoint could not be reached: DNS did not resolve its host name within 2 seconds.',
    );
    dns.close();
  });
});
