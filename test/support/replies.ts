import type { LanguageModel } from '../../src/contracts/language-model.ts';
import type { InboundMessage } from '../../src/contracts/message-carrier.ts';
import { FakeLanguageModel } from '../../src/contracts/testing/fake-language-model.ts';
import type { ScriptedReply } from '../../src/contracts/testing/scripted-reply.ts';
import { idSource } from '../../src/core/ids.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import type { NumberZones } from '../../src/core/number-zones.ts';
import { seededRandom } from '../../src/core/random.ts';
import { SecretBox } from '../../src/core/secret-box.ts';
import type { EgressRequest, EgressResponse } from '../../src/egress/egress-client.ts';
import { RequestSecrets } from '../../src/egress/request-secrets.ts';
import { LeaseLostError } from '../../src/jobs/job.ts';
import { loadNumberZones } from '../../src/main/number-zones.ts';
import { MailTokens } from '../../src/messaging/mail-tokens.ts';
import { MessageRoutes } from '../../src/messaging/sending/message-routes.ts';
import { receiveMessage } from '../../src/messaging/receiving/receive-message.ts';
import { type ReplyContext, replyKind } from '../../src/messaging/replying/reply-job.ts';
import { replyHandler } from '../../src/messaging/replying/reply-to-conversation.ts';
import { type ConversationRow, findConversation } from '../../src/store/conversations/conversations.ts';
import type { MessageRow } from '../../src/store/conversations/messages.ts';
import type { Database } from '../../src/store/database.ts';
import {
  messagesOf,
  ownMailbox,
  ownNumber,
  seedConversation,
  seedMessaging,
  type MessagingFixture,
} from './inbound-messages.ts';

export interface ReplyTestOptions {
  readonly flow?: object;
  readonly agent?: object;
  readonly recipient?: string;
  /** Replies of the language model, one per request. */
  readonly replies?: readonly ScriptedReply[];
  /** Answers the requests of tools and nodes. */
  readonly respond?: (request: EgressRequest) => Promise<EgressResponse>;
  readonly customer?: Record<string, string>;
  readonly prices?: ReplyContext['prices'];
}

export const jsonResponse = (value: unknown): EgressResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
  isTruncated: false,
});

export const modelAgent = { model: 'fake/scripted', personality: 'You are Ada of Acme.' };

/** One conversation with its reply job, which runs on request. */
export class ReplyTest {
  readonly clock = new ManualClock();
  readonly sent: EgressRequest[] = [];
  readonly model: FakeLanguageModel;
  readonly context: ReplyContext;
  readonly fixture: MessagingFixture;
  readonly conversation: ConversationRow;
  readonly #tokens: MailTokens;

  private constructor(
    database: Database,
    fixture: MessagingFixture,
    conversation: ConversationRow,
    options: ReplyTestOptions,
    zones: NumberZones,
  ) {
    const random = seededRandom(Number(conversation.recipient.replaceAll(/\D/g, '')) || 7);
    this.fixture = fixture;
    this.conversation = conversation;
    this.model = new FakeLanguageModel(options.replies ?? []);
    this.#tokens = new MailTokens(new SecretBox([random.bytes(32)], random));
    const { respond = () => Promise.resolve(jsonResponse({})) } = options;
    this.context = {
      database,
      clock: this.clock,
      logger: silentLogger,
      ids: idSource(this.clock, random),
      zones,
      models: { languageModel: (): LanguageModel => this.model },
      prices: options.prices,
      routes: new MessageRoutes([
        { carrier: 'test', channel: 'sms', from: ownNumber, fromName: '', carries: 'test' },
        { carrier: 'test-mail', channel: 'email', from: ownMailbox, fromName: '', carries: 'test' },
      ]),
      http: {
        secrets: new RequestSecrets(),
        egress: {
          send: (request) => {
            this.sent.push(request);
            return respond(request);
          },
        },
      },
    };
  }

  static async open(database: Database, options: ReplyTestOptions = {}): Promise<ReplyTest> {
    const fixture = await seedMessaging(database, options);
    const { recipient = '+12025550101', customer = {} } = options;
    const conversation = await seedConversation(database, fixture, { recipient, customer });
    return new ReplyTest(database, fixture, conversation, options, await loadNumberZones());
  }

  /** Receives a message of the customer. */
  async receive(message: InboundMessage): Promise<void> {
    const carrier = message.channel === 'sms' ? 'test' : 'test-mail';
    await receiveMessage({ ...this.context, tokens: this.#tokens }, carrier, message);
  }

  /** The signed address of the conversation. */
  get replyAddress(): string {
    return this.#tokens.replyAddressOf(this.conversation.id, ownMailbox);
  }

  /** Whether a reply is queued. */
  async isQueued(): Promise<boolean> {
    const rows = await this.context.database
      .asSystem()
      .rows({ text: 'select id from jobs where kind = $1 and key = $2' }, [replyKind, this.conversation.id]);
    return rows.length > 0;
  }

  /** Runs the reply job. `crash`: the worker dies at this point. */
  async reply({
    attempt = 1,
    beforeComplete = async () => {},
    conversationId = this.conversation.id,
  }: {
    readonly attempt?: number;
    readonly beforeComplete?: () => Promise<void>;
    readonly conversationId?: string;
  } = {}): Promise<void> {
    const { workspaceId } = this.conversation;
    const job = {
      id: 1,
      kind: replyKind,
      workspaceId,
      key: conversationId,
      payload: { conversationId },
      attempt,
    };
    await replyHandler(this.context).run(job, {
      signal: new AbortController().signal,
      complete: async (tx) => {
        await beforeComplete();
        const statement = { text: 'delete from jobs where kind = $1 and key = $2' };
        if ((await tx.execute(statement, [replyKind, conversationId])) === 0) throw new LeaseLostError(job);
      },
    });
  }

  /** Receives a message and replies to it. */
  async exchange(message: InboundMessage): Promise<MessageRow[]> {
    await this.receive(message);
    await this.reply();
    return this.replies();
  }

  /** Returns the messages that were written after the first message of the customer. */
  async replies(): Promise<MessageRow[]> {
    const messages = await messagesOf(this.context.database, this.conversation);
    return messages.slice(1).filter(({ direction }) => direction === 'outbound');
  }

  async row(): Promise<ConversationRow> {
    const { workspaceId, id: conversationId } = this.conversation;
    const row = await findConversation(this.context.database.inWorkspace(workspaceId), {
      workspaceId,
      conversationId,
    });
    return row!;
  }

  async change(columns: string): Promise<void> {
    await this.context.database
      .asSystem()
      .execute({ text: `update conversations set ${columns} where id = $1` }, [this.conversation.id]);
  }

  /** Marks the messages that are due as sent. */
  async send(): Promise<void> {
    await this.context.database.asSystem().execute(
      {
        text: `update messages set status = 'sent', sent_at = $2 where conversation_id = $1 and status = 'approved'`,
      },
      [this.conversation.id, new Date(this.clock.now())],
    );
  }

  rows<Row extends object>(text: string): Promise<Row[]> {
    return this.context.database.asSystem().rows<Row>({ text }, [this.conversation.workspaceId]);
  }
}
