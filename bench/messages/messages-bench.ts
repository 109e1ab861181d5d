import { systemClock } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { SecretBox } from '../../src/core/secret-box.ts';
import { loadNumberZones } from '../../src/main/number-zones.ts';
import { MailTokens } from '../../src/messaging/mail-tokens.ts';
import { MessageRoutes } from '../../src/messaging/sending/message-routes.ts';
import { openMessaging, type Messaging } from '../../src/messaging/open-messaging.ts';
import { enqueueSend } from '../../src/messaging/sending/send-jobs.ts';
import { insertMessage } from '../../src/store/conversations/messages.ts';
import { openConversation } from '../../src/store/conversations/conversations.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';
import type { Peer } from './carriers.ts';

/** Conversations that are inserted at the same time. */
const insertConcurrency = 10;

/** A workspace in a separate database, whose messages this process sends to one peer. */
export class MessagesBench {
  readonly #database: TestDatabase;
  readonly #fixture: Fixture;
  readonly #peer: Peer;
  readonly #serverFolder: string;
  #next = 0;

  private constructor(database: TestDatabase, fixture: Fixture, peer: Peer, serverFolder: string) {
    this.#database = database;
    this.#fixture = fixture;
    this.#peer = peer;
    this.#serverFolder = serverFolder;
  }

  static async open(peer: Peer): Promise<MessagesBench> {
    const serverFolder = await chooseServerFolder();
    const database = await createTestDatabase({ poolSize: 10 });
    return new MessagesBench(database, await seedWorkspace(database.db), peer, serverFolder);
  }

  /** Opens the messaging of a new node. */
  async openNode(): Promise<Messaging> {
    const { registration } = this.#peer;
    return openMessaging({
      database: this.#database.db,
      clock: systemClock,
      random: systemRandom,
      logger: silentLogger,
      zones: await loadNumberZones(),
      tokens: new MailTokens(new SecretBox([systemRandom.bytes(32)], systemRandom)),
      routes: new MessageRoutes([registration.route]),
      registrations: [registration],
      onInbound: async () => {},
      nodeId: newId('request'),
    });
  }

  async insertBacklog(count: number): Promise<void> {
    let left = count;
    const insertNext = async () => {
      while (left > 0) {
        left -= 1;
        await this.write('Hello, see you tomorrow at ten. Reply STOP to opt out.');
      }
    };
    await Promise.all(Array.from({ length: insertConcurrency }, insertNext));
  }

  /** Commits a message that is due now, in a new conversation. */
  async write(text: string): Promise<void> {
    const { workspaceId, flow } = this.#fixture;
    const recipient = this.#peer.recipient((this.#next += 1));
    const { channel } = this.#peer.registration.route;
    const at = new Date();
    await this.#database.db.inWorkspace(workspaceId).transaction(async (tx) => {
      const conversation = await openConversation(tx, {
        id: newId('conversation'),
        workspaceId,
        flowId: flow.id,
        flowVersion: 1,
        agentId: null,
        userId: 'key_bench',
        channel,
        recipient,
        customer: {},
        dynamic: {},
        inactivityHours: 24,
        at,
      });
      const message = await insertMessage(tx, {
        id: newId('message'),
        workspaceId,
        conversationId: conversation.id,
        direction: 'outbound',
        origin: 'flow',
        status: 'approved',
        content: text,
        template: null,
        subject: channel === 'email' ? 'Reminder' : null,
        missingVariables: [],
        metadata: {},
        createdBy: 'key_bench',
        dueAt: at,
        at,
      });
      await enqueueSend(tx, conversation, message!);
    });
  }

  async countIn(status: string): Promise<number> {
    const row = await this.#database.db
      .asSystem()
      .row<{ count: number }>({ text: 'select count(*)::int as count from messages where status = $1' }, [
        status,
      ]);
    return row!.count;
  }

  async close(): Promise<void> {
    await this.#database.close();
    await removeServer(this.#serverFolder);
  }
}
