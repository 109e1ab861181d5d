import { systemClock } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { SecretBox } from '../../src/core/secret-box.ts';
import { newWebhookSecret } from '../../src/core/webhook-signature.ts';
import { EgressClient } from '../../src/egress/egress-client.ts';
import { EgressPolicy } from '../../src/egress/egress-policy.ts';
import { appendEvent } from '../../src/store/events.ts';
import { insertWebhookEndpoint } from '../../src/store/webhooks/endpoints.ts';
import { limitConcurrency } from '../../src/webhooks/delivery-jobs.ts';
import { openWebhooks, type Webhooks } from '../../src/webhooks/open-webhooks.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { seedWorkspace } from '../../test/support/fixtures.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';

/** A workspace in a separate database, whose webhooks run in this process. */
export class WebhookBench {
  readonly egress = new EgressClient({ clock: systemClock, policy: new EgressPolicy(['127.0.0.1']) });
  readonly #secrets = new SecretBox([systemRandom.bytes(32)], systemRandom);
  readonly #database: TestDatabase;
  readonly #workspaceId: string;
  readonly #serverFolder: string;

  private constructor(database: TestDatabase, workspaceId: string, serverFolder: string) {
    this.#database = database;
    this.#workspaceId = workspaceId;
    this.#serverFolder = serverFolder;
  }

  static async open(): Promise<WebhookBench> {
    const serverFolder = await chooseServerFolder();
    const database = await createTestDatabase({ poolSize: 10 });
    const { workspaceId } = await seedWorkspace(database.db);
    return new WebhookBench(database, workspaceId, serverFolder);
  }

  /** Creates the webhooks of a new node. */
  openNode(): Webhooks {
    return openWebhooks({
      database: this.#database.db,
      clock: systemClock,
      logger: silentLogger,
      random: systemRandom,
      egress: this.egress,
      secrets: this.#secrets,
      nodeId: newId('request'),
      delivers: true,
    });
  }

  /** Adds an endpoint that subscribes to one event type. */
  async addEndpoint(url: string, type: string): Promise<void> {
    const id = newId('webhook');
    const workspaceId = this.#workspaceId;
    const secret = this.#secrets.seal(newWebhookSecret(systemRandom), id);
    await this.#database.db.inWorkspace(workspaceId).transaction(async (tx) => {
      const stored = { id, workspaceId, url, events: [type], description: '', secret };
      await insertWebhookEndpoint(tx, { ...stored, at: new Date(), limit: 1000 });
      await limitConcurrency(tx, { id, workspaceId }, { isHealthy: false });
    });
  }

  /** Commits an event of a new call. Returns its id. */
  addEvent(type: string): Promise<string> {
    const workspaceId = this.#workspaceId;
    const event = {
      workspaceId,
      type,
      subjectId: newId('call'),
      sequence: 1,
      data: { callId: 'call_x', status: 'ended', note: 'x'.repeat(200) },
      at: new Date(),
    };
    return appendEvent(this.#database.db.inWorkspace(workspaceId), event);
  }

  async close(): Promise<void> {
    this.egress.close();
    await this.#database.close();
    await removeServer(this.#serverFolder);
  }
}
