import { createPrivateKey } from 'node:crypto';
import {
  MessageCarrierError,
  type AcceptedMessage,
  type MessageCarrier,
  type OutboundEmail,
  type OutboundMessage,
} from '../../contracts/message-carrier.ts';
import type { Clock } from '../../core/clock.ts';
import type { MailServer } from '../../core/mail-settings.ts';
import { composeEmail, wireAddress, type DkimKey } from './compose-email.ts';
import { describeFailure, isConnectionLoss, toCarrierError } from './smtp-failure.ts';
import { SmtpPool } from './smtp-pool.ts';
import { defaultSmtpTimeouts, type SmtpSession, type SmtpTimeouts } from './smtp-session.ts';

export interface SmtpCarrierOptions {
  readonly server: MailServer;
  readonly dkim?: DkimKey | undefined;
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  /** Such as `smtp`. Stored with each message. */
  readonly name?: string;
  /** Maximum number of connections. */
  readonly maxSessions?: number;
  readonly timeouts?: Partial<SmtpTimeouts>;
}

const defaultMaxSessions = 5;
const healthTimeoutMs = 10_000;
/** A server that expects TLS sends no greeting. */
const noResponse = `: it did not respond within ${healthTimeoutMs / 1_000} s; correct the host, or the port: 587 is for smtp:, 465 for smtps:.`;

/**
 * Creates the carrier of email: sends through one mail server by SMTP (RFC 5321). The carrier id of a message is its `Message-ID`, which bounces and
 * complaints return.
 * @throws {Error} if the DKIM key is not an RSA key
 */
export function createSmtpCarrier(options: SmtpCarrierOptions): MessageCarrier {
  if (options.dkim !== undefined) checkKey(options.dkim.privateKey);
  return new SmtpCarrier(options);
}

function checkKey(privateKey: string): void {
  const { asymmetricKeyType } = createPrivateKey(privateKey);
  if (asymmetricKeyType !== 'rsa') throw new Error('The DKIM key is not an RSA key.');
}

class SmtpCarrier implements MessageCarrier {
  readonly name: string;
  readonly channel = 'email';
  readonly maxSendMs: number;
  readonly #options: SmtpCarrierOptions;
  readonly #pool: SmtpPool;

  constructor(options: SmtpCarrierOptions) {
    const { name = 'smtp', server, clock, maxSessions = defaultMaxSessions } = options;
    const timeouts = { ...defaultSmtpTimeouts, ...options.timeouts };
    this.name = name;
    this.maxSendMs = timeouts.connectMs + timeouts.envelopeMs + 2 * timeouts.replyMs;
    this.#options = options;
    this.#pool = new SmtpPool({ server, clock, maxSessions, timeouts });
  }

  async send(message: OutboundMessage, signal: AbortSignal): Promise<AcceptedMessage> {
    if (message.channel !== 'email')
      throw new MessageCarrierError('The mail server sends email only.', { failure: 'refused' });
    const bytes = await composeEmail(message, this.#options.dkim);
    try {
      await this.#transfer(message, bytes, signal);
    } catch (error) {
      // A session may have been closed by the server while it was unused. Nothing of the message was sent.
      if (!(error instanceof UnusedSessionError)) throw error;
      this.#pool.quitIdle();
      await this.#transfer(message, bytes, signal);
    }
    return { externalIds: [message.messageId] };
  }

  async checkHealth(): Promise<{ ok: boolean; detail: string }> {
    const { clock } = this.#options;
    const { host, port } = this.#options.server;
    // A check would wait for the messages in progress.
    if (this.#pool.isBusy) return { ok: true, detail: `All connections to ${host}:${port} are in use.` };
    let session: SmtpSession | undefined;
    let isUsable = false;
    const timeout = new AbortController();
    const startedMs = clock.monotonicMs();
    const timer = clock.after(healthTimeoutMs, () => timeout.abort());
    try {
      session = await this.#pool.acquire(timeout.signal);
      await session.reset();
      isUsable = true;
      const encryption = session.isEncrypted ? 'with TLS' : 'without encryption';
      const elapsedMs = Math.round(clock.monotonicMs() - startedMs);
      return { ok: true, detail: `Connected to ${host}:${port} ${encryption}: answered in ${elapsedMs} ms.` };
    } catch (error) {
      const reason = timeout.signal.aborted ? noResponse : describeFailure(error);
      return { ok: false, detail: `The mail server ${host}:${port} cannot be used${reason}` };
    } finally {
      timer.cancel();
      if (session !== undefined) this.#pool.release(session, isUsable);
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** @throws {MessageCarrierError} */
  async #transfer(message: OutboundEmail, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const envelope = {
      from: wireAddress(message.from),
      to: wireAddress(message.to),
      reference: message.reference,
    };
    const session = await this.#pool.acquire(signal).catch((error: unknown) => {
      throw toCarrierError(error, false);
    });
    let hasData = false;
    try {
      await session.send(envelope, bytes, () => (hasData = true), signal);
      this.#pool.release(session, true);
    } catch (error) {
      void this.#recover(session);
      if (session.wasIdle && !hasData && !signal.aborted && isConnectionLoss(error))
        throw new UnusedSessionError();
      throw toCarrierError(error, hasData);
    }
  }

  /** Returns a session after a failure. Never rejects. */
  async #recover(session: SmtpSession): Promise<void> {
    const isReusable = session.isOpen && (await canReset(session));
    this.#pool.release(session, isReusable);
  }
}

const canReset = (session: SmtpSession): Promise<boolean> =>
  session.reset().then(
    () => true,
    () => false,
  );

/** The server had ended the session before the message was offered. */
class UnusedSessionError extends MessageCarrierError {
  constructor() {
    super('The mail server ended the connection before the message was sent.', { failure: 'unavailable' });
  }
}
