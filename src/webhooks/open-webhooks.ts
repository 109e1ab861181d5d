import type { Random } from '../core/random.ts';
import { createJobRunner } from '../jobs/job-runner.ts';
import type { Job, JobHandler } from '../jobs/job.ts';
import { deliverEvent, type DeliveryDependencies } from './deliver-event.ts';
import { healthyKind, unhealthyKind, type DeliveryJob } from './delivery-jobs.ts';
import { EventPublisher } from './event-publisher.ts';

/** Concurrent requests to healthy endpoints, and to the others, of all workspaces. */
const healthyCapacity = 256;
const unhealthyCapacity = 256;

export interface WebhookOptions extends DeliveryDependencies {
  readonly random: Random;
  /** Id of this node, unique to this process. */
  readonly nodeId: string;
  /** Whether this node sends deliveries; it publishes events in any case. */
  readonly delivers: boolean;
}

export interface Webhooks {
  start(): void;
  /** Sends no further requests, and waits for those in progress. */
  drain(): Promise<void>;
  /** Aborts the requests in progress. Safe to call twice. */
  close(): Promise<void>;
}

/** Creates the publisher and the two runners of deliveries of this node. */
export function openWebhooks(options: WebhookOptions): Webhooks {
  const { database, clock, logger, random, nodeId } = options;
  const handler: JobHandler = {
    run: (job, context) => deliverEvent(job as Job<DeliveryJob>, context, options),
    onWorkerLost: 'retry',
    // A job fails only if the database fails. The delivery counts the attempts to send it.
    maxAttempts: 2 ** 31 - 1,
  };
  const runnerOf = (kind: string, capacity: number) =>
    createJobRunner({
      db: database,
      clock,
      logger,
      random,
      owner: nodeId,
      handlers: { [kind]: handler },
      capacity,
    });
  const publisher = new EventPublisher({ database, clock, logger });
  const runners = options.delivers
    ? [runnerOf(healthyKind, healthyCapacity), runnerOf(unhealthyKind, unhealthyCapacity)]
    : [];
  return {
    start() {
      publisher.start();
      for (const runner of runners) runner.start();
    },
    async drain() {
      await publisher.close();
      await Promise.all(runners.map((runner) => runner.drain()));
    },
    async close() {
      await publisher.close();
      await Promise.all(runners.map((runner) => runner.close()));
    },
  };
}
