import { z } from 'zod';
import { reject, type FieldFault } from '../../core/problems.ts';
import { BatchAgain } from '../../domain/batches/batch-again.ts';
import { BatchRowsMessageInput } from '../../domain/batches/message-batch.ts';
import { NetworkTally } from '../../domain/batches/number-networks.ts';
import { exampleId, idOf } from '../../domain/fields.ts';
import { type BatchRow, findBatch } from '../../store/batches/batches.ts';
import { insertBatchMessages } from '../../store/batches/batch-messages.ts';
import { type AgainRow, findBatchFamily } from '../../store/batches/call-again.ts';
import { describeMessageBatchFile } from '../../store/batches/message-batches.ts';
import { lockFlow } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import { realNumbersProblem } from '../batches/batch-problems.ts';
import { batchParameter } from '../batches/batch-response.ts';
import { JobsAgain, rowsToContactAgain, RowsToCallAgain } from '../batches/call-batch-again.ts';
import { rejectRepeat } from '../batches/import-batch.ts';
import type { ApiContext } from '../context.ts';
import { endpoint, type EndpointRequest } from '../endpoint.ts';
import { problemFromFaults } from '../reject-faults.ts';
import { findBatchFlow, maxMessageRows, missingCarrier } from './read-message-file.ts';
import { insertBatchOfFlow, openMessageBatch } from './start-message-batch.ts';

const count = z.int().min(0);

/** The batch of messages to rows of a batch of calls, and the rows with one of the outcomes. */
const BatchRowsMessages = BatchAgain.omit({ notReached: true, toCall: true })
  .extend({
    batchId: idOf('messageBatch').nullable().meta({ description: 'The new batch; null after a dry run.' }),
    rows: count.meta({
      description: 'Rows with one of the outcomes: the sum of the other counts.',
      examples: [12],
    }),
    toSend: count.meta({ description: 'Rows that receive a message.', examples: [9] }),
  })
  .meta({ id: 'BatchRowsMessages' });

type MessagesRequest = EndpointRequest<typeof batchParameter, undefined, BatchRowsMessageInput>;

export const messageBatchRows = endpoint({
  method: 'POST',
  path: '/v1/api/batch-calls/{batchId}/messages',
  operationId: 'messageBatchRows',
  tag: 'Batch calls',
  summary: 'Write to people of a batch',
  description:
    'Creates a batch of SMS to the people of a batch of calls whose last call had one of the outcomes, with the values of their rows. The batch of calls may still run; rows that wait for a retry are omitted. It omits numbers that opted out of SMS or calls, rows whose last call reached a wrong number, numbers that wait in another batch or for a callback, numbers that a later batch of the same rows called, numbers with an active call, and numbers with an answered call since the first batch was created. Each number receives one message. Approval and quiet hours are those of [a batch of messages](docs/message-batches.md). Also needs the scope `batches:read`.',
  scope: 'messages:send',
  dryRunField: 'dryRun',
  parameters: batchParameter,
  body: BatchRowsMessageInput.meta({
    id: 'BatchRowsMessageInput',
    examples: [{ flowId: exampleId('flow'), outcomes: ['no_answer', 'busy'] }],
  }),
  reply: BatchRowsMessages,
  errorCodes: [
    'batch_nothing_to_send',
    'batch_repeated',
    'csv_too_large',
    'flow_not_found',
    'flow_not_active',
    'recipient_channel_mismatch',
    'no_message_carrier',
    'test_key',
  ],

  async problemOfInvalidBody({ caller: { workspaceId }, path: { batchId }, faults }, { database }) {
    const batch = await findBatch(database.inWorkspace(workspaceId), { workspaceId, batchId });
    if (batch === undefined) reject('batch_not_found');
    return problemFromFaults(faults);
  },

  async handle(request, context) {
    const { caller, body } = request;
    const { workspaceId } = caller;
    if (!caller.scopes.includes('batches:read'))
      reject('insufficient_scope', { details: 'The operation also requires the scope batches:read.' });
    const db = context.database.inWorkspace(workspaceId);
    const batch =
      (await findBatch(db, { workspaceId, batchId: request.path.batchId })) ?? reject('batch_not_found');
    return db.transaction(async (tx) => {
      if (!body.dryRun)
        return request.requestRecord.storeResponse(tx, await createBatch(tx, batch, request, context));
      const rows = new RowsToCallAgain();
      for await (const page of pagesOf(tx, batch, body)) rows.select(page);
      return { batchId: null, ...countsOf(rows) };
    });
  },
});

async function* pagesOf(
  tx: Queryable,
  { workspaceId, id: batchId }: BatchRow,
  { outcomes }: BatchRowsMessageInput,
): AsyncGenerator<AgainRow[]> {
  const key = { workspaceId, batchId };
  const family = await findBatchFamily(tx, key);
  yield* rowsToContactAgain(tx, key, { outcomes, family, channel: 'sms' });
}

/** Stores the batch and its rows. `tx` must be rolled back if it throws. */
async function createBatch(
  tx: Queryable,
  batch: BatchRow,
  { caller, body }: MessagesRequest,
  context: ApiContext,
): Promise<z.input<typeof BatchRowsMessages>> {
  const { workspaceId, variables, defaultCountry } = batch;
  const { flowId } = body;
  const at = new Date(context.clock.now());
  await lockFlow(tx, { workspaceId, flowId });
  const faults: FieldFault[] = [];
  const batchFlow = await findBatchFlow(tx, workspaceId, { flowId, channel: 'sms' }, faults);
  if (batchFlow === undefined) throw problemFromFaults(faults);
  const settings = { ...body, name: body.name ?? batch.name, defaultCountry: defaultCountry ?? undefined };
  const batchId = await insertBatchOfFlow(tx, { caller, body: settings }, { batchFlow, at }, context);
  const { rows, networks, numbersDigest } = await insertRows(tx, batch, {
    body,
    batchId,
    baseJobId: context.ids.newId('job'),
    at,
  });
  if (rows.counts.toCall === 0) reject('batch_nothing_to_send', { details: nothingToSend(rows) });
  if (caller.isTestKey && networks.phone.rows > 0) throw realNumbersProblem(networks.phone);
  const unreachable = missingCarrier({ networks }, 'sms', context.messageRoutes);
  if (unreachable !== undefined) reject(unreachable.code, { details: unreachable.details });
  const batchOf = { type: 'messages', flowId } as const;
  if (!body.allowRepeat)
    await rejectRepeat(tx, { workspaceId, batchOf, kind: 'numbers_digest', value: numbersDigest, at });
  const described = await describeMessageBatchFile(tx, { workspaceId, batchId, variables, numbersDigest });
  await openMessageBatch(tx, described, at);
  return { batchId, ...countsOf(rows) };
}

interface RowsToInsert {
  readonly body: BatchRowsMessageInput;
  /** The new batch. */
  readonly batchId: string;
  readonly baseJobId: string;
  readonly at: Date;
}

async function insertRows(tx: Queryable, batch: BatchRow, { body, batchId, baseJobId, at }: RowsToInsert) {
  const { workspaceId } = batch;
  const scheduledAt = body.scheduledAt === undefined ? null : new Date(body.scheduledAt);
  const rows = new RowsToCallAgain();
  const jobs = new JobsAgain(baseJobId, new Set());
  const networks = new NetworkTally();
  for await (const page of pagesOf(tx, batch, body)) {
    const selected = rows.select(page).map(withoutCallSettings);
    if (rows.counts.toCall > maxMessageRows) reject('csv_too_large', { details: tooManyMessage });
    for (const { phoneNumber, rowNumber } of selected) networks.add(phoneNumber, rowNumber);
    const target = { workspaceId, batchId, channel: 'sms', scheduledAt, at } as const;
    await insertBatchMessages(tx, { ...target, jobs: jobs.take(selected) });
  }
  return { rows, networks, numbersDigest: jobs.numbersDigest };
}

/** Returns the row without the first words of its call. */
const withoutCallSettings = ({ overrides, ...row }: AgainRow): AgainRow => ({
  ...row,
  overrides: overrides?.language === undefined ? null : { language: overrides.language },
});

const tooManyMessage = `More than ${maxMessageRows} rows would receive a message. Choose fewer outcomes, or export the rows and split the file.`;

function countsOf({ counts }: RowsToCallAgain): Omit<z.input<typeof BatchRowsMessages>, 'batchId'> {
  const { notReached: rows, toCall: toSend, ...others } = counts;
  return { rows, toSend, ...others };
}

function nothingToSend({ counts }: RowsToCallAgain): string {
  const { notReached, reachedSince, calledSince, waitingElsewhere, suppressedRows, wrongNumberRows } = counts;
  if (notReached === 0) return 'The batch has no row with one of these outcomes.';
  return `No row can be written to: ${reachedSince} reached since, ${calledSince} called since in a later batch, ${waitingElsewhere} waiting in a batch or for a callback, ${suppressedRows} suppressed, ${wrongNumberRows} wrong numbers.`;
}
