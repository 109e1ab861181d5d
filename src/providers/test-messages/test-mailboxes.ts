import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import { createTransport, type Transporter } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Random } from '../../core/random.ts';
import { isTestMailbox } from '../../core/test-addresses.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { FirstAttempts } from './first-attempts.ts';
import type { PersonaDialogs } from './persona-dialogs.ts';
import { automaticMail, bounceMail, replyMail, type AnsweredMail } from './persona-mail.ts';
import type { TestMessageLog } from './test-message-log.ts';
import { textPersonaOf } from './text-persona.ts';

/** Maximum size of an email. */
const maxBytes = 10 * 1024 * 1024;
const maxBounceHeaderBytes = 64 * 1024;
const maxClients = 100;
const bounceDelayMs = 500;
/** Idle connections of clients end after this time. */
const closeTimeoutMs = 200;

/** A mail server that this service runs. */
export interface LocalMailServer {
  readonly host: string;
  readonly port: number;
}

export interface TestMailboxesOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly log: TestMessageLog;
  readonly dialogs: PersonaDialogs;
  /** Parley's server for inbound mail, to which simulated people send. */
  readonly inbound: LocalMailServer;
}

/** An error with the reply of the mail server (RFC 5321 §4.2.3). */
function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/**
 * The mailboxes of simulated people: an SMTP server on the loopback interface for `example.com`, `.org`, `.net` and `.test`, which accepts mail and sends
 * the answers of the personas by SMTP.
 */
export class TestMailboxes {
  readonly #options: TestMailboxesOptions;
  readonly #server: SMTPServer;
  readonly #transport: Transporter;
  readonly #deliveries: DeliveryQueue;
  readonly #firstAttempts = new FirstAttempts();

  private constructor(options: TestMailboxesOptions) {
    this.#options = options;
    this.#deliveries = new DeliveryQueue(options);
    const { host, port } = options.inbound;
    this.#transport = createTransport({ host, port, secure: false, ignoreTLS: true });
    this.#server = new SMTPServer({
      banner: 'Parley test mailboxes',
      disabledCommands: ['AUTH', 'STARTTLS'],
      size: maxBytes,
      maxClients,
      disableReverseLookup: true,
      onRcptTo: ({ address }, session, done) => done(this.#refusalOf(address, session)),
      onData: callbackify((stream: SMTPServerDataStream, session: SMTPServerSession) =>
        this.#receive(stream, session),
      ),
      closeTimeout: closeTimeoutMs,
    });
    // Errors of single connections.
    this.#server.on('error', (error) =>
      options.logger.debug({ err: error }, 'A connection to the test mailboxes failed.'),
    );
  }

  /** Listens on a free port of the loopback interface. */
  static async open(options: TestMailboxesOptions): Promise<TestMailboxes> {
    const mailboxes = new TestMailboxes(options);
    const { server } = mailboxes.#server;
    mailboxes.#server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return mailboxes;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** Sends an answer of a simulated person to a mail. It is repeated until Parley accepts it. */
  send(mail: AnsweredMail, text: string): void {
    this.#deliver(0, () => replyMail(mail, text, this.#options.clock.now()));
  }

  async close(): Promise<void> {
    await this.#deliveries.close();
    this.#transport.close();
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }

  #deliver(delayMs: number, mail: () => Parameters<Transporter['sendMail']>[0]): void {
    this.#deliveries.add(delayMs, async () => void (await this.#transport.sendMail(mail())));
  }

  /** Returns the reason to refuse a recipient. */
  #refusalOf(recipient: string, { envelope }: SMTPServerSession): Error | undefined {
    const address = recipient.toLowerCase();
    if (!isTestMailbox(address)) return smtpError(550, '5.7.1 Mail to this domain is not accepted.');
    const { delivery } = textPersonaOf(address);
    if (delivery === 'refused') return smtpError(554, '5.7.1 The message is refused.');
    if (delivery === 'no-such-address') return smtpError(550, '5.1.1 The mailbox does not exist.');
    const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    if (delivery === 'accepted-later' && this.#firstAttempts.isFirst(sender, address))
      return smtpError(451, '4.3.2 The server is overloaded. Try again later.');
    return undefined;
  }

  async #receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) chunks.push(chunk);
    if (stream.sizeExceeded) throw smtpError(552, '5.3.4 The message is too large.');
    const source = Buffer.concat(chunks);
    const email = await PostalMime.parse(source).catch(() => {
      throw smtpError(554, '5.6.0 The message cannot be read.');
    });
    const returnPath = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    for (const { address } of envelope.rcptTo)
      await this.#accept(address.toLowerCase(), email, { returnPath, source });
  }

  /** Stores a mail and answers it. Mail without a return path is never answered (RFC 3834 §2). */
  async #accept(
    person: string,
    email: Email,
    { returnPath, source }: { readonly returnPath: string; readonly source: Buffer },
  ): Promise<void> {
    const { log, dialogs, clock } = this.#options;
    if (textPersonaOf(person).delivery === 'bounced') return this.#bounce(person, returnPath, source);
    const mail = answeredMail(person, email);
    const { replyTo: peer, subject, text, messageId } = mail;
    const externalIds = messageId === undefined ? [] : [messageId];
    const id = await log.arrived({ channel: 'email', person, peer, subject, text, externalIds });
    if (returnPath === '' || peer === '') return;
    for (const answer of dialogs.answersTo(person, peer, text)) {
      this.#deliveries.add(answer.delayMs, async () => {
        if (dialogs.isTakenOver(person, peer)) return;
        await log.answered({ answers: id, text: answer.text });
        this.#deliver(0, () =>
          answer.isAutomatic ? automaticMail(mail, answer.text) : replyMail(mail, answer.text, clock.now()),
        );
      });
    }
  }

  #bounce(person: string, returnPath: string, source: Buffer): void {
    if (returnPath === '') return;
    const { clock, random } = this.#options;
    const end = source.indexOf('\r\n\r\n');
    const header = source.subarray(0, Math.min(end < 0 ? source.length : end, maxBounceHeaderBytes));
    const bounce = { person, returnPath, header: header.toString('latin1') };
    this.#deliver(bounceDelayMs, () => ({
      envelope: { from: '', to: returnPath },
      raw: bounceMail({ ...bounce, atMs: clock.now() }, random),
    }));
  }
}

/** Returns the fields of a received mail. Without a text part, the text is empty. */
function answeredMail(person: string, email: Email): AnsweredMail {
  const { subject = '', text = '', messageId, replyTo, from } = email;
  const sender = replyTo?.find(({ address }) => address !== undefined) ?? from;
  return {
    person,
    replyTo: sender?.address?.toLowerCase() ?? '',
    subject,
    text: text.trim(),
    messageId: messageId === undefined || messageId === '' ? undefined : messageId,
  };
}
