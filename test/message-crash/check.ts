import type { ConfirmedAction, Facts, MessageFact } from './facts.ts';
import {
  keyOfText,
  type AcknowledgedReceipt,
  type CustomerMessage,
  type Handover,
  type PeerRecord,
} from './records.ts';

/** Time after the acknowledgement of an opt-out in which a message may still be handed over. */
const optOutMs = 1_000;
/** The clocks of the program and of the peers are the same; the times of a record and of a row differ a little. */
const toleranceMs = 1_000;

const finalStatuses = new Set(['sent', 'delivered', 'failed', 'rejected', 'unknown', 'pending_approval']);

/** The messages to one recipient with the same key, usually one, and what the peers received of them. */
interface Group {
  readonly name: string;
  readonly rows: MessageFact[];
  readonly handovers: Handover[];
}

const ofType = <Type extends PeerRecord['type']>(records: readonly PeerRecord[], type: Type) =>
  records.filter((record): record is Extract<PeerRecord, { type: Type }> => record.type === type);

/** Compares the records of the peers and the confirmations of the API with the database. Returns the violated invariants. */
export function check(facts: Facts): string[] {
  return new Checker(facts).check();
}

class Checker {
  readonly #facts: Facts;
  readonly #handovers: readonly Handover[];
  readonly #receipts: readonly AcknowledgedReceipt[];
  readonly #customerMessages: readonly CustomerMessage[];
  /** System time in ms of each acknowledgement, by id of the customer's message. */
  readonly #acknowledgedMs: ReadonlyMap<string, number>;
  readonly #outbound: readonly MessageFact[];
  readonly #violations: string[] = [];

  constructor(facts: Facts) {
    const { records, messages } = facts;
    this.#facts = facts;
    this.#handovers = ofType(records, 'handover');
    this.#receipts = ofType(records, 'receipt');
    this.#customerMessages = ofType(records, 'customer-message');
    this.#acknowledgedMs = new Map(ofType(records, 'acknowledgement').map(({ id, atMs }) => [id, atMs]));
    this.#outbound = messages.filter(({ direction }) => direction === 'outbound');
  }

  check(): string[] {
    for (const group of this.#groups()) this.#checkGroup(group);
    this.#checkConfirmed();
    this.#checkStatuses();
    this.#checkOptOuts();
    this.#checkCustomerMessages();
    this.#checkReplies();
    this.#checkAnswers();
    this.#checkReceipts();
    this.#checkEvents();
    for (const [name, count] of Object.entries(this.#facts.leftovers))
      if (count > 0) this.#violate('nothing is left over', `${count} ${name}`);
    return this.#violations;
  }

  #groups(): Iterable<Group> {
    const groups = new Map<string, Group>();
    const groupOf = (recipient: string, key: string): Group => {
      const name = `"${key}" to ${recipient}`;
      const group = groups.get(name) ?? { name, rows: [], handovers: [] };
      groups.set(name, group);
      return group;
    };
    for (const row of this.#outbound) groupOf(row.recipient, keyOfText(row.content)).rows.push(row);
    for (const handover of this.#handovers) groupOf(handover.to, handover.key).handovers.push(handover);
    return groups.values();
  }

  #checkGroup({ name, rows, handovers }: Group): void {
    const accepted = handovers.filter(({ outcome }) => outcome === 'accepted');
    const { most, complete } = countMessages(accepted);
    const resent = this.#count(rows, 'resent');
    if (accepted.length > 0 && rows.length === 0) this.#violate('an accepted message is stored', name);
    else if (most > rows.length + resent)
      this.#violate('a message is accepted once', `${name}: ${most} times`);
    const explained = rows.filter((row) => this.#mayBeAccepted(row, handovers, complete)).length;
    if (most <= rows.length + resent && most > explained + resent)
      this.#violate('an accepted message has a status that says so', `${name}: ${statusesOf(rows)}`);
    const sent = rows.filter((row) => isSent(row) && !this.#has(row, 'resolved-sent')).length;
    if (sent > complete) this.#violate('a message that is sent was accepted', name);
    for (const row of rows) this.#checkReason(row, handovers);
  }

  /** Returns whether the status of a message allows that a peer has it, or has some of its parts and refused another. */
  #mayBeAccepted(row: MessageFact, handovers: readonly Handover[], complete: number): boolean {
    if (isSent(row) || row.status === 'unknown' || this.#has(row, 'resent')) return true;
    if (row.status !== 'failed') return false;
    const isIncomplete = complete === 0 && handovers.some(({ outcome }) => outcome === 'refused');
    return isIncomplete || this.#has(row, 'resolved-failed') || this.#hasFailedReceipt(handovers);
  }

  /** A message failed, was rejected or has an unknown outcome only for a reason outside of the program. */
  #checkReason(row: MessageFact, handovers: readonly Handover[]): void {
    if (row.status === 'failed' && !this.#mayFail(row, handovers))
      this.#violate('a failed message was refused', describe(row));
    if (row.status === 'rejected' && !this.#has(row, 'rejected') && !this.#saidStop(row))
      this.#violate('a rejected message was rejected by a user or an opt-out', describe(row));
    if (row.status === 'unknown' && !this.#mayBeUnknown(row, handovers))
      this.#violate('an outcome is unknown only after a failure', describe(row));
  }

  #mayFail(row: MessageFact, handovers: readonly Handover[]): boolean {
    const wasRefused = handovers.some(({ outcome }) => outcome === 'refused');
    return wasRefused || this.#hasFailedReceipt(handovers) || this.#has(row, 'resolved-failed');
  }

  #mayBeUnknown({ channel, createdAtMs, updatedAtMs }: MessageFact, handovers: readonly Handover[]): boolean {
    const disconnectionsMs = ofType(this.#facts.records, 'disconnection')
      .filter((record) => record.channel === channel)
      .map(({ atMs }) => atMs);
    const isNear = (atMs: number) => atMs > createdAtMs - toleranceMs && atMs < updatedAtMs + toleranceMs;
    return (
      handovers.some(({ isUncertain }) => isUncertain) ||
      [...disconnectionsMs, ...this.#facts.disruptionsMs].some(isNear)
    );
  }

  #hasFailedReceipt(handovers: readonly Handover[]): boolean {
    const ids = new Set(handovers.map(({ externalId }) => externalId));
    return this.#receipts.some(({ externalId, outcome }) => outcome === 'failed' && ids.has(externalId));
  }

  #saidStop({ recipient }: MessageFact): boolean {
    return this.#customerMessages.some(({ from, isStop }) => isStop && from === recipient);
  }

  #createdIds(): ReadonlySet<string> {
    const created = this.#facts.confirmed.filter(({ kind }) => kind === 'created');
    return new Set(created.map(({ messageId }) => messageId));
  }

  #checkConfirmed(): void {
    const ids = new Set(this.#outbound.map(({ id }) => id));
    for (const { messageId, kind } of this.#facts.confirmed)
      if (kind === 'created' && !ids.has(messageId))
        this.#violate('a confirmed message is stored', messageId);
  }

  #checkStatuses(): void {
    for (const row of this.#outbound)
      if (!finalStatuses.has(row.status)) this.#violate('every message ends', describe(row));
  }

  #checkOptOuts(): void {
    for (const { id, from, channel } of this.#customerMessages.filter(({ isStop }) => isStop)) {
      const acknowledgedMs = this.#acknowledgedMs.get(id);
      if (acknowledgedMs === undefined) continue;
      const isSuppressed = this.#facts.suppressions.some(
        (entry) => entry.channel === channel && entry.address === from,
      );
      if (!isSuppressed) this.#violate('an opt-out suppresses the customer', `${id} of ${from}`);
      const late = this.#handovers.filter(
        ({ to, key, atMs }) => to === from && isNoKeywordAnswer(key) && atMs > acknowledgedMs + optOutMs,
      );
      for (const { key, atMs } of late)
        this.#violate(
          'nothing is handed over after an opt-out',
          `"${key}" to ${from}, ${Math.round(atMs - acknowledgedMs)} ms after ${id}`,
        );
    }
    this.#checkConfirmations();
  }

  /** An opt-out is confirmed at most once. */
  #checkConfirmations(): void {
    const confirmations = this.#outbound.filter(({ keyword }) => keyword === 'stop');
    for (const [recipient, rows] of Map.groupBy(confirmations, (row) => row.recipient)) {
      const stops = this.#customerMessages.filter(({ from, isStop }) => isStop && from === recipient).length;
      if (rows.length > stops)
        this.#violate('an opt-out is confirmed once', `${rows.length} to ${recipient}`);
    }
  }

  #checkCustomerMessages(): void {
    const nameOf = (from: string, text: string) => `"${text.trim()}" of ${from}`;
    const stored = Map.groupBy(
      this.#facts.messages.filter(({ direction }) => direction === 'inbound'),
      ({ recipient, content }) => nameOf(recipient, content),
    );
    const written = Map.groupBy(this.#customerMessages, ({ from, text }) => nameOf(from, text));
    for (const [name, rows] of stored)
      if (rows.length > (written.get(name)?.length ?? 0))
        this.#violate('a customer message is stored once', `${name}: ${rows.length} times`);
    for (const [name, messages] of written) {
      const acknowledged = messages.filter(({ id }) => this.#acknowledgedMs.has(id)).length;
      const count = stored.get(name)?.length ?? 0;
      if (count < acknowledged) this.#violate('an acknowledged customer message is stored', name);
    }
  }

  /** Between two automatic replies of a conversation, the customer wrote. Replies are the messages that no user created. */
  #checkReplies(): void {
    const created = this.#createdIds();
    for (const rows of Map.groupBy(this.#facts.messages, (row) => row.conversationId).values()) {
      let hasWritten = false;
      for (const row of rows.toSorted((left, right) => left.sequence - right.sequence)) {
        if (row.keyword !== null) continue;
        if (row.direction === 'inbound') hasWritten = true;
        else if (!created.has(row.id)) {
          if (!hasWritten)
            this.#violate('a group of customer messages has one automatic reply', describe(row));
          hasWritten = false;
        }
      }
    }
  }

  /**
   * An automatic reply follows the messages of a customer. Exceptions: the customer opted out, a user has taken over, or a user must look at the
   * conversation.
   */
  #checkAnswers(): void {
    const created = this.#createdIds();
    const rows = Map.groupBy(this.#facts.messages, (row) => row.conversationId);
    for (const { id } of this.#facts.conversations.filter(
      (one) => one.isAnswered && one.attention === null,
    )) {
      const written = (rows.get(id) ?? []).filter(({ keyword }) => keyword === null);
      const last = written.findLast(({ direction }) => direction === 'inbound');
      if (last === undefined || this.#saidStop(last) || written.some(({ origin }) => origin === 'person'))
        continue;
      const isAnswered = written.some((row) => row.sequence > last.sequence && !created.has(row.id));
      if (!isAnswered) this.#violate('a group of customer messages is answered', describe(last));
    }
  }

  /** The first receipt of a part determines its outcome. A receipt of a part that is not recorded belongs to a message whose outcome was unknown. */
  #checkReceipts(): void {
    const outcomes = new Map<string, string>();
    for (const { externalId, outcome } of this.#receipts)
      if (!outcomes.has(externalId)) outcomes.set(externalId, outcome);
    for (const { messageId, externalId, outcome } of this.#facts.parts) {
      const expected = outcomes.get(externalId);
      if (expected !== undefined && expected !== outcome)
        this.#violate('every receipt is applied', `${externalId} of ${messageId} is ${outcome}`);
    }
    for (const [messageId, parts] of Map.groupBy(this.#facts.parts, (part) => part.messageId)) {
      const row = this.#outbound.find(({ id }) => id === messageId);
      const areDelivered = parts.every(({ outcome }) => outcome === 'delivered');
      if (row?.status === 'sent' && areDelivered)
        this.#violate('a message whose parts are delivered is delivered', describe(row));
    }
  }

  #checkEvents(): void {
    const sent = this.#facts.events.filter(({ type }) => type.endsWith('.sent'));
    const counts = Map.groupBy(sent, ({ messageId }) => messageId);
    for (const row of this.#outbound) {
      const count = counts.get(row.id)?.length ?? 0;
      if (isSent(row) && count === 0) this.#violate('every sent message has an event', describe(row));
      if (count > 1 + this.#count([row], 'resent'))
        this.#violate('a message is reported as sent once', describe(row));
    }
  }

  #has(row: MessageFact, kind: ConfirmedAction['kind']): boolean {
    return this.#count([row], kind) > 0;
  }

  #count(rows: readonly MessageFact[], kind: ConfirmedAction['kind']): number {
    return this.#facts.confirmed.filter(
      (action) => action.kind === kind && rows.some(({ id }) => id === action.messageId),
    ).length;
  }

  #violate(invariant: string, detail: string): void {
    this.#violations.push(`${invariant}: ${detail}`);
  }
}

/** Every message except the answer to a keyword contains a token. */
const isNoKeywordAnswer = (key: string): boolean => /^[MEPC]\d+( |$)/.test(key);

const isSent = ({ status }: MessageFact): boolean => status === 'sent' || status === 'delivered';

const describe = ({ id, status, content, recipient }: MessageFact): string =>
  `${id} "${keyOfText(content)}" to ${recipient} is ${status}`;

const statusesOf = (rows: readonly MessageFact[]): string => rows.map(({ status }) => status).join(', ');

/** Returns how often the most frequent part was accepted, and how often all parts were. */
function countMessages(accepted: readonly Handover[]): { readonly most: number; readonly complete: number } {
  const total = Math.max(1, ...accepted.map((handover) => handover.total));
  const counts = Array.from(
    { length: total },
    (_, index) => accepted.filter(({ part }) => part === index + 1).length,
  );
  return { most: Math.max(...counts), complete: Math.min(...counts) };
}
