import type { AddressInfo } from 'node:net';
import { createServer, type PDU, type PduFields, type Server, type Session } from 'smpp';
import type {
  PeerBehaviour,
  ReceiptOutcome,
  ReceivedMessage,
} from '../../../contracts/testing/message-carrier-suite.ts';
import { splitSegments } from '../../../core/sms-segments.ts';

export const systemId = 'parley';
export const password = 's3cret-pw';

const statuses: Partial<Record<PeerBehaviour, number>> = { refuse: 0x0b, busy: 0x58 };

interface AcceptedPart {
  readonly id: string;
  readonly pdu: PDU;
}

export interface SmscOptions {
  readonly key?: string;
  readonly cert?: string;
  readonly port?: number;
}

/** A scripted SMSC on a loopback port, made with the package `smpp`: its texts are encoded and decoded by the package. */
export class ScriptedSmsc {
  behaviour: PeerBehaviour = 'accept';
  /** Status of bind responses. */
  bindStatus = 0;
  /** Returns the response of each `submit_sm`; undefined for the response of the behaviour. */
  respond: (pdu: PDU) => PduFields | undefined = () => undefined;
  /** Every `submit_sm` in the order of arrival. */
  readonly submits: PDU[] = [];
  readonly binds: PDU[] = [];
  readonly messages: ReceivedMessage[] = [];
  /** The sessions that are connected, newest last. */
  readonly sessions: Session[] = [];
  readonly #options: SmscOptions;
  readonly #waiting = new Set<() => void>();
  readonly #parts = new Map<string, string[]>();
  /** The parts of the last complete message. */
  #lastAccepted: AcceptedPart[] = [];
  #server: Server;
  #port = 0;
  #count = 0;
  #inboundCount = 0;

  private constructor(options: SmscOptions) {
    this.#options = options;
    this.#server = this.#create();
  }

  static async start(options: SmscOptions = {}): Promise<ScriptedSmsc> {
    const smsc = new ScriptedSmsc(options);
    await smsc.#listen(options.port ?? 0);
    return smsc;
  }

  get port(): number {
    return this.#port;
  }

  /** Resolves when the condition holds. It is checked after each event of the SMSC. */
  async waitUntil(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Disconnects, and refuses connections until `goOnline`. */
  async goOffline(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const session of this.sessions) session.destroy();
    await closed;
  }

  async goOnline(): Promise<void> {
    if (this.#server.listening) return;
    this.#server = this.#create();
    await this.#listen(this.#port);
  }

  close(): Promise<void> {
    return this.goOffline();
  }

  /** Sends a request to the bound session, and returns the status of its response. Rejects if the connection ends. */
  request(fields: PduFields, command: 'deliver_sm' | 'data_sm' = 'deliver_sm'): Promise<number> {
    const session = this.sessions.at(-1)!;
    return new Promise((resolve, reject) => {
      session.once('close', () => reject(new Error('The session was closed.')));
      session[command](fields, (response) => resolve(response.command_status));
    });
  }

  /** Resolves when the bound session has handled everything that was sent to it. */
  roundTrip(): Promise<void> {
    return new Promise((resolve) => {
      this.sessions.at(-1)!.enquire_link({}, () => resolve());
    });
  }

  /** Sends the receipts of the last accepted message. Returns whether all were acknowledged. */
  async sendReceipts(outcome: ReceiptOutcome): Promise<boolean> {
    const [stat, error] = outcome === 'delivered' ? ['DELIVRD', '000'] : ['UNDELIV', '011'];
    const results = await Promise.all(
      this.#lastAccepted.map(({ id, pdu }) =>
        this.request({
          esm_class: 0x04,
          source_addr_ton: 1,
          source_addr: pdu.destination_addr!,
          destination_addr: pdu.source_addr!,
          short_message: `id:${id} sub:001 dlvrd:001 submit date:2601051200 done date:2601051201 stat:${stat} err:${error} text:Hello`,
        }),
      ),
    );
    return results.every((status) => status === 0);
  }

  /** Sends a message of a phone, with a header of concatenation if it is long. Returns whether all parts were acknowledged. */
  async sendInbound({ from, to, text }: ReceivedMessage): Promise<boolean> {
    const { encoding, parts } = splitSegments(text);
    const reference = (this.#inboundCount += 1) % 256;
    const results = await Promise.all(
      parts.map((part, index) =>
        this.request({
          source_addr_ton: 1,
          source_addr_npi: 1,
          source_addr: from.slice(1),
          dest_addr_ton: 1,
          dest_addr_npi: 1,
          destination_addr: to.slice(1),
          data_coding: encoding === 'gsm7' ? 0 : 8,
          short_message: {
            message: part,
            ...(parts.length > 1 ? { udh: Buffer.from([5, 0, 3, reference, parts.length, index + 1]) } : {}),
          },
        }),
      ),
    );
    return results.every((status) => status === 0);
  }

  #create(): Server {
    const onSession = (session: Session): void => this.#serve(session);
    const { key, cert } = this.#options;
    return key === undefined || cert === undefined
      ? createServer(onSession)
      : createServer({ key, cert }, onSession);
  }

  async #listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #serve(session: Session): void {
    this.sessions.push(session);
    // Each outstanding request listens for the end of the connection.
    session.setMaxListeners(0);
    session.on('error', () => undefined);
    session.on('close', () => {
      this.sessions.splice(this.sessions.indexOf(session), 1);
      this.#wake();
    });
    session.on('bind_transceiver', (pdu: PDU) => {
      this.binds.push(pdu);
      const isUser = pdu.system_id === systemId && pdu.password === password;
      session.send(pdu.response({ command_status: this.bindStatus || (isUser ? 0 : 0x0e) }));
      this.#wake();
    });
    session.on('enquire_link', (pdu: PDU) => session.send(pdu.response()));
    session.on('unbind', (pdu: PDU) => {
      session.send(pdu.response());
      session.close();
    });
    session.on('submit_sm', (pdu: PDU) => {
      this.#submit(session, pdu);
      this.#wake();
    });
  }

  #submit(session: Session, pdu: PDU): void {
    this.submits.push(pdu);
    const status = statuses[this.behaviour];
    const scripted = this.respond(pdu);
    if (scripted !== undefined || status !== undefined) {
      session.send(pdu.response(scripted ?? { command_status: status! }));
      return;
    }
    this.#count += 1;
    const id = `smsc-${this.#count}`;
    this.#collect(pdu, id);
    if (this.behaviour === 'lose_response') session.destroy();
    else if (this.behaviour !== 'ignore') session.send(pdu.response({ message_id: id }));
  }

  /** Joins the parts of a message. The parts arrive in order. */
  #collect(pdu: PDU, id: string): void {
    const { message, udh } = pdu.short_message as unknown as { message: string; udh?: Buffer[] };
    const [, , reference = 0, total = 1, number = 1] = udh?.[0] ?? [];
    const key = `${pdu.destination_addr}:${reference}:${total}`;
    const texts = this.#parts.get(key) ?? [];
    texts[number - 1] = message;
    if (number === 1) this.#lastAccepted = [];
    this.#lastAccepted.push({ id, pdu });
    this.#parts.set(key, texts);
    if (texts.filter((text) => text !== undefined).length < total) return;
    this.#parts.delete(key);
    const plus = (ton = 0): string => (ton === 1 ? '+' : '');
    this.messages.push({
      from: `${plus(pdu.source_addr_ton)}${pdu.source_addr}`,
      to: `${plus(pdu.dest_addr_ton)}${pdu.destination_addr}`,
      text: texts.join(''),
    });
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
