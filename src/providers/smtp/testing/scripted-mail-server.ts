import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import {
  SMTPServer,
  type SMTPServerEnvelope,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';

/** A response code and text, for the recipient or for the message. */
type Response = readonly [code: number, text: string];

/** What the server does with the next messages. */
export interface MailServerScript {
  readonly onRecipient?: Response;
  /** `disconnect`: ends the connection when it has read the message. `silent`: never responds to the message. */
  readonly onMessage?: Response | 'disconnect' | 'silent';
  /** The server replies to the message after this promise. */
  readonly beforeReply?: Promise<void>;
  /** Ends the connection after this many bytes of the message. */
  readonly disconnectAfterBytes?: number;
  /** Ends the connection at MAIL FROM. */
  readonly disconnectAtSender?: boolean;
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
  readonly email: Email;
  /** The envelope, before the next one replaces it. */
  readonly envelope: SMTPServerEnvelope;
  readonly session: SMTPServerSession;
}

/** A mail server on loopback that fails as its script says. */
export class ScriptedMailServer {
  readonly received: ReceivedMail[] = [];
  script: MailServerScript = {};
  readonly #options: SMTPServerOptions;
  readonly #sockets = new Map<number, Socket>();
  readonly #waiting: (() => void)[] = [];
  #server: SMTPServer | undefined;
  #port = 0;
  #connections = 0;

  private constructor(options: SMTPServerOptions) {
    this.#options = options;
  }

  static async start(options: SMTPServerOptions = {}): Promise<ScriptedMailServer> {
    const server = new ScriptedMailServer(options);
    await server.open();
    return server;
  }

  get port(): number {
    return this.#port;
  }

  /** Number of connections since the start. */
  get connections(): number {
    return this.#connections;
  }

  /** Listens again, at the same port as before. */
  async open(): Promise<void> {
    if (this.#server !== undefined) return;
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 1,
      ...this.#options,
      onMailFrom: (_address, session, done) => {
        if (this.script.disconnectAtSender === true) this.#socketOf(session)?.destroy();
        else done();
      },
      onRcptTo: (_address, _session, done) => done(errorOf(this.script.onRecipient)),
      onData: (stream, session, done) => {
        stream.on('error', () => undefined);
        void this.#read(stream, session).then(
          async () => {
            await this.script.beforeReply;
            this.#respond(session, done);
          },
          () => undefined,
        );
      },
    });
    server.on('error', () => undefined);
    server.server.on('connection', (socket: Socket) => {
      this.#connections += 1;
      const port = socket.remotePort ?? 0;
      this.#sockets.set(port, socket);
      socket.once('close', () => this.#sockets.delete(port));
    });
    const listening = server.listen(this.#port, '127.0.0.1');
    await once(listening, 'listening');
    this.#port = (listening.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Ends all connections and accepts no others. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise<void>((resolve) => server.close(resolve));
    this.disconnect();
    await closed;
  }

  /** Ends all connections. */
  disconnect(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }

  async waitForReceived(count: number): Promise<void> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async #read(stream: AsyncIterable<Buffer>, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= (this.script.disconnectAfterBytes ?? Infinity)) {
        this.#socketOf(session)?.destroy();
        throw new Error('The script ended the connection.');
      }
    }
    const raw = Buffer.concat(chunks);
    const { mailFrom, rcptTo } = session.envelope;
    this.received.push({
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address).join(),
      raw,
      email: await PostalMime.parse(raw),
      envelope: structuredClone(session.envelope),
      session,
    });
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #respond(session: SMTPServerSession, done: (error?: Error | null) => void): void {
    const { onMessage } = this.script;
    if (onMessage === 'disconnect') this.#socketOf(session)?.destroy();
    else if (onMessage !== 'silent') done(errorOf(onMessage));
  }

  #socketOf({ remotePort }: SMTPServerSession): Socket | undefined {
    return this.#sockets.get(remotePort);
  }
}

const errorOf = (response: Response | undefined): Error | null =>
  response === undefined ? null : Object.assign(new Error(response[1]), { responseCode: response[0] });
