import { MessageCarrierError, type MessageCarrier } from '../../contracts/message-carrier.ts';
import { LeaseLostError, type Job, type JobContext, type JobHandler } from '../../jobs/job.ts';
import { findMessageTarget } from '../../store/conversations/sending.ts';
import type { Queryable } from '../../store/queryable.ts';
import { beginSend, type Attempt } from './begin-send.ts';
import type { MessageRoute } from './message-routes.ts';
import { recordSend, resultOfError, type SendResult, toSendResult } from './record-send.ts';
import { type SendingContext, type SendingJob, sendLater, type SendMessageJob } from './send-jobs.ts';

/** Delay of a message if its carrier is not open on this node. */
const closedRetryMs = 10_000;
/** Maximum duration of one attempt, unless the carrier has another. If the carrier has not responded by then, the outcome is unknown. */
const defaultMaxSendMs = 60_000;
/** Time after the maximum duration of an attempt until its worker can no longer hand the message over to the carrier. */
const settlingMs = 30_000;
/** Maximum time from the start of an attempt to the handover of the message to the carrier. Later, another worker may have recovered the message. */
const handoverTimeoutMs = 5_000;
/** Delay of a job whose message this process is already sending. */
const inFlightRetryMs = 5_000;

/** Creates the handler of the jobs that send messages. */
export function sendMessageHandler(context: SendingContext): JobHandler<SendMessageJob> {
  const sender = new MessageSender(context);
  return {
    run: (job, jobContext) => sender.run(job, jobContext),
    // The handler finds the attempt of the dead worker and never repeats it blindly.
    onWorkerLost: 'retry',
    // A job fails only if the database fails. The message counts the attempts to send it.
    maxAttempts: 2 ** 31 - 1,
    retryDelayMs: (attempt) => Math.min(1_000 * 2 ** Math.min(attempt - 1, 5), 30_000),
  };
}

class MessageSender {
  readonly #context: SendingContext;
  /** Messages that this process is sending. A stalled process can claim its own expired job again. */
  readonly #inFlight = new Set<string>();

  constructor(context: SendingContext) {
    this.#context = context;
  }

  async run({ workspaceId, payload }: Job<SendMessageJob>, job: JobContext): Promise<void> {
    const { messageId } = payload;
    const key = { workspaceId: workspaceId!, messageId };
    const target = await findMessageTarget(this.#context.database.asSystem(), key);
    if (target === undefined) return;
    const sending = { ...key, ...target, job };
    if (this.#inFlight.has(messageId)) return this.#sendLater(sending, inFlightRetryMs);
    this.#inFlight.add(messageId);
    try {
      await this.#sendOnRoute(sending);
    } finally {
      this.#inFlight.delete(messageId);
    }
  }

  async #sendOnRoute(sending: SendingJob): Promise<void> {
    const { channel, recipient } = sending;
    const { routes, carriers, logger } = this.#context;
    const route = routes.find(channel, recipient);
    const carrier = route && carriers.get(route.carrier);
    if (route === undefined || carrier === undefined) {
      logger.warn({ message: sending.messageId, channel }, 'A message has no open carrier and waits.');
      return this.#sendLater(sending, closedRetryMs);
    }
    await this.#send(sending, route, carrier);
  }

  async #send(sending: SendingJob, route: MessageRoute, carrier: MessageCarrier): Promise<void> {
    const { clock } = this.#context;
    sending.job.signal.throwIfAborted();
    const startedMs = clock.monotonicMs();
    const decision = await this.#transaction((tx) => beginSend(tx, sending, route, this.#context));
    if (decision.type === 'none') return;
    if (decision.type === 'interrupted') return this.#recover(sending, decision, carrier);
    const isLate = clock.monotonicMs() - startedMs > handoverTimeoutMs;
    const result = isLate
      ? notHandedOver
      : await this.#attempt(sending, maxSendMsOf(carrier), (signal) =>
          carrier.send(decision.outbound, signal).then(toSendResult),
        );
    await this.#record(sending, decision, result);
  }

  /** Runs a request to the carrier, with a time limit. Never rejects. */
  async #attempt(
    { messageId, job }: SendingJob,
    timeoutMs: number,
    request: (signal: AbortSignal) => Promise<SendResult>,
  ): Promise<SendResult> {
    const { clock, logger } = this.#context;
    const timeout = new AbortController();
    const timer = clock.after(timeoutMs, () =>
      timeout.abort(new Error('The carrier did not respond in time.')),
    );
    try {
      return await request(AbortSignal.any([job.signal, timeout.signal]));
    } catch (error) {
      const result = resultOfError(error);
      // A stack per message of an unavailable carrier would flood the log.
      const cause = error instanceof MessageCarrierError ? { detail: error.message } : { err: error };
      logger.warn({ message: messageId, outcome: result.type, ...cause }, 'A message was not sent.');
      return result;
    } finally {
      timer.cancel();
    }
  }

  /**
   * Resolves an attempt whose worker died or stalled: asks the carrier if it can search, else the outcome is unknown. A message that the carrier does not have
   * is sent again only after the other worker can no longer hand it over.
   */
  async #recover(sending: SendingJob, attempt: Attempt, carrier: MessageCarrier): Promise<void> {
    const { clock, logger } = this.#context;
    const { message, outbound } = attempt;
    const find = message.carrier === carrier.name ? carrier.find?.bind(carrier) : undefined;
    logger.warn(
      { message: message.id, carrier: message.carrier },
      'A message has an attempt without an outcome.',
    );
    if (find === undefined) return this.#record(sending, attempt, workerLost);
    const result = await this.#attempt(sending, defaultMaxSendMs, async (signal) => {
      const accepted = await find(outbound, message.updatedAt, signal);
      return accepted === undefined ? notFound : toSendResult(accepted);
    });
    if (result.type === 'sent') return this.#record(sending, attempt, result);
    const settledAt = message.updatedAt.getTime() + maxSendMsOf(carrier) + settlingMs;
    const waitMs = settledAt - clock.now();
    if (waitMs > 0)
      return this.#sendLater(sending, Math.min(waitMs, result === notFound ? waitMs : closedRetryMs));
    return this.#record(sending, attempt, result === notFound ? result : workerLost);
  }

  /** Records the outcome and completes the job. The outcome is recorded even if another worker has the job now. */
  async #record(sending: SendingJob, attempt: Attempt, result: SendResult): Promise<void> {
    const record = (complete: JobContext['complete']) =>
      this.#transaction((tx) => recordSend(tx, attempt, result, { ...this.#context, complete }));
    try {
      await record((tx) => sending.job.complete(tx));
    } catch (error) {
      if (error instanceof LeaseLostError && (result.type === 'sent' || result.type === 'failed'))
        await record(async () => {});
      throw error;
    }
  }

  #sendLater(sending: SendingJob, delayMs: number): Promise<void> {
    const runAt = new Date(this.#context.clock.now() + delayMs);
    return this.#transaction((tx) => sendLater(tx, sending, runAt));
  }

  #transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.#context.database.asSystem().transaction(work);
  }
}

const maxSendMsOf = ({ maxSendMs = defaultMaxSendMs }: MessageCarrier): number => maxSendMs;

/** The carrier has not received the message. */
const notHandedOver: SendResult = {
  type: 'unavailable',
  detail: 'The worker was too slow to hand the message over.',
  retryAfterMs: undefined,
};

const notFound: SendResult = {
  type: 'unavailable',
  detail: 'The worker ended before it handed the message over.',
  retryAfterMs: 0,
};

const workerLost: SendResult = {
  type: 'unknown',
  detail: 'The worker ended during the transfer. The carrier may have accepted the message.',
};
