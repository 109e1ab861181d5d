import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type PDU, type Server, type Session } from 'smpp';
import { splitSegments } from '../../src/core/sms-segments.ts';
import { fractionOf } from '../webhook-crash/plan.ts';
import { peerFaultOf, slowMs, type PeerFault } from './peer-faults.ts';
import type { PeerContext } from './peer-context.ts';
import { keyOfText, type Handover } from './records.ts';

/** Status of a response (SMPP 3.4 §5.1.3). */
const status = {
  ok: 0,
  bindFailed: 0x0d,
  invalidDestination: 0x0b,
  throttled: 0x58,
  temporary: 0x64,
} as const;
const retryMs = 200;
/** Longest delay of a part of a long message. */
const maxPartDelayMs = 1_500;
const responseTimeoutMs = 5_000;
/** A killed process closes its connections; this is for a process that runs on. */
const killedMs = 300;

/** A part of an SMS as it arrived. */
interface ReceivedPart {
  readonly to: string;
  readonly text: string;
  readonly key: string;
  readonly part: number;
  readonly total: number;
  readonly reference: number;
}

/** The SMSC of the crash tests: accepts or fails messages as the seed says, sends receipts, and delivers what customers write. */
export class Smsc {
  readonly #context: PeerContext;
  readonly #server: Server;
  readonly #sessions = new Set<Session>();
  readonly #attempts = new Map<string, number>();
  /** Texts of the accepted parts of incomplete messages, by recipient and reference. */
  readonly #parts = new Map<string, string[]>();
  /** Parts of customers' messages that the program has acknowledged. */
  readonly #acknowledgedParts = new Set<string>();
  #port = 0;
  #lastId: number;
  readonly #pending = new Set<{ readonly externalId: string }>();

  constructor(context: PeerContext) {
    this.#context = context;
    // Ids differ between runs, as those of a real SMSC do.
    this.#lastId = context.seed * 100_000;
    this.#server = createServer((session) => this.#serve(session));
  }

  /** Listens, at the same port as before if it was open before. */
  async open(): Promise<number> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this.#port;
  }

  /** Ends all connections and accepts no others. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const session of this.#sessions) session.destroy();
    await closed;
  }

  /** Receipts that the program has not acknowledged. */
  get pending(): readonly string[] {
    return [...this.#pending].map(({ externalId }) => `receipt of ${externalId}`);
  }

  /**
   * Delivers an SMS of a customer, a long one in parts with delays. Rejects if the program does not acknowledge a part. At the next attempt, the acknowledged
   * parts are not sent again.
   */
  async deliver(from: string, text: string, reference: number): Promise<void> {
    const { parts } = splitSegments(text);
    await Promise.all(
      parts.map((part, index) => this.#deliverPart(from, { part, index, total: parts.length, reference })),
    );
  }

  async #deliverPart(
    from: string,
    {
      part,
      index,
      total,
      reference,
    }: { readonly part: string; readonly index: number; readonly total: number; readonly reference: number },
  ): Promise<void> {
    const place = `${from} ${reference} ${index}`;
    if (this.#acknowledgedParts.has(place)) return;
    await sleep(fractionOf(this.#context.seed, 'part delay', place) * maxPartDelayMs * Math.sign(total - 1));
    const header = total === 1 ? [] : [6, 8, 4, reference >> 8, reference & 0xff, total, index + 1];
    await this.#deliver({
      source_addr_ton: 1,
      source_addr_npi: 1,
      source_addr: from.slice(1),
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: this.#context.ownNumber.slice(1),
      esm_class: total === 1 ? 0 : 0x40,
      data_coding: 0,
      short_message: Buffer.from([...header, ...Buffer.from(part)]),
      user_message_reference: reference,
    });
    this.#acknowledgedParts.add(place);
  }

  #serve(session: Session): void {
    this.#sessions.add(session);
    // Each delivery in progress has a listener.
    session.setMaxListeners(0);
    session.on('error', () => session.destroy());
    session.on('close', () => {
      this.#sessions.delete(session);
      this.#context.record({ type: 'disconnection', channel: 'sms', atMs: Date.now() });
    });
    session.on('bind_transceiver', (pdu: PDU) => session.send(pdu.response({ system_id: 'smsc' })));
    session.on('enquire_link', (pdu: PDU) => session.send(pdu.response()));
    session.on('unbind', (pdu: PDU) => {
      session.send(pdu.response());
      session.close();
    });
    session.on('submit_sm', (pdu: PDU) => this.#receive(session, pdu));
  }

  #receive(session: Session, pdu: PDU): void {
    const received = readPart(pdu);
    const { key, part } = received;
    const place = `${received.to} ${key} ${part}`;
    const attempt = (this.#attempts.get(place) ?? 0) + 1;
    this.#attempts.set(place, attempt);
    const fault = peerFaultOf(this.#context.seed, { channel: 'sms', key, part, attempt });
    const atMs = Date.now();
    if (fault === 'throttled' || fault === 'temporary' || fault === 'refused') {
      this.#record(received, { atMs, outcome: fault === 'refused' ? fault : 'temporary' });
      const code = fault === 'refused' ? 'invalidDestination' : fault;
      session.send(pdu.response({ command_status: status[code] }));
    } else if (fault === 'cut-before') {
      this.#record(received, { atMs, outcome: 'none', isUncertain: true });
      session.destroy();
    } else this.#accept(session, pdu, received, fault, atMs);
  }

  #accept(session: Session, pdu: PDU, received: ReceivedPart, fault: PeerFault, atMs: number): void {
    this.#lastId += 1;
    const externalId = this.#lastId.toString(16);
    const isUncertain =
      fault === 'cut-after' || fault === 'kill-before-response' || fault === 'kill-after-response';
    this.#record(received, { atMs, outcome: 'accepted', externalId, isUncertain });
    // Some receipts overtake the response.
    const isEarly = fractionOf(this.#context.seed, 'early receipt', received.key, received.part) < 0.1;
    if (isEarly) this.#sendReceipts(received, externalId);
    void this.#respond(session, pdu, externalId, received, fault).then(() => {
      if (!isEarly) this.#sendReceipts(received, externalId);
      return undefined;
    });
    this.#arrive(received);
  }

  async #respond(
    session: Session,
    pdu: PDU,
    externalId: string,
    { key }: ReceivedPart,
    fault: PeerFault,
  ): Promise<void> {
    if (fault === 'slow') await sleep(slowMs(this.#context.seed, key));
    if (fault === 'kill-before-response') {
      this.#context.requestKill(`after the acceptance of ${key}, before the response`);
      await sleep(killedMs);
    }
    if (fault === 'cut-after' || fault === 'kill-before-response') session.destroy();
    else session.send(pdu.response({ message_id: externalId }));
    if (fault === 'kill-after-response') this.#context.requestKill(`after the response for ${key}`);
  }

  #record(
    { to, key, part, total }: ReceivedPart,
    result: Pick<Handover, 'atMs' | 'outcome'> & Partial<Handover>,
  ): void {
    this.#context.record({
      type: 'handover',
      channel: 'sms',
      to,
      key,
      part,
      total,
      externalId: '',
      isUncertain: false,
      ...result,
    });
  }

  /** The customer reads a message when all of its parts have arrived. */
  #arrive({ to, text, part, total, reference }: ReceivedPart): void {
    const place = `${to} ${reference} ${total}`;
    const parts = this.#parts.get(place) ?? [];
    parts[part - 1] = text;
    this.#parts.set(place, parts);
    if (parts.filter(Boolean).length < total) return;
    this.#parts.delete(place);
    this.#context.onArrival({ channel: 'sms', to, text: parts.join('') });
  }

  #sendReceipts({ to, key, part }: ReceivedPart, externalId: string): void {
    const fraction = (what: string) => fractionOf(this.#context.seed, what, key, part);
    if (fraction('receipt') < 0.1) return;
    const outcome = fraction('receipt outcome') < 0.1 ? 'failed' : 'delivered';
    const count = fraction('duplicated receipt') < 0.15 ? 2 : 1;
    for (let copy = 0; copy < count; copy += 1) {
      void this.#repeatReceipt({ to, externalId, outcome, delayMs: fraction(`delay ${copy}`) * 1_200 });
    }
  }

  async #repeatReceipt(receipt: {
    readonly to: string;
    readonly externalId: string;
    readonly outcome: 'delivered' | 'failed';
    readonly delayMs: number;
  }): Promise<void> {
    const { externalId, outcome } = receipt;
    this.#pending.add(receipt);
    await sleep(receipt.delayMs);
    const state = outcome === 'delivered' ? ['DELIVRD', '000', 2] : ['UNDELIV', '001', 5];
    const fields = {
      source_addr_ton: 1,
      source_addr_npi: 1,
      source_addr: receipt.to.slice(1),
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: this.#context.ownNumber.slice(1),
      esm_class: 0x04,
      data_coding: 0,
      short_message: Buffer.from(
        `id:${externalId} sub:001 dlvrd:001 submit date:2611230000 done date:2611230001 stat:${state[0]} err:${state[1]} text:`,
      ),
      receipted_message_id: externalId,
      message_state: Number(state[2]),
    };
    await untilDone(() => this.#deliver(fields), this.#context);
    this.#pending.delete(receipt);
    this.#context.record({ type: 'receipt', externalId, outcome });
  }

  /** Sends a `deliver_sm` to one of the bound sessions. Rejects without a positive response. */
  #deliver(fields: Parameters<Session['deliver_sm']>[0]): Promise<void> {
    const sessions = [...this.#sessions];
    const session = sessions[Math.floor(Math.random() * sessions.length)];
    if (session === undefined) return Promise.reject(new Error('No session is bound.'));
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => reject(new Error('No response.')), responseTimeoutMs);
      const onClose = () => reject(new Error('The session ended.'));
      session.once('close', onClose);
      const isSent = session.deliver_sm(fields, ({ command_status }) => {
        clearTimeout(timeout);
        session.off('close', onClose);
        if (command_status === 0) resolve();
        else reject(new Error(`Status ${command_status}.`));
      });
      if (!isSent) onClose();
    });
  }
}

/** Repeats `work` until it succeeds or the run has ended. */
export async function untilDone(
  work: () => Promise<void>,
  context: Pick<PeerContext, 'isEnded'>,
): Promise<void> {
  while (!context.isEnded()) {
    try {
      await work();
      return;
    } catch {
      await sleep(retryMs);
    }
  }
}

/** Reads the text and the position of a part (3GPP TS 23.040 §9.2.3.24.1). The package decodes the text. */
function readPart(pdu: PDU): ReceivedPart {
  const short = pdu.short_message as { message: string | Buffer; udh?: Buffer[] | Buffer };
  const text = short.message.toString();
  const [element] = [short.udh ?? []].flat();
  const [reference, total, part] =
    element === undefined ? [0, 1, 1] : [element[2]!, element[3]!, element[4]!];
  return { to: `+${pdu.destination_addr}`, text, key: keyOfText(text), reference, total, part };
}
