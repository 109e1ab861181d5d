import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import type { CarrierInbox } from '../../contracts/message-carrier.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { AddressLimits } from './address-limits.ts';
import { domainOf, normaliseAddress } from './header-fields.ts';
import { authenticateMail, type DeliveredMail, type DnsResolver } from './mail-authentication.ts';
import type { MailParser } from './mail-parser.ts';
import { mailLimits, MailRejectedError } from './parsed-mail.ts';

export interface SmtpListenerOptions {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** Our address, in lower case. Mail is accepted for its domain. */
  readonly ownAddress: string;
  readonly inbox: CarrierInbox;
  readonly parser: Pick<MailParser, 'parse'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Certificate chain and private key in PEM, for STARTTLS. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Used for SPF, DKIM and DMARC instead of the DNS of the system. */
  readonly resolver?: DnsResolver | undefined;
  readonly limits?: Partial<SmtpListenerLimits>;
}

export interface SmtpListenerLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly messagesPerMinutePerAddress: number;
  readonly recipients: number;
  /** Bytes of the messages that are being received. */
  readonly bufferedBytes: number;
  /** Time without data, in ms. */
  readonly idleMs: number;
  /** Duration of a connection, in ms. */
  readonly connectionMs: number;
}

const defaultLimits: SmtpListenerLimits = {
  connections: 200,
  connectionsPerAddress: 20,
  messagesPerMinutePerAddress: 300,
  recipients: 50,
  bufferedBytes: 128 * 1024 * 1024,
  idleMs: 120_000,
  connectionMs: 900_000,
};

/** A response other than 250. */
class SmtpResponse extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

type Done = (error?: Error | null) => void;

/**
 * Receives mail by SMTP (RFC 5321) for one domain. A message is confirmed after the inbox has accepted it, so the sending server keeps it until then. Mail
 * for other domains is refused.
 */
export class SmtpListener {
  readonly #options: SmtpListenerOptions;
  readonly #limits: SmtpListenerLimits;
  readonly #addresses: AddressLimits;
  readonly #server: SMTPServer;
  #bufferedBytes = 0;
  #port = 0;

  private constructor(options: SmtpListenerOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#addresses = new AddressLimits({
      clock: options.clock,
      maxConnections: this.#limits.connectionsPerAddress,
      maxMessagesPerMinute: this.#limits.messagesPerMinutePerAddress,
    });
    this.#server = new SMTPServer(this.#serverOptions());
    // Faults of single connections.
    this.#server.on('error', (error) =>
      options.logger.debug({ err: error }, 'A connection of the mail listener failed.'),
    );
    this.#server.server.on('connection', (socket: Socket) => this.#admit(socket));
  }

  /** Rejects if the address cannot be opened. */
  static async start(options: SmtpListenerOptions): Promise<SmtpListener> {
    const listener = new SmtpListener(options);
    const { server } = listener.#server;
    listener.#server.listen(options.port, options.host);
    await once(server, 'listening');
    listener.#port = (server.address() as AddressInfo).port;
    return listener;
  }

  get port(): number {
    return this.#port;
  }

  checkHealth(): Promise<{ ok: boolean; detail: string }> {
    const { host, tls, clock } = this.#options;
    const address = `${host}:${this.#port}`;
    const hasExpired = tls !== undefined && new X509Certificate(tls.cert).validToDate.getTime() < clock.now();
    if (!this.#server.server.listening)
      return Promise.resolve({ ok: false, detail: `Does not receive mail at ${address}.` });
    const expiry = hasExpired
      ? ', but its TLS certificate has expired. Renew it, and restart the service'
      : '';
    return Promise.resolve({ ok: !hasExpired, detail: `Receives mail at ${address}${expiry}.` });
  }

  /** Accepts no more connections, and ends those that exist after their messages, at the latest after 5 s. */
  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }

  #serverOptions(): SMTPServerOptions {
    const { tls, ownAddress } = this.#options;
    return {
      name: domainOf(ownAddress),
      banner: 'Parley',
      size: mailLimits.bytes,
      rejectOversized: true,
      disabledCommands: tls === undefined ? ['AUTH', 'STARTTLS'] : ['AUTH'],
      ...tls,
      authOptional: true,
      disableReverseLookup: true,
      maxClients: this.#limits.connections,
      maxRecipients: this.#limits.recipients,
      maxCommandLength: 4096,
      socketTimeout: this.#limits.idleMs,
      closeTimeout: 5_000,
      onMailFrom: (_address, session, done) => done(this.#checkSender(session)),
      onRcptTo: (address, _session, done) => done(this.#checkRecipient(address)),
      onData: (stream, session, done) => void this.#receive(stream, session, done),
    };
  }

  #checkSender({ remoteAddress }: SMTPServerSession): SmtpResponse | null {
    return this.#addresses.countMessage(remoteAddress)
      ? null
      : new SmtpResponse(450, '4.7.1 Too many messages, try again later');
  }

  #checkRecipient({ address }: SMTPServerAddress): SmtpResponse | null {
    const normalised = normaliseAddress(address);
    if (normalised === undefined) return new SmtpResponse(553, '5.1.3 Invalid address');
    return domainOf(normalised) === domainOf(this.#options.ownAddress)
      ? null
      : new SmtpResponse(550, '5.7.1 Relaying denied');
  }

  /** Limits the connections of the address and the duration of each. */
  #admit(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    if (!this.#addresses.connect(address)) {
      socket.end('421 4.7.0 Too many connections\r\n');
      return;
    }
    const timer = this.#options.clock.after(this.#limits.connectionMs, () => socket.destroy());
    socket.once('close', () => {
      timer.cancel();
      this.#addresses.disconnect(address);
    });
  }

  /** Never rejects. */
  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession, done: Done): Promise<void> {
    const size = { bytes: 0 };
    try {
      const raw = await this.#read(stream, size);
      await this.#handOver(raw, session);
      done();
    } catch (error) {
      done(this.#responseOf(error));
    } finally {
      this.#bufferedBytes -= size.bytes;
    }
  }

  /** Reads the whole message, as SMTP requires, and keeps it within the limits. Adds the kept bytes to `size`. */
  async #read(stream: SMTPServerDataStream, size: { bytes: number }): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let hasRoom = true;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hasRoom &&= this.#bufferedBytes + chunk.byteLength <= this.#limits.bufferedBytes;
      if (!hasRoom || stream.sizeExceeded) continue;
      chunks.push(chunk);
      size.bytes += chunk.byteLength;
      this.#bufferedBytes += chunk.byteLength;
    }
    if (stream.sizeExceeded) throw new SmtpResponse(552, '5.3.4 The message is too large');
    if (!hasRoom) throw new SmtpResponse(452, '4.3.1 Insufficient memory, try again later');
    return Buffer.concat(chunks);
  }

  async #handOver(raw: Buffer, session: SMTPServerSession): Promise<void> {
    const { inbox, parser, ownAddress, logger } = this.#options;
    const { mailFrom, rcptTo } = session.envelope;
    const sender = mailFrom === false ? '' : mailFrom.address;
    const recipients = rcptTo.flatMap(({ address }) => normaliseAddress(address) ?? []);
    const parsed = await parser.parse({ raw, sender, recipients: [...new Set(recipients)], ownAddress });
    if (parsed.kind === 'ignored') logger.info({ reason: parsed.reason }, 'Received mail is ignored.');
    else if (parsed.kind === 'receipt') await inbox.onReceipt(parsed.receipt);
    else {
      const authentication = await this.#authenticate({ raw, sender, author: parsed.message.from }, session);
      await inbox.onMessage({ ...parsed.message, authentication });
    }
  }

  #authenticate(
    received: Pick<DeliveredMail, 'raw' | 'sender' | 'author'>,
    session: SMTPServerSession,
  ): ReturnType<typeof authenticateMail> {
    const { resolver, clock, ownAddress } = this.#options;
    const mail = { ...received, remoteAddress: session.remoteAddress, helo: session.hostNameAppearsAs || '' };
    return authenticateMail(mail, { resolver, clock, hostname: domainOf(ownAddress) });
  }

  #responseOf(error: unknown): SmtpResponse {
    if (error instanceof SmtpResponse) return error;
    const { logger } = this.#options;
    if (error instanceof MailRejectedError) {
      logger.warn({ reason: error.message }, 'Received mail is refused.');
      return new SmtpResponse(554, `5.6.0 ${error.message}`);
    }
    logger.error({ err: error }, 'Received mail could not be stored. The sending server repeats it.');
    return new SmtpResponse(451, '4.3.0 Temporary failure, try again later');
  }
}
