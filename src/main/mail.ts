import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type {
  AcceptedMessage,
  CarrierInbox,
  MessageCarrier,
  OutboundMessage,
} from '../contracts/message-carrier.ts';
import type { Config } from '../core/config.ts';
import type { CarrierRegistration } from '../messaging/open-messaging.ts';
import type { MailParser } from '../providers/mail/mail-parser.ts';
import type { Dependencies } from './start-context.ts';

/** Connections to the mail server, each for one message at a time. */
const maxSessions = 10;

type MailConfig = Pick<
  Config,
  'smtpUrl' | 'mailFrom' | 'smtpDkim' | 'imapUrl' | 'imapAuthservId' | 'smtpListen' | 'smtpTls'
>;

/** Returns the carrier of email, if the configuration names a mail server. */
export function mailCarriers(config: MailConfig, dependencies: Dependencies): CarrierRegistration[] {
  const { smtpUrl, mailFrom } = config;
  if (smtpUrl === undefined || mailFrom === undefined) return [];
  return [
    {
      route: {
        carrier: 'smtp',
        channel: 'email',
        from: mailFrom.address,
        fromName: mailFrom.name,
        carries: 'all',
      },
      window: maxSessions,
      open: (inbox) => openMail({ ...config, smtpUrl, mailFrom }, dependencies, inbox),
    },
  ];
}

type CompleteConfig = MailConfig & {
  readonly [Key in 'smtpUrl' | 'mailFrom']: NonNullable<Config[Key]>;
};

/** A part that receives mail. */
interface Receiver {
  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }>;
  close(): Promise<void>;
}

/** Opens the connections that the configuration names. If one cannot be opened, those before it are closed. */
async function openMail(
  config: CompleteConfig,
  dependencies: Dependencies,
  inbox: CarrierInbox,
): Promise<MessageCarrier> {
  const { createSmtpCarrier } = await import('../providers/smtp/smtp-carrier.ts');
  const { MailParser } = await import('../providers/mail/mail-parser.ts');
  const { smtpUrl, smtpDkim } = config;
  const { clock } = dependencies;
  const dkim =
    smtpDkim === undefined ? undefined : { ...smtpDkim, privateKey: await readFile(smtpDkim.file, 'utf8') };
  const parser = new MailParser(clock);
  const mail = new MailCarrier(createSmtpCarrier({ server: smtpUrl, dkim, clock, maxSessions }), parser);
  try {
    for (const open of [openListener, openReader]) {
      const receiver = await open(config, dependencies, inbox, parser);
      if (receiver !== undefined) mail.add(receiver);
    }
  } catch (error) {
    await mail.close();
    throw error;
  }
  return mail;
}

async function openListener(
  { smtpListen, smtpTls, mailFrom }: CompleteConfig,
  { clock, logger }: Dependencies,
  inbox: CarrierInbox,
  parser: MailParser,
): Promise<Receiver | undefined> {
  if (smtpListen === undefined) return undefined;
  const { SmtpListener } = await import('../providers/mail/smtp-listener.ts');
  const tls = smtpTls === undefined ? undefined : await readCertificate(smtpTls);
  return SmtpListener.start({
    ...smtpListen,
    ownAddress: mailFrom.address,
    inbox,
    parser,
    clock,
    logger,
    tls,
  });
}

/** @throws {Error} with a message for the operator */
async function readCertificate(files: NonNullable<MailConfig['smtpTls']>) {
  const fail = (reason: string, cause?: unknown): never => {
    throw new Error(`PARLEY_SMTP_TLS: ${reason}.`, { cause });
  };
  const read = (file: string) =>
    readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) =>
      fail(`${file} cannot be read (${cause.code})`, cause),
    );
  const parse = <Parsed>(parsed: () => Parsed, reason: string): Parsed => {
    try {
      return parsed();
    } catch (cause) {
      return fail(reason, cause);
    }
  };
  const [cert, key] = [await read(files.certificate), await read(files.key)];
  const certificate = parse(
    () => new X509Certificate(cert),
    `${files.certificate} is not a certificate in PEM`,
  );
  const privateKey = parse(
    () => createPrivateKey(key),
    `${files.key} is not a private key in PEM, or has a password`,
  );
  if (!certificate.checkPrivateKey(privateKey))
    fail(`the private key in ${files.key} does not belong to the certificate in ${files.certificate}`);
  return { cert, key };
}

async function openReader(
  { imapUrl, imapAuthservId, mailFrom }: CompleteConfig,
  { clock, random, logger }: Dependencies,
  inbox: CarrierInbox,
  parser: MailParser,
): Promise<Receiver | undefined> {
  if (imapUrl === undefined) return undefined;
  const { ImapReader } = await import('../providers/mail/imap-reader.ts');
  return ImapReader.start({
    server: imapUrl,
    authservId: imapAuthservId,
    ownAddress: mailFrom.address,
    inbox,
    parser,
    clock,
    random,
    logger,
  });
}

/** Sends email through one mail server, and receives it by other parts. */
class MailCarrier implements MessageCarrier {
  readonly name: string;
  readonly channel = 'email';
  readonly maxSendMs: number | undefined;
  readonly #sender: MessageCarrier;
  readonly #parser: MailParser;
  readonly #receivers: Receiver[] = [];

  constructor(sender: MessageCarrier, parser: MailParser) {
    this.name = sender.name;
    this.maxSendMs = sender.maxSendMs;
    this.#sender = sender;
    this.#parser = parser;
  }

  add(receiver: Receiver): void {
    this.#receivers.push(receiver);
  }

  send(message: OutboundMessage, signal: AbortSignal): Promise<AcceptedMessage> {
    return this.#sender.send(message, signal);
  }

  async checkHealth(): Promise<{ ok: boolean; detail: string }> {
    const parts = await Promise.all([this.#sender, ...this.#receivers].map((part) => part.checkHealth()));
    return { ok: parts.every(({ ok }) => ok), detail: parts.map(({ detail }) => detail).join(' ') };
  }

  async close(): Promise<void> {
    await Promise.all(this.#receivers.map((receiver) => receiver.close()));
    await this.#sender.close();
    await this.#parser.close();
  }
}
