import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { systemClock } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { silentLogger, type Logger } from '../../src/core/logger.ts';
import { seededRandom } from '../../src/core/random.ts';
import { SecretBox } from '../../src/core/secret-box.ts';
import { newWebhookSecret } from '../../src/core/webhook-signature.ts';
import { EgressClient, type EgressClientOptions } from '../../src/egress/egress-client.ts';
import { EgressPolicy } from '../../src/egress/egress-policy.ts';
import { appendEvent } from '../../src/store/events.ts';
import { insertWebhookEndpoint } from '../../src/store/webhooks/endpoints.ts';
import { listDeliveries, type DeliveryRow } from '../../src/store/webhooks/list-deliveries.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { Certificate } from './certificates.ts';
import { seedWorkspace } from './fixtures.ts';
import { limitConcurrency } from '../../src/webhooks/delivery-jobs.ts';
import { openWebhooks, type Webhooks } from '../../src/webhooks/open-webhooks.ts';

export interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: {
    readonly id: string;
    readonly event: string;
    readonly data: { readonly callId: string; readonly sequence: number };
  };
}

export interface Receiver {
  readonly url: string;
  readonly requests: Received[];
}

type StartOptions = Partial<EgressClientOptions> & { readonly logger?: Logger };

/** A workspace on a test database, with receivers on the loopback interface and the webhooks of one node. */
export class WebhookFixture {
  readonly database: TestDatabase;
  readonly workspaceId: string;
  readonly random = seededRandom(7);
  readonly secrets = new SecretBox([this.random.bytes(32)], this.random);
  readonly #closers: (() => Promise<void> | void)[] = [];

  private constructor(database: TestDatabase, workspaceId: string) {
    this.database = database;
    this.workspaceId = workspaceId;
  }

  static async create(): Promise<WebhookFixture> {
    const database = await createTestDatabase({ poolSize: 10 });
    const { workspaceId } = await seedWorkspace(database.db);
    return new WebhookFixture(database, workspaceId);
  }

  /** Starts a receiver, over TLS if it has a certificate. `respond` returns the status of the response; 200 by default. */
  async openReceiver(
    respond: (received: Received, count: number) => number | Promise<number> = () => 200,
    certificate?: Certificate,
  ): Promise<Receiver> {
    const requests: Received[] = [];
    const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const raw = await text(request);
      const received = { headers: request.headers, text: raw, body: JSON.parse(raw) as Received['body'] };
      requests.push(received);
      response.writeHead(await respond(received, requests.length)).end('ok');
    };
    const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
      receive(request, response).catch(() => response.destroy());
    };
    const server =
      certificate === undefined
        ? createServer(onRequest)
        : createSecureServer({ cert: certificate.certificatePem, key: certificate.privateKeyPem }, onRequest);
    const port = await this.#listen(server);
    const scheme = certificate === undefined ? 'http' : 'https';
    return { requests, url: `${scheme}://127.0.0.1:${port}/hook` };
  }

  /** Starts a receiver that `respond` implements: it is called once per connection, when the request has arrived. Returns its URL. */
  async openSocketReceiver(respond: (socket: Socket) => void): Promise<string> {
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => respond(socket));
    });
    return `http://127.0.0.1:${await this.#listen(server)}/hook`;
  }

  async #listen(server: Server): Promise<number> {
    const sockets = new Set<Socket>();
    server.on('connection', (socket) => sockets.add(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#closers.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return (server.address() as AddressInfo).port;
  }

  /** Starts the publisher and the deliveries of a node. The other options are those of its HTTP client. */
  start({ logger = silentLogger, ...options }: StartOptions = {}): Webhooks {
    const policy = new EgressPolicy(['127.0.0.1']);
    const egress = new EgressClient({ clock: systemClock, policy, ...options });
    const webhooks = openWebhooks({
      database: this.database.db,
      clock: systemClock,
      logger,
      random: this.random,
      egress,
      secrets: this.secrets,
      nodeId: newId('request'),
      delivers: true,
    });
    webhooks.start();
    this.#closers.push(async () => {
      await webhooks.close();
      egress.close();
    });
    return webhooks;
  }

  /** Adds an endpoint. Returns its id and its secret. */
  async addEndpoint(url: string, events: readonly string[] = ['*']): Promise<{ id: string; secret: string }> {
    const id = newId('webhook');
    const secret = newWebhookSecret(this.random);
    const { workspaceId } = this;
    await this.database.db.inWorkspace(workspaceId).transaction(async (tx) => {
      const stored = { id, workspaceId, url, events, description: '', secret: this.secrets.seal(secret, id) };
      await insertWebhookEndpoint(tx, { ...stored, at: new Date(), limit: 100 });
      await limitConcurrency(tx, { id, workspaceId }, { isHealthy: false });
    });
    this.#closers.push(async () => {
      await this.database.db
        .asSystem()
        .execute({ text: 'delete from webhook_endpoints where id = $1' }, [id]);
    });
    return { id, secret };
  }

  /** Inserts an event in its own transaction. Returns its id. */
  addEvent(subjectId: string, sequence: number, type = 'call.answered'): Promise<string> {
    const { workspaceId } = this;
    const event = { workspaceId, type, subjectId, sequence, data: { callId: subjectId }, at: new Date() };
    return appendEvent(this.database.db.inWorkspace(workspaceId), event);
  }

  /** Makes the retries of an endpoint due in an hour, and allows later events of their subjects. */
  async postponeRetries(endpointId: string): Promise<void> {
    const dueAt = new Date(Date.now() + 3_600_000);
    const system = this.database.db.asSystem();
    await system.execute({ text: `update jobs set run_at = $2 where group_id = $1 and state = 'queued'` }, [
      endpointId,
      dueAt,
    ]);
    const text = `update webhook_deliveries set next_attempt_at = $2, holds_order_until = null
      where endpoint_id = $1 and status = 'pending'`;
    await system.execute({ text }, [endpointId, dueAt]);
  }

  async deliveriesOf(endpointId: string): Promise<DeliveryRow[]> {
    const { workspaceId, database } = this;
    const filters = { workspaceId, endpointId, limit: 1000 };
    return (await listDeliveries(database.db.inWorkspace(workspaceId), filters)).rows;
  }

  /** Stops what the last test started. */
  async reset(): Promise<void> {
    for (const close of this.#closers.splice(0).toReversed()) await close();
  }

  async close(): Promise<void> {
    await this.reset();
    await this.database.close();
  }
}
