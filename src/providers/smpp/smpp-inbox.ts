import { createHash } from 'node:crypto';
import type { InboundPartStore } from '../../contracts/inbound-part-store.ts';
import type { OutboundSms, PartsInbox } from '../../contracts/message-carrier.ts';
import { BackgroundWork } from '../../core/background-work.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { statusError } from './command-failure.ts';
import { decodeText, readInboundPart, type InboundPart } from './inbound-part.ts';
import type { MessageReferences } from './message-references.ts';
import { commandStatus, type Pdu } from './pdu.ts';
import { readReceipt, type SmppReceipt } from './receipt.ts';
import { ReceiptIds } from './receipt-ids.ts';
import { isJoinable, Reassembly } from './reassembly.ts';
import { SlotQueue } from '../../core/slot-queue.ts';
import type { DeliverResult } from './smpp-session.ts';

export interface SmppInboxOptions {
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly logger: Logger;
  readonly inbox: PartsInbox;
  readonly references: MessageReferences;
}

/** Maximum number of messages and receipts that are passed on at the same time: a flood does not occupy all connections to the database. */
export const maxActive = 5;

const never = new AbortController().signal;

/** Marks the place of a part that did not arrive. */
const missingPart = ' … ';

/** Passes on the messages and receipts of an SMSC. */
export class SmppInbox {
  readonly #options: SmppInboxOptions;
  readonly #reassembly: Reassembly;
  readonly #work = new BackgroundWork();
  readonly #slots = new SlotQueue(maxActive);
  /** The ids of accepted parts. */
  readonly ids = new ReceiptIds();

  constructor(options: SmppInboxOptions) {
    this.#options = options;
    this.#reassembly = new Reassembly({
      clock: options.clock,
      store: this.#limited(options.inbox.parts),
      deliver: async (parts) => void (await this.#onMessage(parts)),
      onFailed: (error, isLost) => {
        if (isLost) options.logger.error({ err: error }, 'An incomplete inbound SMS was discarded.');
        else options.logger.warn({ err: error }, 'Incomplete inbound SMS were not delivered.');
      },
    });
  }

  /** Handles a `deliver_sm` or `data_sm`. */
  async receive(pdu: Pdu): Promise<DeliverResult> {
    try {
      const receipt = readReceipt(pdu);
      if (receipt === undefined) return await this.#onPart(readInboundPart(pdu));
      await this.#onReceipt(receipt);
      return { status: commandStatus.ok };
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'An inbound SMS or receipt was not accepted.');
      return { status: commandStatus.temporaryAppError };
    }
  }

  /** Reports the result of a message whose sender did not wait for the response. */
  receiveLateResponse(response: Pdu, { reference, to }: OutboundSms): void {
    const { command_status: status, message_id: id = '' } = response;
    const error = status === commandStatus.ok ? undefined : statusError(status);
    // A message that may be accepted later remains unknown: it must not be sent again.
    if (error?.failure === 'unavailable') return;
    if (id !== '') this.ids.add(id, to);
    const outcome = error === undefined ? 'sent' : 'failed';
    const receipt = { externalId: id || null, reference, outcome, detail: error?.message ?? '' } as const;
    this.#work.add(
      this.#options.inbox.onReceipt(receipt).catch((cause: unknown) => {
        this.#options.logger.error({ err: cause }, 'A late response of the SMSC was not recorded.');
      }),
    );
  }

  /** Resolves when no message is being passed on. */
  async close(): Promise<void> {
    await this.#reassembly.close();
    await this.#work.settled();
  }

  async #onReceipt({ messageId, reference, addresses, outcome, detail }: SmppReceipt): Promise<void> {
    const ourReference = this.#options.references.find(reference, addresses) ?? null;
    const externalId = messageId === undefined ? null : this.ids.find(messageId, addresses);
    if (externalId === null && ourReference === null) {
      this.#options.logger.warn({}, 'A delivery receipt without a message id was ignored.');
      return;
    }
    const receipt = { externalId, reference: ourReference, outcome, detail };
    await this.#withSlot(() => this.#options.inbox.onReceipt(receipt));
  }

  async #onPart(part: InboundPart): Promise<DeliverResult> {
    if (!isJoinable(part)) {
      const id = await this.#onMessage([part]);
      return { status: commandStatus.ok, onResponded: () => this.#onResponded(id) };
    }
    // The provisional id of a long message is never released: people do not write the same long text again within its validity.
    await this.#reassembly.add(part);
    return { status: commandStatus.ok };
  }

  /** Passes on a message. Returns its provisional id: SMPP has no id of inbound messages. */
  async #onMessage(parts: readonly (InboundPart | undefined)[]): Promise<string> {
    const { from, to } = parts.find((part) => part !== undefined)!;
    const text = joinParts(parts);
    const externalId = idOf(from, to, text);
    const message = { channel: 'sms', externalId, isProvisionalId: true, from, to: [to], text } as const;
    await this.#withSlot(() => this.#options.inbox.onMessage(message));
    return externalId;
  }

  /** Returns the store with the limit of concurrent operations. */
  #limited(store: InboundPartStore): InboundPartStore {
    return {
      add: (part) => this.#withSlot(() => store.add(part)),
      markDelivered: (parts) => this.#withSlot(() => store.markDelivered(parts)),
      listDue: (limits) => this.#withSlot(() => store.listDue(limits)),
    };
  }

  async #withSlot<Result>(passOn: () => Promise<Result>): Promise<Result> {
    await this.#slots.acquire(never);
    try {
      return await passOn();
    } finally {
      this.#slots.release();
    }
  }

  #onResponded(externalId: string): void {
    const { inbox, logger } = this.#options;
    const recorded = inbox.onAcknowledged?.(externalId).catch((error: unknown) => {
      logger.warn({ err: error }, 'The acknowledgement of an inbound SMS was not recorded.');
    });
    if (recorded !== undefined) this.#work.add(recorded);
  }
}

const idOf = (...content: readonly string[]): string =>
  `content:${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}`;

/** Decodes neighbouring parts together, because some phones split a character between two parts. */
function joinParts(parts: readonly (InboundPart | undefined)[]): string {
  const runs: InboundPart[][] = [[]];
  for (const part of parts) {
    if (part !== undefined) runs.at(-1)!.push(part);
    else if (runs.at(-1)!.length > 0) runs.push([]);
  }
  return runs
    .filter(([first]) => first !== undefined)
    .map((run) => decodeText(Buffer.concat(run.map(({ octets }) => octets)), run[0]!.coding))
    .join(missingPart);
}
