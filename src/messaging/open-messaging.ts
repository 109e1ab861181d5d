import type { MessageCarrier, PartsInbox } from '../contracts/message-carrier.ts';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { NumberZones } from '../core/number-zones.ts';
import type { Random } from '../core/random.ts';
import type { JobHandler } from '../jobs/job.ts';
import { createJobRunner } from '../jobs/job-runner.ts';
import type { Database } from '../store/database.ts';
import { inboxOf, type InboundHandler } from './receiving/inbox.ts';
import type { MailTokens } from './mail-tokens.ts';
import type { MessageRoute, MessageRoutes } from './sending/message-routes.ts';
import { sendKindOf, sendKinds, type SendKind } from './sending/send-jobs.ts';
import { sendMessageHandler } from './sending/send-message.ts';

/** The services that a carrier may use. */
export type CarrierServices = Pick<MessagingOptions, 'database' | 'clock' | 'random' | 'logger'>;

/** A carrier that the configuration sets up. */
export interface CarrierRegistration {
  readonly route: MessageRoute;
  /** Maximum number of messages that it sends at once; defaults to 100. */
  readonly window?: number | undefined;
  /** Opens the carrier, on nodes with the role `worker`. */
  open(inbox: PartsInbox, services: CarrierServices): Promise<MessageCarrier>;
  /** Returns the handlers of jobs that need the carrier, by kind. */
  handlers?(services: CarrierServices): Readonly<Record<string, JobHandler>>;
}

export interface MessagingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly zones: NumberZones;
  readonly tokens: MailTokens;
  readonly routes: MessageRoutes;
  readonly registrations: readonly CarrierRegistration[];
  readonly onInbound: InboundHandler;
  /** Id of this node, unique to this process. */
  readonly nodeId: string;
  /** Handlers of further jobs that this node runs, by kind. */
  readonly handlers?: Readonly<Record<string, JobHandler>> | undefined;
}

export interface Messaging {
  /** Open carriers, in the order of their registration. */
  readonly carriers: readonly MessageCarrier[];
  /** Number of messages that this node is sending. */
  readonly running: number;
  start(): void;
  /** Starts no further job, and waits for those in progress. */
  drain(): Promise<void>;
  /** Aborts the jobs in progress, then closes the carriers. Safe to call twice. */
  close(): Promise<void>;
}

/** Maximum number of messages that a carrier sends at once, if its registration sets none. */
const defaultWindow = 100;
/** Maximum number of concurrent jobs of this node that send no message, such as replies. */
const maxOtherJobs = 400;

/** Opens the carriers of this node and the runner of its jobs. If a carrier cannot be opened, those before it are closed. */
export async function openMessaging(options: MessagingOptions): Promise<Messaging> {
  const { database, clock, random, logger, nodeId, registrations, handlers } = options;
  const carriers = new Map<string, MessageCarrier>();
  const closeCarriers = async () => {
    await Promise.all([...carriers.values()].map((carrier) => carrier.close()));
  };
  try {
    for (const registration of registrations) {
      const name = registration.route.carrier;
      carriers.set(name, await registration.open(inboxOf(name, options), options));
    }
  } catch (error) {
    await closeCarriers();
    throw error;
  }
  const shared = { db: database, clock, logger, random, owner: nodeId };
  const handler = sendMessageHandler({ ...options, carriers });
  // A carrier has as many jobs as it can take, so that a claimed message does not wait.
  const registrationOf = (kind: SendKind) => registrations.find(({ route }) => sendKindOf(route) === kind);
  const senders = sendKinds.flatMap((kind) => {
    const registration = registrationOf(kind);
    if (registration === undefined) return [];
    const capacity = registration.window ?? defaultWindow;
    return createJobRunner({ ...shared, capacity, handlers: { [kind]: handler } });
  });
  // A message without an open carrier is only deferred.
  const withoutCarrier = sendKinds.filter((kind) => registrationOf(kind) === undefined);
  const others = createJobRunner({
    ...shared,
    capacity: maxOtherJobs,
    handlers: Object.assign(
      Object.fromEntries(withoutCarrier.map((kind) => [kind, handler])),
      handlers,
      ...registrations.map((registration) => registration.handlers?.(options)),
    ),
  });
  const runners = [...senders, others];
  return {
    carriers: [...carriers.values()],
    get running() {
      return senders.reduce((sum, { running }) => sum + running, 0);
    },
    start: () => runners.forEach((runner) => runner.start()),
    async drain() {
      await Promise.all(runners.map((runner) => runner.drain()));
    },
    async close() {
      await Promise.all(runners.map((runner) => runner.close()));
      await closeCarriers();
    },
  };
}
