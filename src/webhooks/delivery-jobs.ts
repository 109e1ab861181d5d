import { enqueueJobs } from '../jobs/enqueue-job.ts';
import { setJobGroup } from '../jobs/job-group.ts';
import type { Queryable } from '../store/queryable.ts';
import type { DueDelivery } from '../store/webhooks/deliveries.ts';

/**
 * The kinds of jobs: deliveries to healthy endpoints, and to all others. Each kind has its own runner, so that endpoints that do not
 * respond never delay those that respond.
 */
export const healthyKind = 'deliver_webhook';
export const unhealthyKind = 'deliver_webhook_unhealthy';

export interface EndpointHealth {
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
}

/** An endpoint is healthy if an attempt succeeded, and none has failed since. */
export const isHealthy = ({ failingSince, lastSuccessAt }: EndpointHealth): boolean =>
  failingSince === null && lastSuccessAt !== null;

/** Concurrent requests to one endpoint. */
const healthyConcurrency = 16;
const unhealthyConcurrency = 2;

/** Limits the concurrent requests to an endpoint by its health. Must be called once for a new endpoint, which is unhealthy until its first success. */
export async function limitConcurrency(
  tx: Queryable,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
  health: { readonly isHealthy: boolean },
): Promise<void> {
  await setJobGroup(tx, {
    id,
    workspaceId,
    cap: health.isHealthy ? healthyConcurrency : unhealthyConcurrency,
  });
}

/** Payload of both kinds. */
export interface DeliveryJob {
  readonly deliveryId: string;
}

/** Enqueues one job per delivery, in the transaction that made it due. Notifies the workers. */
export async function enqueueDeliveries(tx: Queryable, deliveries: readonly DueDelivery[]): Promise<void> {
  await enqueueJobs(
    tx,
    deliveries.map(({ id, workspaceId, endpointId, runAt, isEndpointHealthy }) => ({
      kind: isEndpointHealthy ? healthyKind : unhealthyKind,
      payload: { deliveryId: id } satisfies DeliveryJob,
      workspaceId,
      runAt,
      key: id,
      groupId: endpointId,
    })),
  );
}
