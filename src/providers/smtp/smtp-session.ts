import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import type { Clock, Timer } from '../../core/clock.ts';
import type { MailServer } from '../../core/mail-settings.ts';

/** Time limits of a session with the mail server, in ms. The defaults are the minimum values of RFC 5321 §4.5.3.2. */
export interface SmtpTimeouts {
  /** From the DNS query to the greeting and the end of STARTTLS, in total. Also for the response to RSET. 5 min. */
  readonly connectMs: number;
  /** One limit for MAIL FROM, RCPT TO and DATA, which nodemailer sends in one step: 5 + 5 + 2 min. */
  readonly envelopeMs: number;
  /** For the longest pause without traffic, such as before the response to the message: 10 min. */
  readonly replyMs: number;
}

export const defaultSmtpTimeouts: SmtpTimeouts = {
  connectMs: 300_000,
  envelopeMs: 720_000,
  replyMs: 600_000,
};

export interface SmtpSessionOptions {
  readonly server: MailServer;
  readonly timeouts: SmtpTimeouts;
  readonly clock: Pick<Clock, 'after'>;
}

export interface SmtpEnvelope {
  readonly from: string;
  readonly to: string;
  /** ENVID of RFC 3461 §4.4, which a delivery status notification returns. */
  readonly reference: string;
}

/** One connection to the mail server, authenticated if the settings name a user. */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  readonly #options: SmtpSessionOptions;
  #isOpen = true;
  #messages = 0;
  /** Set by the pool when the session is unused: the server may have closed it since. */
  wasIdle = false;

  private constructor(connection: SMTPConnection, options: SmtpSessionOptions) {
    this.#connection = connection;
    this.#options = options;
    connection.once('end', () => (this.#isOpen = false));
  }

  /** Connects and signs in. Rejects with the error of nodemailer, or with the reason of the signal. */
  static open(options: SmtpSessionOptions, signal: AbortSignal): Promise<SmtpSession> {
    const connection = new SMTPConnection(connectionOptions(options));
    const { user, password } = options.server;
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        signal.removeEventListener('abort', onAbort);
        // First, because `close` emits `end`, whose listener rejects with a less precise error.
        reject(error);
        connection.close();
      };
      const onAbort = () => fail(signal.reason as Error);
      const succeed = () => {
        signal.removeEventListener('abort', onAbort);
        resolve(new SmtpSession(connection, options));
      };
      // Stays attached: an error event without a listener would end the process.
      connection.on('error', fail);
      connection.once('end', () => fail(new Error('The mail server closed the connection.')));
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      connection.connect((error?: Error | null) => {
        if (error) fail(error);
        else if (user === undefined) succeed();
        else connection.login({ user, pass: password ?? '' }, (error) => (error ? fail(error) : succeed()));
      });
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Number of messages for which this session was used. */
  get messages(): number {
    return this.#messages;
  }

  get isEncrypted(): boolean {
    return this.#connection.secure;
  }

  /**
   * Sends a message. `onData` is called when the server has accepted the envelope, before the first byte of the message is written: a failure before
   * it means that the server has not received the message.
   */
  send(envelope: SmtpEnvelope, message: Uint8Array, onData: () => void, signal: AbortSignal): Promise<void> {
    const { clock, timeouts } = this.#options;
    this.#messages += 1;
    return new Promise((resolve, reject) => {
      let timer: Timer | undefined;
      const settle = (error: Error | null | undefined) => {
        timer?.cancel();
        signal.removeEventListener('abort', onAbort);
        this.#connection.off('end', onEnd);
        if (error) reject(error);
        else resolve();
      };
      const breakOff = (error: Error) => {
        settle(error);
        this.destroy();
      };
      const onAbort = () => breakOff(signal.reason as Error);
      const onEnd = endListener(settle);
      if (signal.aborted) return breakOff(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#connection.once('end', onEnd);
      timer = clock.after(timeouts.envelopeMs, () =>
        breakOff(new Error('The mail server did not respond to the envelope in time.')),
      );
      const body = Readable.from(
        (function* () {
          timer.cancel();
          onData();
          yield message;
        })(),
      );
      this.#connection.send(nodemailerEnvelope(envelope, message), body, settle);
    });
  }

  /** Makes the session ready for the next message after a rejected one, and confirms that the server responds. */
  reset(): Promise<void> {
    const { clock, timeouts } = this.#options;
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null | undefined) => {
        timer.cancel();
        this.#connection.off('error', settle);
        this.#connection.off('end', onEnd);
        if (error) reject(error);
        else resolve();
      };
      const timer = clock.after(timeouts.connectMs, () => {
        settle(new Error('The mail server did not respond in time.'));
        this.destroy();
      });
      const onEnd = endListener(settle);
      this.#connection.once('error', settle);
      this.#connection.once('end', onEnd);
      this.#connection.reset(settle);
    });
  }

  /** Ends the session with QUIT. */
  quit(): void {
    if (this.#isOpen) this.#connection.quit();
    this.#isOpen = false;
  }

  /** Closes the connection without QUIT. */
  destroy(): void {
    this.#isOpen = false;
    this.#connection.close();
  }
}

/**
 * Returns a listener for the end of the connection, which nodemailer does not always report as an error. It settles after the current turn
 * of the event loop, so that an error that nodemailer does report comes first.
 */
const endListener = (settle: (error: Error) => void) => (): void => {
  const error = Object.assign(new Error('The mail server closed the connection.'), { code: 'ECONNECTION' });
  setImmediate(() => settle(error));
};

function connectionOptions({ server, timeouts }: SmtpSessionOptions): SMTPConnectionOptions {
  const { host, port, tls } = server;
  return {
    host,
    port,
    secure: tls === 'always',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    opportunisticTLS: tls === 'opportunistic',
    tls: { rejectUnauthorized: tls !== 'opportunistic' },
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.replyMs,
    maxResponseSize: 64 * 1024,
  };
}

const nodemailerEnvelope = ({ from, to, reference }: SmtpEnvelope, message: Uint8Array) => ({
  from,
  to: [to],
  size: message.byteLength,
  dsn: { ret: 'HDRS', envid: reference, notify: 'FAILURE' },
});
