import type { CommittedEvent, ReceivedRequest } from './records.ts';

/** What the database has at the end of a run. */
export interface DeliveryLog {
  /** The deliveries that are marked as out of order, as `keyOf` returns them. */
  readonly outOfOrder: ReadonlySet<string>;
  /** The deliveries with a failed attempt. */
  readonly failed: ReadonlySet<string>;
  /** Deliveries whose status is not `succeeded`, jobs of deliveries, and requests to endpoints that count as in progress: number by name. */
  readonly leftovers: Readonly<Record<string, number>>;
}

export interface Facts {
  readonly endpointCount: number;
  readonly committed: AsyncIterable<CommittedEvent> | Iterable<CommittedEvent>;
  readonly received: AsyncIterable<ReceivedRequest> | Iterable<ReceivedRequest>;
  readonly log: DeliveryLog;
}

export interface CheckReport {
  readonly committed: number;
  readonly requests: number;
  readonly accepted: number;
  /** Accepted requests of an event that the endpoint had accepted before. */
  readonly duplicates: number;
  readonly outOfOrder: number;
  readonly violations: readonly string[];
}

/** Names a delivery: an event for an endpoint. */
export const keyOf = (endpoint: number, eventId: string): string => `${endpoint} ${eventId}`;

interface DeliveryFact {
  /** Number of the first record of the event at the endpoint. */
  firstRequest: number;
  /** Number of the first accepted one. */
  firstAccepted: number | undefined;
}

interface EventFact extends CommittedEvent {
  bodyDigest: string | undefined;
  readonly deliveries: (DeliveryFact | undefined)[];
}

/** Compares the committed events with the requests that the receiver recorded. */
export async function check({ endpointCount, committed, received, log }: Facts): Promise<CheckReport> {
  const checker = new Checker(endpointCount, log);
  for await (const event of committed) checker.addCommitted(event);
  for await (const request of received) checker.addReceived(request);
  return checker.finish();
}

class Checker {
  readonly #endpointCount: number;
  readonly #log: DeliveryLog;
  readonly #events = new Map<string, EventFact>();
  readonly #violations: string[] = [];
  #requests = 0;
  #accepted = 0;
  #duplicates = 0;

  constructor(endpointCount: number, log: DeliveryLog) {
    this.#endpointCount = endpointCount;
    this.#log = log;
  }

  addCommitted(event: CommittedEvent): void {
    this.#events.set(event.id, { ...event, bodyDigest: undefined, deliveries: [] });
  }

  addReceived(request: ReceivedRequest): void {
    this.#requests += 1;
    const { webhookId, eventId, outcome } = request;
    if (outcome === 'rejected') return this.#violate('every request is signed', webhookId);
    if (webhookId !== eventId)
      this.#violate('an event has one webhook-id', `${eventId} was sent with ${webhookId}`);
    const event = this.#events.get(eventId);
    if (event === undefined) return this.#violate('only committed events are sent', eventId);
    this.#compareBody(event, request);
    const delivery = (event.deliveries[request.endpoint] ??= {
      firstRequest: this.#requests,
      firstAccepted: undefined,
    });
    if (outcome === 'failed') return;
    this.#accepted += 1;
    if (delivery.firstAccepted !== undefined) this.#duplicates += 1;
    delivery.firstAccepted ??= this.#requests;
  }

  finish(): CheckReport {
    for (let endpoint = 0; endpoint < this.#endpointCount; endpoint += 1) {
      this.#requireAccepted(endpoint);
      for (const events of this.#subjects().values()) this.#checkSubject(endpoint, events);
    }
    for (const [name, count] of Object.entries(this.#log.leftovers))
      if (count > 0) this.#violate('nothing is left over', `${count} ${name}`);
    return {
      committed: this.#events.size,
      requests: this.#requests,
      accepted: this.#accepted,
      duplicates: this.#duplicates,
      outOfOrder: this.#log.outOfOrder.size,
      violations: this.#violations,
    };
  }

  #compareBody(event: EventFact, { subjectId, sequence, bodyDigest, dataDigest }: ReceivedRequest): void {
    event.bodyDigest ??= bodyDigest;
    if (event.bodyDigest !== bodyDigest) this.#violate('an event has one body', event.id);
    const isSame =
      event.subjectId === subjectId && event.sequence === sequence && event.dataDigest === dataDigest;
    if (!isSame) this.#violate('the body has the committed data', event.id);
  }

  #requireAccepted(endpoint: number): void {
    for (const { id, deliveries } of this.#events.values())
      if (deliveries[endpoint]?.firstAccepted === undefined)
        this.#violate('every committed event is accepted', `${id} at endpoint ${endpoint}`);
  }

  /** The events of each subject, in the order of their sequences. */
  #subjects(): Map<string, EventFact[]> {
    const subjects = Map.groupBy(this.#events.values(), ({ subjectId }) => subjectId);
    for (const events of subjects.values()) events.sort((left, right) => left.sequence - right.sequence);
    return subjects;
  }

  /**
   * An event that is not marked was not even sent before the earlier ones were accepted. One that is marked follows a failed attempt of an
   * earlier one: otherwise the order was given up without a reason.
   */
  #checkSubject(endpoint: number, events: readonly EventFact[]): void {
    let hasFailed = false;
    let latest: { readonly id: string; readonly firstAccepted: number } | undefined;
    for (const { id, sequence, subjectId, deliveries } of events) {
      const key = keyOf(endpoint, id);
      const { firstRequest = Infinity, firstAccepted } = deliveries[endpoint] ?? {};
      const where = `${id}, number ${sequence} of ${subjectId}, at endpoint ${endpoint}`;
      const isMarked = this.#log.outOfOrder.has(key);
      if (!isMarked && latest !== undefined && firstRequest < latest.firstAccepted)
        this.#violate('the events of a call arrive in order', `${where}, was sent before ${latest.id}`);
      if (isMarked && !hasFailed) this.#violate('order is given up only after a failure', where);
      hasFailed ||= this.#log.failed.has(key);
      if (firstAccepted !== undefined && firstAccepted > (latest?.firstAccepted ?? 0))
        latest = { id, firstAccepted };
    }
  }

  #violate(invariant: string, detail: string): void {
    this.#violations.push(`${invariant}: ${detail}`);
  }
}
