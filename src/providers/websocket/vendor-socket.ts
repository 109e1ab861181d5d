import type { IncomingMessage } from 'node:http';
import { WebSocket, type RawData } from 'ws';
import type { Clock, Timer } from '../../core/clock.ts';
import { parseRetryAfter } from '../../core/retry-after.ts';
import { SecondLimit } from './second-limit.ts';
import { connectionError, failureOfStatus, VendorError } from './vendor-error.ts';

export interface VendorSocketOptions {
  /** Name of the vendor in error messages: `Deepgram`. */
  readonly vendor: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Returns the failure that a close code of the vendor means. Undefined: the default. */
  readonly errorOfClose?: ((code: number, reason: string) => VendorError | undefined) | undefined;
}

export type VendorSocketEvent =
  | { readonly type: 'open' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'binary'; readonly data: Uint8Array }
  /** Emitted at most once, as the last event, and not after `close`. */
  | { readonly type: 'failed'; readonly error: VendorError };

const connectTimeoutMs = 4_000;
/** A larger message fails the connection. */
const maxMessageBytes = 4 * 1024 * 1024;
/** If the vendor reads more slowly than this, the connection fails. */
const maxQueuedBytes = 1024 * 1024;
const maxMessagesPerSecond = 2_000;
/** 10 minutes of speech in base64, which a vendor may send at once, have 6.4 MB. */
const maxBytesPerSecond = 8 * 1024 * 1024;
/** Wait for the vendor's close frame. */
const closeTimeoutMs = 1_000;

/** One websocket connection to a vendor, with limits for time, sizes and message rates. Connects at once. */
export class VendorSocket {
  readonly #options: VendorSocketOptions;
  readonly #emit: (event: VendorSocketEvent) => void;
  readonly #socket: WebSocket;
  readonly #connectTimer: Timer;
  #closeTimer: Timer | undefined;
  #state: 'connecting' | 'open' | 'ended' = 'connecting';
  readonly #messages: SecondLimit;
  readonly #bytes: SecondLimit;

  constructor(options: VendorSocketOptions, emit: (event: VendorSocketEvent) => void) {
    const { url, headers, clock, vendor } = options;
    this.#options = options;
    this.#emit = emit;
    this.#messages = new SecondLimit(clock, maxMessagesPerSecond);
    this.#bytes = new SecondLimit(clock, maxBytesPerSecond);
    this.#connectTimer = clock.after(connectTimeoutMs, () => this.fail(new VendorError(vendor, 'timed-out')));
    // Compression costs more CPU time per message than it saves for short JSON texts and encoded audio.
    this.#socket = new WebSocket(url, {
      headers,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.#socket.on('open', () => this.#onOpen());
    this.#socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary));
    this.#socket.on('unexpected-response', (_, response) => this.#onRefusal(response));
    this.#socket.on('error', (error) => this.#onError(error));
    this.#socket.on('close', (code, reason) => this.#onClose(code, reason.toString()));
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Sends a message if the connection is open. */
  send(message: string | Uint8Array): void {
    if (this.#state !== 'open') return;
    if (this.#socket.bufferedAmount > maxQueuedBytes)
      this.fail(new VendorError(this.#options.vendor, 'timed-out', { code: 'send-queue-full' }));
    else this.#socket.send(message);
  }

  /** Closes the connection; no event follows. `farewell` is sent before, if the connection is open. */
  close(farewell?: string): void {
    if (this.#state === 'open' && farewell !== undefined) this.#socket.send(farewell);
    this.#end();
  }

  /** Closes the connection and emits the error. */
  fail(error: VendorError): void {
    if (this.#state === 'ended') return;
    this.#end();
    this.#emit({ type: 'failed', error });
  }

  #end(): void {
    if (this.#state === 'ended') return;
    const wasOpen = this.#state === 'open';
    this.#state = 'ended';
    this.#connectTimer.cancel();
    if (!wasOpen) {
      this.#socket.terminate();
      return;
    }
    this.#closeTimer = this.#options.clock.after(closeTimeoutMs, () => this.#socket.terminate());
    this.#socket.close(1000);
  }

  #onOpen(): void {
    if (this.#state !== 'connecting') return;
    this.#state = 'open';
    this.#connectTimer.cancel();
    this.#emit({ type: 'open' });
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#state !== 'open') return;
    if (this.#messages.isExceededBy(1)) this.#failProtocol('too-many-messages');
    else if (this.#bytes.isExceededBy((data as Buffer).length)) this.#failProtocol('too-many-bytes');
    else if (isBinary) this.#emit({ type: 'binary', data: data as Buffer });
    else this.#emit({ type: 'text', text: (data as Buffer).toString() });
  }

  #failProtocol(code: string): void {
    this.fail(new VendorError(this.#options.vendor, 'protocol', { code }));
  }

  #onRefusal(response: IncomingMessage): void {
    const { statusCode: status = 0, headers } = response;
    response.destroy();
    this.fail(
      new VendorError(this.#options.vendor, failureOfStatus(status), {
        status,
        code: [headers['dg-error']].flat()[0],
        retryAfterMs: parseRetryAfter(headers['retry-after'], this.#options.clock.now()),
      }),
    );
  }

  #onError(cause: Error): void {
    const code = (cause as { code?: string }).code;
    // `ws` reports violations of the protocol and of the size limit with these codes.
    const failure = code?.startsWith('WS_ERR_') === true ? 'protocol' : 'unavailable';
    this.fail(connectionError(this.#options.vendor, failure, cause));
  }

  #onClose(code: number, reason: string): void {
    this.#closeTimer?.cancel();
    if (this.#state === 'ended') return;
    const { vendor, errorOfClose } = this.#options;
    this.fail(errorOfClose?.(code, reason) ?? new VendorError(vendor, 'closed', { code }));
  }
}
