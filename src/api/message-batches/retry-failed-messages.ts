import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { idOf } from '../../domain/fields.ts';
import { isMessageBatchEnded, RetryMessagesInput } from '../../domain/batches/message-batch.ts';
import { jobIds } from '../../domain/batches/job-ids.ts';
import { countFailedMessages, insertFailedMessagesAgain } from '../../store/batches/batch-messages.ts';
import {
  describeMessageBatchFile,
  findMessageBatch,
  insertMessageBatch,
  type MessageBatchRow,
} from '../../store/batches/message-batches.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';
import { endpoint, type EndpointRequest } from '../endpoint.ts';
import { problemFromFaults } from '../reject-faults.ts';
import { requireOwnBatch } from './change-message-batch.ts';
import { messageBatchParameter } from './message-batch-response.ts';
import { findBatchFlow } from './read-message-file.ts';
import { openMessageBatch } from './start-message-batch.ts';

const count = z.int().min(0);

const RetriedMessages = z
  .strictObject({
    batchId: idOf('messageBatch').meta({ description: 'The new batch.' }),
    failed: count.meta({ description: 'Failed rows: the sum of the other counts.', examples: [4] }),
    toSend: count.meta({ description: 'Rows that receive a message again.', examples: [3] }),
    suppressedRows: count.meta({ description: 'Rows with a suppressed recipient.', examples: [1] }),
  })
  .meta({ id: 'RetriedMessages' });

type RetryRequest = EndpointRequest<
  typeof messageBatchParameter,
  unknown,
  z.output<typeof RetryMessagesInput>
>;

export const retryFailedMessages = endpoint({
  method: 'POST',
  path: '/v1/api/batch-messages/{batchId}/retry-failed',
  operationId: 'retryFailedMessages',
  tag: 'Batch messages',
  summary: 'Retry failed messages',
  description:
    'Creates a batch with the failed rows of an ended batch, with the same settings and the current version of the flow. Messages with an unknown outcome are not sent again. A batch is retried once; retry the new batch after that. The body can be omitted.',
  scope: 'messages:send',
  parameters: messageBatchParameter,
  body: RetryMessagesInput.prefault({}).meta({
    id: 'RetryMessagesInput',
    examples: [{ name: 'Second try' }],
  }),
  reply: RetriedMessages,
  errorCodes: [
    'batch_not_ended',
    'batch_nothing_to_send',
    'batch_repeated',
    'flow_not_found',
    'flow_not_active',
    'recipient_channel_mismatch',
    'test_key',
  ],

  async handle(request, context) {
    const { workspaceId } = request.caller;
    const key = { workspaceId, batchId: request.path.batchId };
    return context.database.inWorkspace(workspaceId).transaction(async (tx) => {
      const batch = (await findMessageBatch(tx, key)) ?? reject('batch_not_found');
      requireOwnBatch(request, batch);
      if (!isMessageBatchEnded(batch.status)) reject('batch_not_ended');
      return request.requestRecord.storeResponse(tx, await createRetry(tx, batch, request, context));
    });
  },
});

async function createRetry(
  tx: Queryable,
  batch: MessageBatchRow,
  { caller, body }: RetryRequest,
  { ids, clock }: Pick<ApiContext, 'ids' | 'clock'>,
): Promise<z.input<typeof RetriedMessages>> {
  const { workspaceId, id: batchId, flowId, channel } = batch;
  const at = new Date(clock.now());
  const faults: Parameters<typeof findBatchFlow>[3] = [];
  const batchFlow = await findBatchFlow(tx, workspaceId, { flowId, channel }, faults);
  if (batchFlow === undefined) throw problemFromFaults(faults);
  const newBatchId = ids.newId('messageBatch');
  const scheduledAt = body.scheduledAt === undefined ? null : new Date(body.scheduledAt);
  const isNew = await insertMessageBatch(tx, {
    ...batch,
    id: newBatchId,
    name: body.name ?? batch.name,
    flowVersion: batchFlow.flow.version,
    againOf: batchId,
    createdBy: caller.actor.id,
    testOnly: caller.isTestKey,
    scheduledAt,
    fileSha256: newBatchId,
    at,
  });
  if (!isNew) reject('batch_repeated', { details: repeatedMessage });
  const idOfRow = jobIds(ids.newId('job'));
  const failedRows = await countFailedMessages(tx, { workspaceId, batchId });
  const { failed, suppressed, stored } = await insertFailedMessagesAgain(tx, {
    workspaceId,
    batchId,
    newBatchId,
    ids: Array.from({ length: failedRows }, (_, index) => idOfRow(index)),
    channel,
    scheduledAt,
    at,
  });
  if (stored === 0) reject('batch_nothing_to_send', { details: nothingToSend(failed) });
  const described = await describeMessageBatchFile(tx, {
    workspaceId,
    batchId: newBatchId,
    variables: batch.variables,
    numbersDigest: newBatchId,
  });
  await openMessageBatch(tx, described, at);
  return { batchId: newBatchId, failed, toSend: stored, suppressedRows: suppressed };
}

const repeatedMessage =
  'The failed messages of this batch are sent again already. Retry the failed messages of the later batch.';

const nothingToSend = (suppressed: number): string =>
  suppressed === 0
    ? 'The batch has no failed message.'
    : `No message can be sent again: all ${suppressed} recipients are suppressed.`;
