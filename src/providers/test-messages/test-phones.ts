import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { isFictionalNumber } from '../../core/phone-numbers.ts';
import type { Random } from '../../core/random.ts';
import { encodeGsm7, encodeUcs2, splitSegments } from '../../core/sms-segments.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { FirstAttempts } from './first-attempts.ts';
import type { PersonaDialogs } from './persona-dialogs.ts';
import { readPart, SmsAssembly, type CompleteSms, type SmsPart } from './sms-parts.ts';
import { smpp, type ReceivedPdu } from './smpp-library.ts';
import { SmscSession, smppStatus, type SmscCredentials, type SubmitHandler } from './smsc-session.ts';
import type { TestMessageLog } from './test-message-log.ts';
import { textPersonaOf } from './text-persona.ts';

const receiptDelayMs = 200;
const maxSessions = 20;
/** Number of references for long messages: they have 8 bits. */
const referenceCount = 256;
/** esm_class: the message begins with a user data header, or is a delivery receipt (SMPP 3.4 §5.2.12). */
const esmClass = { none: 0, userDataHeader: 0x40, receipt: 0x04 } as const;
/** data_coding (SMPP 3.4 §5.2.19). */
const dataCoding = { gsm7: 0, ucs2: 8 } as const;

export interface TestPhonesOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly log: TestMessageLog;
  readonly dialogs: PersonaDialogs;
}

/** Type of number and numbering plan (SMPP 3.4 §5.2.5, §5.2.6): international, E.164. */
const international = { ton: 1, npi: 1 } as const;

/**
 * The phones of simulated people: an SMSC on the loopback interface (SMPP 3.4) that accepts messages to fictional numbers, reports their delivery, and
 * delivers the answers of the personas.
 */
export class TestPhones {
  readonly credentials: SmscCredentials;
  readonly #options: TestPhonesOptions;
  readonly #server: Server;
  readonly #sessions = new Set<SmscSession>();
  readonly #assembly = new SmsAssembly();
  readonly #firstAttempts = new FirstAttempts();
  readonly #deliveries: DeliveryQueue;
  /** Prefix of the message ids of this start, since ids of earlier starts are stored. */
  readonly #idPrefix: string;
  #lastId = 0;
  #lastReference: number;

  private constructor(options: TestPhonesOptions) {
    const { random } = options;
    this.#options = options;
    this.#deliveries = new DeliveryQueue(options);
    this.#idPrefix = Buffer.from(random.bytes(6)).toString('hex');
    this.#lastReference = random.below(referenceCount);
    // SMPP limits a password to 8 characters (SMPP 3.4 §5.2.2).
    this.credentials = { systemId: 'parley', password: Buffer.from(random.bytes(4)).toString('hex') };
    this.#server = smpp.createServer((session) => {
      if (this.#sessions.size >= maxSessions) return session.destroy();
      const smsc = new SmscSession(session, {
        clock: options.clock,
        credentials: this.credentials,
        onSubmit: (pdu) => this.#submit(pdu),
      });
      this.#sessions.add(smsc);
      session.on('close', () => void this.#sessions.delete(smsc));
    });
  }

  /** Listens on a free port of the loopback interface. */
  static async open(options: TestPhonesOptions): Promise<TestPhones> {
    const phones = new TestPhones(options);
    phones.#server.listen(0, '127.0.0.1');
    await once(phones.#server, 'listening');
    return phones;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Sends a text from a simulated person to `peer`, the number of Parley. Repeats it until Parley acknowledges it. */
  send(person: string, peer: string, text: string, delayMs = 0): void {
    const { encoding, parts } = splitSegments(text);
    const isLong = parts.length > 1;
    this.#lastReference = (this.#lastReference + 1) % referenceCount;
    for (const [index, part] of parts.entries()) {
      const encoded = encoding === 'gsm7' ? encodeGsm7(part) : encodeUcs2(part);
      const header = isLong ? concatenationHeader(this.#lastReference, parts.length, index + 1) : [];
      const fields = {
        ...addressFields(person, peer),
        esm_class: isLong ? esmClass.userDataHeader : esmClass.none,
        data_coding: dataCoding[encoding],
        short_message: Buffer.concat([Buffer.from(header), encoded]),
      };
      this.#deliver(delayMs, fields);
    }
  }

  async close(): Promise<void> {
    for (const session of this.#sessions) session.close();
    await this.#deliveries.close();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  #deliver(delayMs: number, fields: Readonly<Record<string, unknown>>): void {
    this.#deliveries.add(delayMs, async () => {
      const receiver = [...this.#sessions].find(({ isReceiver }) => isReceiver);
      if (receiver === undefined) throw new Error('No SMPP session is bound.');
      await receiver.deliver(fields);
    });
  }

  #submit(pdu: ReceivedPdu): ReturnType<SubmitHandler> {
    const peer = numberOf(pdu.source_addr ?? '', pdu.source_addr_ton ?? 0);
    const person = numberOf(pdu.destination_addr ?? '', international.ton);
    if (!isFictionalNumber(person)) return { status: smppStatus.invalidDestination };
    const { delivery } = textPersonaOf(person);
    if (delivery === 'refused') return { status: smppStatus.submitFailed };
    if (delivery === 'no-such-address') return { status: smppStatus.invalidDestination };
    if (delivery === 'accepted-later' && this.#firstAttempts.isFirst(peer, person))
      return { status: smppStatus.throttled };
    this.#lastId += 1;
    const messageId = `${this.#idPrefix}${this.#lastId.toString(16)}`;
    const part = readPart(pdu, messageId);
    if (wantsReceipt(pdu)) this.#reportDelivery(person, peer, part);
    this.#receivePart(person, peer, part);
    return { messageId };
  }

  #reportDelivery(person: string, peer: string, part: SmsPart): void {
    const { delivery } = textPersonaOf(person);
    if (delivery === 'unreported') return;
    this.#deliver(receiptDelayMs, this.#receipt(person, peer, part, delivery !== 'bounced'));
  }

  /** Stores and answers the message when all its parts have arrived. */
  #receivePart(person: string, peer: string, part: SmsPart): void {
    const message = this.#assembly.add(peer, person, part);
    if (message === undefined || textPersonaOf(person).delivery === 'bounced') return;
    this.#storeAndAnswer(person, peer, message).catch((error: unknown) =>
      this.#options.logger.warn({ err: error }, 'A message at a simulated phone could not be stored.'),
    );
  }

  async #storeAndAnswer(person: string, peer: string, { text, externalIds }: CompleteSms): Promise<void> {
    const { log, dialogs } = this.#options;
    const arrived = { channel: 'sms', person, peer, subject: '', text, externalIds } as const;
    const id = await log.arrived(arrived);
    // An alphanumeric sender receives no answers.
    if (!/^\+?\d+$/.test(peer)) return;
    for (const answer of dialogs.answersTo(person, peer, text)) {
      this.#deliveries.add(answer.delayMs, async () => {
        if (dialogs.isTakenOver(person, peer)) return;
        await log.answered({ answers: id, text: answer.text });
        this.send(person, peer, answer.text);
      });
    }
  }

  /** Returns a delivery receipt (SMPP 3.4, appendix B). */
  #receipt(person: string, peer: string, { externalId, text }: SmsPart, isDelivered: boolean) {
    const at = new Date(this.#options.clock.now()).toISOString().replaceAll(/\D/g, '').slice(2, 12);
    const [state, error] = isDelivered ? ['DELIVRD', '000'] : ['UNDELIV', '001'];
    const report = `id:${externalId} sub:001 dlvrd:00${isDelivered ? 1 : 0} submit date:${at} done date:${at} stat:${state} err:${error} text:`;
    const excerpt = [...text]
      .slice(0, 20)
      .join('')
      .replaceAll(/[^ -~]/g, '?');
    return {
      ...addressFields(person, peer),
      esm_class: esmClass.receipt,
      data_coding: dataCoding.gsm7,
      short_message: Buffer.from(encodeGsm7(report + excerpt)),
      receipted_message_id: externalId,
      message_state: isDelivered ? 2 : 5,
    };
  }
}

/** registered_delivery, lowest bit: a receipt is requested (SMPP 3.4 §5.2.17). */
const wantsReceipt = (pdu: ReceivedPdu): boolean => ((pdu.registered_delivery ?? 0) & 1) === 1;

/** Returns the user data header of a part of a long message: concatenation with an 8-bit reference (3GPP TS 23.040 §9.2.3.24.1). */
const concatenationHeader = (reference: number, total: number, number: number): number[] => [
  5,
  0,
  3,
  reference,
  total,
  number,
];

/** Returns a number in E.164, which senders write with or without the plus sign; other addresses unchanged. */
const numberOf = (address: string, ton: number): string =>
  ton === international.ton && /^\d+$/.test(address) ? `+${address}` : address;

/** Returns the address fields of a `deliver_sm`. International numbers have no plus sign. */
function addressFields(person: string, peer: string) {
  const isInternational = peer.startsWith('+');
  return {
    source_addr_ton: international.ton,
    source_addr_npi: international.npi,
    source_addr: person.slice(1),
    dest_addr_ton: isInternational ? international.ton : 0,
    dest_addr_npi: isInternational ? international.npi : 0,
    destination_addr: peer.replace(/^\+/, ''),
  };
}
