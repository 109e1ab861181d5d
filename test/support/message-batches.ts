import { ScriptedMessageCarrier } from '../../src/contracts/testing/scripted-message-carrier.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { seededRandom } from '../../src/core/random.ts';
import { SecretBox } from '../../src/core/secret-box.ts';
import { completeJob } from '../../src/jobs/complete-job.ts';
import { LeaseLostError, type Job, type JobHandler } from '../../src/jobs/job.ts';
import { MailTokens } from '../../src/messaging/mail-tokens.ts';
import { messageBatchHandler, messageBatchKind } from '../../src/messaging/sending/message-batch-job.ts';
import { sendKinds } from '../../src/messaging/sending/send-jobs.ts';
import { sendMessageHandler } from '../../src/messaging/sending/send-message.ts';
import type { TestApi } from './api.ts';

export const messageBatchesPath = '/v1/api/batch-messages';

/** Runs the jobs of batches of messages and of their messages, by the manual clock of the API. Carriers are scripted. */
export class BatchMessenger {
  readonly api: TestApi;
  readonly sms: ScriptedMessageCarrier;
  readonly mail: ScriptedMessageCarrier;
  readonly #handlers: Readonly<Record<string, JobHandler>>;

  constructor(api: TestApi) {
    this.api = api;
    const inbox = { onMessage: async () => {}, onReceipt: async () => {} };
    this.sms = new ScriptedMessageCarrier({ inbox, name: 'test-phones' });
    this.mail = new ScriptedMessageCarrier({ inbox, name: 'test-mailboxes', channel: 'email' });
    const { clock, database, context } = api;
    const { ids, zones, messageRoutes: routes } = context;
    const shared = { database, clock, logger: silentLogger, routes, zones };
    const random = seededRandom(1);
    const tokens = new MailTokens(new SecretBox([seededRandom(3).bytes(32)], seededRandom(4)));
    const carriers = new Map([this.sms, this.mail].map((carrier) => [carrier.name, carrier]));
    const send = sendMessageHandler({ ...shared, random, tokens, carriers }) as JobHandler;
    const batch = messageBatchHandler({ ...shared, ids }) as JobHandler;
    this.#handlers = {
      ...Object.fromEntries(sendKinds.map((kind) => [kind, send])),
      [messageBatchKind]: batch,
    };
  }

  /** Claims the due jobs, and those of dead workers. */
  claim(kinds: readonly string[] = Object.keys(this.#handlers)): Promise<Job[]> {
    return this.api.database.asSystem().rows<Job>(
      {
        text: `update jobs set state = 'running', owner = 'node-1', attempts = attempts + 1, lease_until = now() + interval '1 h'
          where kind = any($1) and ((state = 'queued' and run_at <= $2) or (state = 'running' and lease_until < now()))
          returning id, kind, workspace_id as "workspaceId", key, payload, attempts as attempt`,
      },
      [kinds, new Date(this.api.clock.now())],
    );
  }

  /** Runs one job, and completes it. */
  async run(job: Job, signal: AbortSignal = new AbortController().signal): Promise<void> {
    const lease = { id: job.id, owner: 'node-1', attempt: job.attempt };
    let isCompleted = false;
    const complete: Parameters<JobHandler['run']>[1]['complete'] = async (tx) => {
      if (!(await completeJob(tx, lease))) throw new LeaseLostError(job);
      isCompleted = true;
    };
    await this.#handlers[job.kind]!.run(job, { signal, complete });
    if (!isCompleted) await complete(this.api.database.asSystem());
  }

  /** Runs due jobs until none is left. */
  async runDue(): Promise<void> {
    for (let jobs = await this.claim(); jobs.length > 0; jobs = await this.claim())
      await Promise.all(jobs.map((job) => this.run(job)));
  }

  /** Advances the clock step by step, and runs the jobs that become due. */
  async advance(seconds: number, stepSeconds = 1): Promise<void> {
    for (let passed = 0; passed < seconds; passed += stepSeconds) {
      await this.api.clock.advance(stepSeconds * 1000);
      await this.runDue();
    }
  }

  /** The recipients of the messages that carriers received. */
  get received(): string[] {
    return [...this.sms.accepted, ...this.mail.accepted].map(({ to }) => to);
  }

  /** The worker of every running job dies. */
  async killWorkers(): Promise<void> {
    const text = `update jobs set lease_until = now() - interval '1 s' where state = 'running'`;
    await this.api.database.asSystem().execute({ text });
  }
}
