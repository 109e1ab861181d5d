import type { Clock } from '../../core/clock.ts';
import type { IdSource } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import type { NumberZones } from '../../core/number-zones.ts';
import { Problem, type FieldFault } from '../../core/problems.ts';
import { batchQuietHours, quietUntil } from '../../domain/conversations/quiet-hours.ts';
import { findRecipientZone } from '../../domain/calling-hours/callee-zone.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import type { JobContext, JobHandler } from '../../jobs/job.ts';
import { scheduleJob } from '../../jobs/schedule-job.ts';
import {
  changeBatchMessage,
  countBatchMessages,
  findNextBatchMessage,
  findOpenMessages,
  type BatchMessageChange,
  type MessageRowContent,
} from '../../store/batches/batch-messages.ts';
import type { BatchKey } from '../../store/batches/batches.ts';
import {
  changeMessageBatch,
  lockMessageBatch,
  takeMessageTurn,
  type MessageBatchRow,
} from '../../store/batches/message-batches.ts';
import type { Database } from '../../store/database.ts';
import { findFlowVersion } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import { publishMessageBatch } from '../message-events.ts';
import {
  type PreparedMessage,
  validateMessage,
  writeFlowMessage,
  type FlowMessageRequest,
} from './flow-message.ts';
import { findSender, type MessageRoutes } from './message-routes.ts';

/** The kind of the jobs that create the messages of batches. Their key is the id of the batch. */
export const messageBatchKind = 'create-batch-messages';

interface MessageBatchJob {
  readonly batchId: string;
}

export interface MessageBatchContext {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly routes: MessageRoutes;
  readonly zones: NumberZones;
}

/** Maximum number of rows of one job. Then other jobs take their turn. */
const maxRowsPerJob = 200;
/** Limits of the time until the end of the last messages is checked again. */
const minCheckMs = 1_000;
const maxCheckMs = 30_000;

/** Schedules the job of a batch in the transaction that makes its messages due. The transaction must have locked the batch. */
export async function scheduleMessageBatch(
  tx: Queryable,
  { id: batchId, workspaceId }: Pick<MessageBatchRow, 'id' | 'workspaceId'>,
  runAt: Date,
): Promise<void> {
  const payload: MessageBatchJob = { batchId };
  await scheduleJob(tx, { kind: messageBatchKind, key: batchId, workspaceId, runAt, payload });
}

/**
 * Creates the handler of the jobs that create the messages of batches. A row and its message are changed in one transaction, under
 * the lock of the batch, so that a row has one message regardless of crashes.
 */
export function messageBatchHandler(context: MessageBatchContext): JobHandler<MessageBatchJob> {
  const { database, clock, logger } = context;
  return {
    async run({ workspaceId, payload: { batchId } }, job) {
      const key = { workspaceId: workspaceId!, batchId };
      for (let rows = 1; ; rows += 1) {
        job.signal.throwIfAborted();
        const isLast = rows >= maxRowsPerJob;
        let current: string | undefined;
        try {
          const isDone = await database.asSystem().transaction((tx) =>
            new BatchStep(tx, { job, at: new Date(clock.now()), isLast }, context).run(key, (jobId) => {
              current = jobId;
            }),
          );
          if (isDone) return;
        } catch (error) {
          if (!(error instanceof Problem) || current === undefined) throw error;
          logger.warn({ batch: batchId, row: current, code: error.code }, 'A row of a batch has no message.');
          await failRow(database, { ...key, jobId: current }, { error, at: new Date(clock.now()) });
        }
      }
    },
    onWorkerLost: 'retry',
    // A job fails only if the database fails. Each row counts on its own.
    maxAttempts: 2 ** 31 - 1,
    retryDelayMs: (attempt) => Math.min(1_000 * 2 ** Math.min(attempt - 1, 5), 30_000),
  };
}

/** Records that no message can be created for a row, after the transaction that failed to do so was rolled back. */
function failRow(
  database: Database,
  row: BatchKey & { readonly jobId: string },
  { error, at }: { readonly error: Problem; readonly at: Date },
): Promise<void> {
  return database.asSystem().transaction(async (tx) => {
    await lockMessageBatch(tx, row);
    const detail = error.message;
    await changeBatchMessage(tx, { ...row, status: 'failed', detail, at });
  });
}

interface StepOptions {
  readonly job: Pick<JobContext, 'complete'>;
  readonly at: Date;
  /** Whether the job ends with this step. */
  readonly isLast: boolean;
}

/** One transaction of a job, which handles at most one row. */
class BatchStep {
  readonly #tx: Queryable;
  readonly #options: StepOptions;
  readonly #context: MessageBatchContext;

  constructor(tx: Queryable, options: StepOptions, context: MessageBatchContext) {
    this.#tx = tx;
    this.#options = options;
    this.#context = context;
  }

  /** Handles the next row; `onRow` receives its id. Returns whether the job is completed. */
  async run(key: BatchKey, onRow: (jobId: string) => void): Promise<boolean> {
    const tx = this.#tx;
    const { at, isLast, job } = this.#options;
    const batch = await lockMessageBatch(tx, key);
    if (batch === undefined || !isSending(batch)) {
      await job.complete(tx);
      return true;
    }
    if (batch.status === 'scheduled') {
      const startsAt = batch.scheduledAt ?? at;
      if (startsAt > at) return this.#continueAt(batch, startsAt);
      await this.#start(batch);
    }
    const row = await findNextBatchMessage(tx, key);
    if (row === undefined) return this.#finish(batch);
    if (isLast || row.runAt > at) return this.#continueAt(batch, row.runAt);
    onRow(row.id);
    return this.#handleRow(batch, row);
  }

  /** Completes the job, and continues in another one. */
  async #continueAt(batch: MessageBatchRow, runAt: Date): Promise<true> {
    await this.#options.job.complete(this.#tx);
    await scheduleMessageBatch(this.#tx, batch, runAt);
    return true;
  }

  /** Sets the batch to `running`. A batch that is resumed before its start has started too. */
  async #start(batch: MessageBatchRow): Promise<void> {
    const { id: batchId, workspaceId } = batch;
    const change = { workspaceId, batchId, to: 'running', at: this.#options.at } as const;
    const started = (await changeMessageBatch(this.#tx, change))!;
    await this.#publish(started, 'started');
  }

  /** Completes a batch whose messages have all ended. */
  async #finish(batch: MessageBatchRow): Promise<true> {
    const { at, job } = this.#options;
    const key = { workspaceId: batch.workspaceId, batchId: batch.id };
    const { open, dueAt } = await findOpenMessages(this.#tx, key);
    if (open > 0) {
      const dueMs = dueAt === null ? maxCheckMs : dueAt.getTime() - at.getTime();
      const delayMs = Math.min(Math.max(dueMs, minCheckMs), maxCheckMs);
      return this.#continueAt(batch, new Date(at.getTime() + delayMs));
    }
    await job.complete(this.#tx);
    const completed = await changeMessageBatch(this.#tx, { ...key, to: 'completed', at });
    await this.#publish(completed!, 'completed');
    return true;
  }

  async #publish(batch: MessageBatchRow, event: 'started' | 'completed'): Promise<void> {
    const counts = await countBatchMessages(this.#tx, { workspaceId: batch.workspaceId, batchId: batch.id });
    await publishMessageBatch(this.#tx, batch, { event, counts, at: this.#options.at });
  }

  /** Creates the message of a row, or records why there is none. Returns whether the job is completed. */
  async #handleRow(batch: MessageBatchRow, row: MessageRowContent): Promise<boolean> {
    const { workspaceId, flowId, testOnly } = batch;
    const { at } = this.#options;
    const checkContext = { db: this.#tx, workspaceId, routes: this.#context.routes, testOnly, at };
    const { prepared, faults } = await validateMessage(checkContext, { flowId, to: row.recipient });
    if (prepared === undefined) return this.#handleFaults(batch, row, faults);
    const workspace = await findWorkspace(this.#tx, { workspaceId });
    const workspaceZone = workspace?.timezone ?? 'UTC';
    const quietEnd = this.#quietEnd(batch, row, prepared.agent?.config.timezone ?? workspaceZone);
    if (quietEnd !== undefined) {
      await this.#change(batch, row, quietEnd);
      return false;
    }
    const waitUntil = await this.#takeTurn(batch, prepared);
    if (waitUntil !== null) return this.#continueAt(batch, waitUntil);
    const pinned = await pinFlow(this.#tx, batch, prepared);
    const request = batchMessageRequest(batch, row, { workspaceZone, at });
    const { message } = await writeFlowMessage(this.#tx, pinned, request, this.#context);
    await this.#change(batch, row, { status: 'created', message });
    return false;
  }

  #change(
    { id: batchId, workspaceId }: MessageBatchRow,
    { id: jobId }: MessageRowContent,
    change: Omit<BatchMessageChange, 'workspaceId' | 'batchId' | 'jobId' | 'at'>,
  ): Promise<void> {
    return changeBatchMessage(this.#tx, { workspaceId, batchId, jobId, ...change, at: this.#options.at });
  }

  /** A fault of the setup pauses the batch, because all further rows would have it too. */
  async #handleFaults(
    batch: MessageBatchRow,
    row: MessageRowContent,
    faults: readonly FieldFault[],
  ): Promise<boolean> {
    const { code, message: detail } = faults[0]!;
    if (setupFaults.has(code)) {
      const key = { workspaceId: batch.workspaceId, batchId: batch.id };
      await this.#options.job.complete(this.#tx);
      await changeMessageBatch(this.#tx, { ...key, to: 'paused', detail, at: this.#options.at });
      return true;
    }
    if (code === 'opted_out')
      await this.#change(batch, row, { status: 'skipped', skipReason: 'suppressed', detail });
    else await this.#change(batch, row, { status: 'failed', detail });
    return false;
  }

  /** Returns how the quiet hours of the recipient change a row that is due in them; undefined outside of them. */
  #quietEnd(
    batch: MessageBatchRow,
    row: MessageRowContent,
    defaultZone: string,
  ): Pick<BatchMessageChange, 'status' | 'skipReason' | 'detail' | 'runAt'> | undefined {
    const { recipient } = row;
    const quietHours = batchQuietHours(batch.quietHours, recipient);
    if (quietHours === null) return undefined;
    const nowMs = this.#options.at.getTime();
    const query = { customer: batchCustomer(batch, row), recipient, defaultZone, nowMs };
    const zone =
      quietHours.timezone === 'recipient'
        ? findRecipientZone(this.#context.zones, query).zone
        : quietHours.timezone;
    const untilMs = quietUntil(quietHours, zone, nowMs);
    if (untilMs === undefined) return undefined;
    const detail = `The quiet hours had begun in ${zone}.`;
    if (quietHours.policy === 'drop') return { status: 'skipped', skipReason: 'quiet_hours', detail };
    return { status: 'pending', runAt: new Date(untilMs) };
  }

  /** Returns null if the rate of the sender allows a message now, else the time at which it does. */
  async #takeTurn(
    { workspaceId, messagesPerSecond }: MessageBatchRow,
    { agent, recipient: { channel, address: recipient } }: PreparedMessage,
  ): Promise<Date | null> {
    const { at } = this.#options;
    const route = this.#context.routes.find(channel, recipient)!;
    const query = { workspaceId, channel, recipient, agentId: agent?.id ?? null, receivingNumber: null, at };
    const { from = route.from } = await findSender(this.#tx, route, query);
    return takeMessageTurn(this.#tx, { carrier: route.carrier, sender: from }, { messagesPerSecond, at });
  }
}

const isSending = ({ status }: MessageBatchRow): boolean => status === 'scheduled' || status === 'running';

const setupFaults: ReadonlySet<string> = new Set([
  'flow_not_found',
  'flow_not_active',
  'recipient_channel_mismatch',
  'no_message_carrier',
  'sender_not_allowed',
]);

/** Returns the message with the version of the flow with which the batch was started. */
export async function pinFlow(
  db: Queryable,
  {
    workspaceId,
    flowId,
    flowVersion: version,
  }: Pick<MessageBatchRow, 'workspaceId' | 'flowId' | 'flowVersion'>,
  prepared: PreparedMessage,
): Promise<PreparedMessage> {
  if (prepared.flow.version === version) return prepared;
  const found = await findFlowVersion(db, { workspaceId, flowId, version });
  if (found?.definition.type !== 'message') return prepared;
  return { ...prepared, flow: { ...prepared.flow, version, definition: found.definition } };
}

/** Returns the details of the customer of a row. In a batch of emails a column of phone numbers sets the time zone. */
export function batchCustomer(
  { channel }: Pick<MessageBatchRow, 'channel'>,
  { customer, dynamic }: Pick<MessageRowContent, 'customer' | 'dynamic'>,
): Readonly<Record<string, VariableValue>> {
  const phone = dynamic['phone_number'] ?? dynamic['phone'];
  return channel === 'email' && phone !== undefined ? { ...customer, phone } : customer;
}

/** Returns the request that creates the message of a row. */
function batchMessageRequest(
  batch: Pick<
    MessageBatchRow,
    'id' | 'workspaceId' | 'channel' | 'approval' | 'createdBy' | 'testOnly' | 'metadata'
  >,
  row: MessageRowContent,
  { workspaceZone, at }: Pick<FlowMessageRequest, 'workspaceZone' | 'at'>,
): FlowMessageRequest {
  return {
    workspaceId: batch.workspaceId,
    workspaceZone,
    actorId: batch.createdBy,
    testOnly: batch.testOnly,
    customer: batchCustomer(batch, row),
    dynamic: row.dynamic,
    metadata: { ...batch.metadata, batchId: batch.id, jobId: row.id },
    autopilot: batch.approval !== 'each',
    at,
  };
}
