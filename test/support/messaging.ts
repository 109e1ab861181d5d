import {
  ScriptedMessageCarrier,
  type ScriptedMessageCarrierOptions,
} from '../../src/contracts/testing/scripted-message-carrier.ts';
import type { DeliveryReceipt } from '../../src/contracts/message-carrier.ts';
import { newId } from '../../src/core/ids.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import { seededRandom } from '../../src/core/random.ts';
import { SecretBox } from '../../src/core/secret-box.ts';
import { FlowInput } from '../../src/domain/flow/flow.ts';
import { completeJob } from '../../src/jobs/complete-job.ts';
import { LeaseLostError, type Job, type JobHandler } from '../../src/jobs/job.ts';
import { loadNumberZones } from '../../src/main/number-zones.ts';
import { MailTokens } from '../../src/messaging/mail-tokens.ts';
import { MessageRoutes, type MessageRoute } from '../../src/messaging/sending/message-routes.ts';
import { receiveReceipt } from '../../src/messaging/sending/delivery-receipt.ts';
import {
  enqueueSend,
  type SendingContext,
  sendKinds,
  type SendMessageJob,
} from '../../src/messaging/sending/send-jobs.ts';
import { sendMessageHandler } from '../../src/messaging/sending/send-message.ts';
import {
  findMessage,
  insertMessage,
  type MessageRow,
  type NewMessage,
} from '../../src/store/conversations/messages.ts';
import {
  lockConversation,
  type NewConversation,
  openConversation,
} from '../../src/store/conversations/conversations.ts';
import { insertFlow } from '../../src/store/flows.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { noon, seedWorkspace, type Fixture } from './fixtures.ts';

export const testRoutes: readonly MessageRoute[] = [
  { carrier: 'fake', channel: 'sms', from: '+12025550199', fromName: '', carries: 'test' },
  { carrier: 'fake-mail', channel: 'email', from: 'parley@example.com', fromName: 'Parley', carries: 'test' },
];

/** Sends messages with fake carriers, on a manual clock. */
export class TestMessaging {
  readonly database: TestDatabase;
  readonly clock = new ManualClock(noon.getTime());
  readonly fixture: Fixture;
  readonly sms: ScriptedMessageCarrier;
  readonly mail: ScriptedMessageCarrier;
  readonly context: SendingContext;
  #handler: JobHandler<SendMessageJob>;

  constructor(
    {
      database,
      fixture,
      zones,
    }: { database: TestDatabase; fixture: Fixture; zones: SendingContext['zones'] },
    carrier: ScriptedMessageCarrierOptions = {},
  ) {
    this.database = database;
    this.fixture = fixture;
    const inbox = {
      onMessage: async () => {},
      onReceipt: (receipt: DeliveryReceipt) => receiveReceipt(this.context, 'fake', receipt),
    };
    this.sms = new ScriptedMessageCarrier({ inbox, ...carrier });
    this.mail = new ScriptedMessageCarrier({ ...carrier, name: 'fake-mail', channel: 'email', inbox });
    this.context = {
      database: database.db,
      clock: this.clock,
      random: seededRandom(1),
      logger: silentLogger,
      routes: new MessageRoutes(testRoutes),
      tokens: new MailTokens(new SecretBox([seededRandom(3).bytes(32)], seededRandom(4))),
      zones,
      carriers: new Map([this.sms, this.mail].map((carrier) => [carrier.name, carrier])),
    };
    this.#handler = sendMessageHandler(this.context);
  }

  get scope() {
    return this.database.db.inWorkspace(this.fixture.workspaceId);
  }

  /** Forgets everything that the process holds in memory, as after a restart. */
  restart(context: SendingContext = this.context): void {
    this.#handler = sendMessageHandler(context);
  }

  async flow(changes: object = {}): Promise<string> {
    const { workspaceId } = this.fixture;
    const definition = FlowInput.parse({
      type: 'message',
      name: 'Reminder',
      status: 'active',
      initiationMessage: 'Hello',
      ...changes,
    });
    return (await insertFlow(this.scope, { id: newId('flow'), workspaceId, definition, at: noon })).id;
  }

  conversation(recipient: string, changes: Partial<NewConversation> = {}) {
    const { workspaceId, flow } = this.fixture;
    return this.scope.transaction((tx) =>
      openConversation(tx, {
        id: newId('conversation'),
        workspaceId,
        flowId: flow.id,
        flowVersion: 1,
        agentId: null,
        userId: 'key_1',
        channel: recipient.includes('@') ? 'email' : 'sms',
        recipient,
        customer: {},
        dynamic: {},
        inactivityHours: 24,
        at: new Date(this.clock.now()),
        ...changes,
      }),
    );
  }

  /** Inserts a message that is due now, and enqueues it. */
  write(conversationId: string, changes: Partial<NewMessage> = {}): Promise<MessageRow> {
    const { workspaceId } = this.fixture;
    const at = new Date(this.clock.now());
    return this.scope.transaction(async (tx) => {
      const message = await insertMessage(tx, {
        id: newId('message'),
        workspaceId,
        conversationId,
        direction: 'outbound',
        origin: 'flow',
        status: 'approved',
        content: 'Hello',
        createdBy: 'key_1',
        dueAt: at,
        at,
        ...changes,
      });
      const conversation = await lockConversation(tx, { workspaceId, conversationId });
      await enqueueSend(tx, conversation!, message!);
      return message!;
    });
  }

  async read(messageId: string): Promise<MessageRow> {
    const { workspaceId } = this.fixture;
    return (await findMessage(this.scope, { workspaceId, messageId }))!;
  }

  /** Claims the due jobs by the manual clock, and those of dead workers. */
  claim(): Promise<Job<SendMessageJob>[]> {
    return this.database.db.asSystem().rows<Job<SendMessageJob>>(
      {
        text: `update jobs set state = 'running', owner = 'node-1', attempts = attempts + 1, lease_until = now() + interval '1 h'
          where kind = any($3) and workspace_id = $2 and ((state = 'queued' and run_at <= $1) or (state = 'running' and lease_until < now()))
          returning id, kind, workspace_id as "workspaceId", key, payload, attempts as attempt`,
      },
      [new Date(this.clock.now()), this.fixture.workspaceId, sendKinds],
    );
  }

  /** Runs one job, and completes it. */
  async run(job: Job<SendMessageJob>, signal: AbortSignal = new AbortController().signal): Promise<void> {
    const lease = { id: job.id, owner: 'node-1', attempt: job.attempt };
    let isCompleted = false;
    const complete: Parameters<JobHandler['run']>[1]['complete'] = async (tx) => {
      if (!(await completeJob(tx, lease))) throw new LeaseLostError(job);
      isCompleted = true;
    };
    await this.#handler.run(job, { signal, complete });
    if (!isCompleted) await complete(this.database.db.asSystem());
  }

  /** Runs due jobs until none is left. */
  async runDue(): Promise<void> {
    for (let jobs = await this.claim(); jobs.length > 0; jobs = await this.claim())
      await Promise.all(jobs.map((job) => this.run(job)));
  }

  /** Advances the clock, and runs the jobs that become due at the end. */
  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms);
    await this.runDue();
  }

  /** The worker of every running job dies. */
  async killWorkers(): Promise<void> {
    this.restart();
    await this.database.db
      .asSystem()
      .execute({ text: `update jobs set lease_until = now() - interval '1 s' where state = 'running'` });
  }

  events(): Promise<{ type: string; data: Record<string, unknown> }[]> {
    return this.scope.rows(
      { text: 'select type, data from events where workspace_id = $1 order by position' },
      [this.fixture.workspaceId],
    );
  }
}

/** Creates a workspace, in a new database unless one is given. Ends the conversations of other workspaces, because they use the same sender. */
export async function createTestMessaging(
  options: ScriptedMessageCarrierOptions & {
    readonly database?: TestDatabase;
  } = {},
): Promise<TestMessaging> {
  const database = options.database ?? (await createTestDatabase());
  await database.db
    .asSystem()
    .execute({ text: 'update conversations set closed_at = created_at where closed_at is null' });
  const fixture = await seedWorkspace(database.db);
  return new TestMessaging({ database, fixture, zones: await loadNumberZones() }, options);
}
