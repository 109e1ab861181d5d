import { ImapFlow } from 'imapflow';
import type { CarrierInbox } from '../../contracts/message-carrier.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { ImapMailbox } from '../../core/mail-settings.ts';
import type { Random } from '../../core/random.ts';
import { describeConnectionFailure } from '../../core/connection-failure.ts';
import { FailedMails } from './failed-mails.ts';
import type { MailParser } from './mail-parser.ts';
import { mailLimits, MailRejectedError } from './parsed-mail.ts';

export interface ImapReaderOptions {
  readonly server: ImapMailbox;
  /** Our address, in lower case: the recipient of a mail that names no address of its domain. */
  readonly ownAddress: string;
  /** The name of the server in its `Authentication-Results`; omitted if they are not read. */
  readonly authservId?: string | undefined;
  readonly inbox: CarrierInbox;
  readonly parser: Pick<MailParser, 'parse'>;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly logger: Logger;
}

/** Time after which the mailbox is searched again, because a notification can be lost. */
const pollMs = 120_000;
const firstBackoffMs = 1_000;
const maxBackoffMs = 60_000;
/** Time without a command after which the connection waits for notifications (IDLE, RFC 2177). */
const idleDelayMs = 200;
/** Mails that are read before the mailbox is searched again. */
const mailsPerPass = 100;
const closeTimeoutMs = 5_000;
/** Responses without requested mail that a server may send at once and per second. The numbers of 100,000 unseen mails have 0.7 MB. */
const burstBytes = 4 * 1024 * 1024;
const bytesPerSecond = 1024 * 1024;
const trafficCheckMs = 100;
/** Responses around one mail. */
const overheadBytes = 64 * 1024;

type Outcome = 'accepted' | 'rejected' | 'gone';

/**
 * Reads the unseen mail of a mailbox by IMAP (RFC 9051), and waits for more. A mail is marked as seen, or moved, after the inbox has accepted it: mail that
 * arrives while the service is down is read afterwards. A mail that is always rejected is flagged after three attempts and skipped.
 */
export class ImapReader {
  readonly #options: ImapReaderOptions;
  readonly #failed: FailedMails;
  readonly #closing = new AbortController();
  readonly #finished: Promise<void>;
  #wake = Promise.withResolvers<void>();
  #client: ImapFlow | undefined;
  /** Bytes of requested mail that have not been received. */
  #awaitedBytes = 0;
  #state: { ok: boolean; detail: string };

  private constructor(options: ImapReaderOptions) {
    this.#options = options;
    this.#failed = new FailedMails(options.clock);
    this.#state = { ok: false, detail: `Connecting to ${this.#name}.` };
    this.#finished = this.#run();
  }

  /** Connects in the background, and again after each failure. */
  static start(options: ImapReaderOptions): ImapReader {
    return new ImapReader(options);
  }

  checkHealth(): Promise<{ ok: boolean; detail: string }> {
    return Promise.resolve(this.#state);
  }

  /** Ends after the mail in progress. */
  async close(): Promise<void> {
    this.#closing.abort();
    const timer = this.#options.clock.after(closeTimeoutMs, () => this.#client?.close());
    await this.#finished;
    timer.cancel();
  }

  get #name(): string {
    const { host, port, mailbox } = this.#options.server;
    return `${host}:${port}/${mailbox}`;
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { signal } = this.#closing;
    let backoffMs = firstBackoffMs;
    while (!signal.aborted) {
      try {
        await this.#readMailbox(() => (backoffMs = firstBackoffMs));
      } catch (error) {
        this.#reportFailure(error);
        if (error instanceof FloodError) backoffMs = maxBackoffMs;
      }
      const delayMs = backoffMs * (0.5 + this.#options.random.fraction());
      backoffMs = Math.min(maxBackoffMs, backoffMs * 2);
      await this.#options.clock.sleep(delayMs, signal).catch(() => undefined);
    }
  }

  #reportFailure(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    const isSignIn = (error as { authenticationFailed?: boolean }).authenticationFailed === true;
    const failure = describeConnectionFailure(error);
    const connection =
      failure === undefined ? 'The connection failed.' : `The connection failed: ${failure}.`;
    const failed = error instanceof FloodError ? error.message : connection;
    const reason = isSignIn ? 'The mail server rejects the user or the password.' : failed;
    this.#state = { ok: false, detail: `${this.#name} cannot be read. ${reason}` };
    this.#options.logger.warn({ err: error }, 'The mailbox cannot be read. It is tried again.');
  }

  /** Reads the mailbox until the connection ends. */
  async #readMailbox(onConnected: () => void): Promise<void> {
    const { server, clock } = this.#options;
    const client = createClient(server);
    const ended = new Promise<void>((resolve) => client.once('close', resolve));
    let failure: Error | undefined;
    // An error event without a listener would end the process.
    client.on('error', (error: Error) => (failure ??= isTooLarge(error) ? new FloodError() : error));
    client.on('exists', () => this.#wake.resolve());
    this.#client = client;
    const stopCheck = this.#checkTraffic(client, (error) => {
      failure = error;
      client.close();
    });
    try {
      await client.connect();
      await openMailbox(client, server);
      this.#failed.useMailbox(String(client.mailbox === false ? '' : client.mailbox?.uidValidity));
      onConnected();
      this.#state = { ok: true, detail: `Connected to ${this.#name}.` };
      while (client.usable && !this.#closing.signal.aborted) {
        this.#wake = Promise.withResolvers();
        if (await this.#pass(client)) continue;
        const waiting = new AbortController();
        const signal = AbortSignal.any([waiting.signal, this.#closing.signal]);
        const delayMs = Math.min(pollMs, this.#failed.nextDelayMs());
        await Promise.race([this.#wake.promise, ended, clock.sleep(delayMs, signal).catch(() => undefined)]);
        waiting.abort();
      }
      if (!this.#closing.signal.aborted) throw failure ?? new Error('The mail server ended the connection.');
      await client.logout();
    } catch (error) {
      // Commands in progress fail with the connection.
      throw failure instanceof FloodError ? failure : error;
    } finally {
      stopCheck();
      client.close();
      this.#client = undefined;
    }
  }

  /** Reports a server that sends more than was requested. Returns a function that ends the check. */
  #checkTraffic(client: ImapFlow, onFlood: (error: FloodError) => void): () => void {
    const { clock } = this.#options;
    let receivedBytes = 0;
    let budgetBytes = burstBytes;
    this.#awaitedBytes = 0;
    const check = (): void => {
      const bytes = client.stats().received - receivedBytes;
      receivedBytes += bytes;
      const unrequestedBytes = Math.max(0, bytes - this.#awaitedBytes);
      this.#awaitedBytes = Math.max(0, this.#awaitedBytes - bytes);
      const refilledBytes = budgetBytes + (bytesPerSecond * trafficCheckMs) / 1_000;
      budgetBytes = Math.min(burstBytes, refilledBytes) - unrequestedBytes;
      if (budgetBytes < 0) onFlood(new FloodError());
      else timer = clock.after(trafficCheckMs, check);
    };
    let timer = clock.after(trafficCheckMs, check);
    return () => timer.cancel();
  }

  /** Reads the mails that are due. Returns whether there are more. */
  async #pass(client: ImapFlow): Promise<boolean> {
    const found = await client.search({ seen: false, flagged: false }, { uid: true });
    const due = (found || []).filter((uid) => this.#failed.isDue(uid)).sort((a, b) => a - b);
    const rejected: number[] = [];
    let isAnyAccepted = false;
    for (const uid of due.slice(0, mailsPerPass)) {
      if (this.#closing.signal.aborted) return false;
      const outcome = await this.#process(client, uid);
      if (outcome === 'rejected') rejected.push(uid);
      else isAnyAccepted ||= outcome === 'accepted';
    }
    // If every one of several mails is rejected, the cause is not the mails.
    const counts = isAnyAccepted || rejected.length === 1;
    for (const uid of rejected)
      if (this.#failed.record(uid, counts))
        await this.#skip(client, uid, 'The mail could not be stored in three attempts.');
    return due.length > mailsPerPass;
  }

  async #process(client: ImapFlow, uid: number): Promise<Outcome> {
    const { inbox, parser, ownAddress, authservId, logger } = this.#options;
    try {
      const fetched = await fetchMail(client, uid, (bytes) => (this.#awaitedBytes = bytes + overheadBytes));
      if (fetched === undefined) return 'gone';
      const parsed = await parser.parse({
        ...fetched,
        sender: undefined,
        recipients: undefined,
        ownAddress,
        authservId,
      });
      if (parsed.kind === 'ignored') logger.info({ uid, reason: parsed.reason }, 'Received mail is ignored.');
      else
        await (
          parsed.kind === 'receipt' ? inbox.onReceipt(parsed.receipt) : inbox.onMessage(parsed.message)
        ).catch((cause: unknown) => {
          throw new RejectedError(cause);
        });
    } catch (error) {
      if (error instanceof MailRejectedError) {
        await this.#skip(client, uid, error.message);
        return 'gone';
      }
      if (!(error instanceof RejectedError)) throw error;
      logger.error({ err: error.cause, uid }, 'Received mail could not be stored. It is read again.');
      return 'rejected';
    }
    this.#failed.forget(uid);
    await this.#markProcessed(client, uid);
    return 'accepted';
  }

  async #markProcessed(client: ImapFlow, uid: number): Promise<void> {
    const { processedFolder } = this.#options.server;
    if (processedFolder === undefined) await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    else await client.messageMove(String(uid), processedFolder, { uid: true });
  }

  /** Flags a mail, so that it is not read again, and a person sees it in the mailbox. */
  async #skip(client: ImapFlow, uid: number, reason: string): Promise<void> {
    this.#failed.forget(uid);
    this.#options.logger.error({ uid, reason }, 'Received mail is skipped. It is flagged in the mailbox.');
    await client.messageFlagsAdd(String(uid), ['\\Flagged'], { uid: true });
  }
}

const isTooLarge = (error: Error): boolean =>
  (error as NodeJS.ErrnoException).code?.endsWith('TooLarge') === true;

/** The server sends data without end. */
class FloodError extends Error {
  constructor() {
    super('The mail server sends more than was requested.');
  }
}

/** The inbox did not accept a mail. */
class RejectedError extends Error {
  constructor(cause: unknown) {
    super('The inbox rejected the mail.', { cause });
  }
}

function createClient({ host, port, user, password, tls }: ImapMailbox): ImapFlow {
  return new ImapFlow({
    host,
    port,
    secure: tls === 'always',
    // Undefined: STARTTLS if the server offers it.
    doSTARTTLS: { required: true, off: false, opportunistic: undefined, always: undefined }[tls],
    tls: { rejectUnauthorized: tls !== 'opportunistic' },
    auth: { user: user ?? '', pass: password ?? '' },
    logger: false,
    autoIdleDelay: idleDelayMs,
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    // A server may report a smaller size than that of the mail.
    maxLineLength: burstBytes,
    maxLiteralSize: 2 * mailLimits.bytes,
    maxResponseSize: 3 * mailLimits.bytes,
  });
}

async function openMailbox(client: ImapFlow, { mailbox, processedFolder }: ImapMailbox): Promise<void> {
  if (processedFolder !== undefined) await client.mailboxCreate(processedFolder);
  await client.mailboxOpen(mailbox);
}

/** Returns the mail, or the beginning of a very long one. Returns undefined if it has been removed. `onRequest` receives the bytes to read. */
async function fetchMail(
  client: ImapFlow,
  uid: number,
  onRequest: (bytes: number) => void,
): Promise<{ readonly raw: Buffer; readonly isTruncated: boolean } | undefined> {
  const described = await client.fetchOne(String(uid), { size: true }, { uid: true });
  if (described === false || described === undefined) return undefined;
  const isTruncated = (described.size ?? 0) > mailLimits.bytes;
  const source = isTruncated ? { start: 0, maxLength: mailLimits.readBytes } : true;
  onRequest(Math.min(described.size ?? 0, mailLimits.bytes));
  const fetched = await client.fetchOne(String(uid), { source }, { uid: true });
  const raw = fetched === false ? undefined : fetched?.source;
  return raw && { raw, isTruncated };
}
