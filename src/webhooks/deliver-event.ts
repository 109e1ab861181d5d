import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { SecretBoxError } from '../core/secret-box.ts';
import type { Job, JobContext } from '../jobs/job.ts';
import type { Database, Queryable } from '../store/database.ts';
import { isForeignKeyViolation } from '../store/foreign-key-violation.ts';
import { commitWithoutFlush } from '../store/transaction.ts';
import {
  cancelDelivery,
  type DeliveryToSend,
  findDeliveryToSend,
  markOutOfOrder,
} from '../store/webhooks/deliveries.ts';
import { enqueueDeliveries, healthyKind, isHealthy, type DeliveryJob } from './delivery-jobs.ts';
import { recordResult, type RecordDependencies } from './record-result.ts';
import { sendDelivery, type AttemptResult, type SendDependencies } from './send-delivery.ts';

/** Delay before a delivery is tried again if its secret could not be decrypted. */
const secretRetryMs = 60_000;

export interface DeliveryDependencies extends SendDependencies, RecordDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Sends one delivery and records the result, in the transaction that completes its job. */
export async function deliverEvent(
  job: Job<DeliveryJob>,
  context: JobContext,
  dependencies: DeliveryDependencies,
): Promise<void> {
  const { database, clock, logger } = dependencies;
  const system = database.asSystem();
  const completeWith = (work: (tx: Queryable) => Promise<void>) =>
    system.transaction(async (tx) => {
      await context.complete(tx);
      await work(tx);
    });
  const delivery = await findDeliveryToSend(system, job.payload.deliveryId);
  if (delivery === undefined) return;
  if (delivery.endpointStatus !== 'enabled')
    return completeWith((tx) => cancelDelivery(tx, delivery.id, new Date(clock.now())));
  if (job.kind === healthyKind && !isHealthy(delivery))
    return completeWith((tx) => enqueueAgain(tx, delivery, new Date(clock.now())));
  // Stored before the request: after a crash the delivery may be sent again, when the earlier event is delivered.
  if (delivery.isOutOfOrder) await markOutOfOrder(system, delivery.id);
  let result: AttemptResult;
  try {
    result = await sendDelivery(delivery, context.signal, dependencies);
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    logger.error(
      { endpoint: delivery.endpointId, err: error },
      'A webhook could not be signed and was not sent.',
    );
    return completeWith((tx) => enqueueAgain(tx, delivery, new Date(clock.now() + secretRetryMs)));
  }
  context.signal.throwIfAborted();
  // After a failure `complete` comes first: it deletes this job, whose key the retry needs. After a success it comes last, because it locks
  // the concurrency counter of the endpoint until the commit.
  const recorded = result.isSuccess
    ? system.transaction(async (tx) => {
        await commitWithoutFlush(tx);
        await recordResult(tx, delivery, result, dependencies);
        await context.complete(tx);
      })
    : completeWith((tx) => recordResult(tx, delivery, result, dependencies));
  await recorded.catch((error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error;
    // The endpoint was deleted during the request, with its deliveries.
    return context.complete(system);
  });
}

/** Enqueues the same attempt again, as a job of the kind that fits the health of the endpoint. */
function enqueueAgain(tx: Queryable, delivery: DeliveryToSend, runAt: Date): Promise<void> {
  return enqueueDeliveries(tx, [{ ...delivery, runAt, isEndpointHealthy: isHealthy(delivery) }]);
}
