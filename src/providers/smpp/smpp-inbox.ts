import type { CarrierInbox, OutboundSms } from '../../contracts/message-carrier.ts';
import { BackgroundWork } from '../../core/background-work.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { statusError } from './command-failure.ts';
import { decodeText, readInboundPart, type InboundPart } from './inbound-part.ts';
import type { MessageReferences } from './message-references.ts';
import { commandStatus, type Pdu } from './pdu.ts';
import { readReceipt, type SmppReceipt } from './receipt.ts';
import { ReceiptIds } from './receipt-ids.ts';
import { Reassembly } from './reassembly.ts';

export interface SmppInboxOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly logger: Logger;
  readonly inbox: CarrierInbox;
  readonly references: MessageReferences;
}

/** Marks the place of a part that did not arrive. */
const missingPart = ' … ';

/** Passes on the messages and receipts of an SMSC. */
export class SmppInbox {
  readonly #options: SmppInboxOptions;
  readonly #reassembly: Reassembly;
  readonly #work = new BackgroundWork();
  /** The ids of accepted parts. */
  readonly ids = new ReceiptIds();

  constructor(options: SmppInboxOptions) {
    this.#options = options;
    this.#reassembly = new Reassembly({
      clock: options.clock,
      deliver: (parts) => this.#onMessage(parts),
      onLost: (error) => options.logger.error({ err: error }, 'An incomplete inbound SMS was discarded.'),
    });
  }

  /** Handles a `deliver_sm` or `data_sm`, and resolves with the command status of the response. */
  async receive(pdu: Pdu): Promise<number> {
    try {
      const receipt = readReceipt(pdu);
      if (receipt !== undefined) await this.#onReceipt(receipt);
      else await this.#onPart(readInboundPart(pdu));
      return commandStatus.ok;
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'An inbound SMS or receipt was not accepted.');
      return commandStatus.temporaryAppError;
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
    await this.#options.inbox.onReceipt({ externalId, reference: ourReference, outcome, detail });
  }

  #onPart(part: InboundPart): Promise<void> {
    return part.concatenation === undefined ? this.#onMessage([part]) : this.#reassembly.add(part);
  }

  async #onMessage(parts: readonly (InboundPart | undefined)[]): Promise<void> {
    const { from, to } = parts.find((part) => part !== undefined)!;
    await this.#options.inbox.onMessage({
      channel: 'sms',
      // SMPP has no id of inbound messages.
      externalId: null,
      from,
      to: [to],
      text: joinParts(parts),
    });
  }
}

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
