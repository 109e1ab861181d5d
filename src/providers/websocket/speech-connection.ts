import type { Clock, Timer } from '../../core/clock.ts';
import type { SpeechChunk } from '../../contracts/text-to-speech.ts';
import { parseFields } from './json-fields.ts';
import { SpeechContext } from './speech-context.ts';
import type { SpeechContextOptions, SpeechMessage, SpeechProtocol } from './speech-protocol.ts';
import { VendorError } from './vendor-error.ts';
import { VendorSocket, type VendorSocketEvent } from './vendor-socket.ts';

export interface SpeechConnectionEvents {
  onMessage(): void;
  onFailed(error: VendorError): void;
  /** The connection was closed because the vendor cannot cancel a context, or did not confirm it in time. */
  onCancelled(): void;
}

/** The longest wait for the confirmation that a context is cancelled. */
const cancelTimeoutMs = 2_000;

/** The rest of cancelled requests: 10 minutes of G.711. */
const maxUnusedBytes = 4_800_000;

interface OpenContext {
  readonly options: SpeechContextOptions;
  readonly context: SpeechContext;
  /** Runs while the confirmation of the cancelled context is awaited; undefined unless it is cancelled. */
  cancelTimer: Timer | undefined;
}

/** One websocket connection that serves the contexts of several requests. */
export class SpeechConnection {
  readonly #protocol: SpeechProtocol;
  readonly #clock: Clock;
  readonly #events: SpeechConnectionEvents;
  readonly #socket: VendorSocket;
  readonly #contexts = new Map<string, OpenContext>();
  /** Messages for a connection that is not open yet, and what to do when they were sent. */
  readonly #waiting: { readonly texts: readonly string[]; readonly onSent: () => void }[] = [];
  #contextCount = 0;
  /** When the last texts ended, on the monotonic clock; at most as many as `endLimit` counts. */
  readonly #endsAtMs: number[] = [];
  /** Audio that no request used, since the last request. */
  #unusedBytes = 0;
  #isEnded = false;
  readonly createdAtMs: number;
  /** When the last context ended. */
  idleSinceMs: number;

  constructor(protocol: SpeechProtocol, voiceId: string, clock: Clock, events: SpeechConnectionEvents) {
    this.#protocol = protocol;
    this.#clock = clock;
    this.#events = events;
    this.createdAtMs = clock.monotonicMs();
    this.idleSinceMs = this.createdAtMs;
    const { url, headers, errorOfClose } = protocol.transportOf(voiceId);
    const { vendor } = protocol;
    this.#socket = new VendorSocket({ vendor, url, headers, clock, errorOfClose }, (event) =>
      this.#onEvent(event),
    );
  }

  get contextCount(): number {
    return this.#contexts.size;
  }

  get isUsable(): boolean {
    const { maxContexts, maxSessionMs } = this.#protocol;
    const ageMs = this.#clock.monotonicMs() - this.createdAtMs;
    const hasCapacity = this.#contexts.size < maxContexts && !this.#hasReachedEndLimit;
    return !this.#isEnded && hasCapacity && ageMs < maxSessionMs;
  }

  /** Whether the texts that have ended or will end exhaust the limit of the vendor. */
  get #hasReachedEndLimit(): boolean {
    const { endLimit } = this.#protocol;
    if (endLimit === undefined) return false;
    const sinceMs = this.#clock.monotonicMs() - endLimit.windowMs;
    const recent = this.#endsAtMs.filter((atMs) => atMs > sinceMs);
    return recent.length + this.#contexts.size >= endLimit.count;
  }

  /** Starts a context. `onTextSent` receives each text when it is sent to the vendor. */
  open(request: Omit<SpeechContextOptions, 'id'>, onTextSent: (text: string) => void = () => {}): OpenSpeech {
    const options = { id: `c${this.#contextCount++}`, ...request };
    const context = new SpeechContext({
      vendor: this.#protocol.vendor,
      clock: this.#clock,
      speed: request.speed,
      failConnection: (error) => this.#socket.fail(error),
    });
    this.#unusedBytes = 0;
    this.#contexts.set(options.id, { options, context, cancelTimer: undefined });
    this.#sendAll(this.#protocol.start(options));
    return {
      addText: (text) => {
        if (context.isEnded) return;
        context.awaitSpeech(text);
        this.#sendAll(this.#protocol.addText(options, text), () => onTextSent(text));
      },
      endText: () => {
        if (context.isEnded) return;
        context.awaitAudio();
        this.#sendAll(this.#protocol.end(options), () => this.#countEnd());
      },
      fail: (error) => context.fail(error),
      chunks: () => context.chunks(),
      close: () => this.#closeContext(options.id),
    };
  }

  close(): void {
    this.#isEnded = true;
    this.#socket.close();
    this.#failContexts(new VendorError(this.#protocol.vendor, 'closed'));
  }

  #onEvent(event: VendorSocketEvent): void {
    switch (event.type) {
      case 'open':
        for (const { texts, onSent } of this.#waiting.splice(0)) this.#send(texts, onSent);
        return;
      case 'text': {
        const fields = parseFields(event.text);
        if (fields === undefined) this.#socket.fail(new VendorError(this.#protocol.vendor, 'protocol'));
        else this.#onMessage(this.#protocol.readText(fields));
        return;
      }
      case 'binary':
        this.#onMessage(this.#protocol.readAudio?.(event.data) ?? {});
        return;
      case 'failed':
        this.#isEnded = true;
        // The listener counts the contexts that are lost.
        this.#events.onFailed(event.error);
        this.#failContexts(event.error);
    }
  }

  #onMessage(message: SpeechMessage): void {
    const { contextId, error } = message;
    if (error === undefined) this.#events.onMessage();
    else if (contextId === undefined) return this.#socket.fail(error);
    const targets =
      contextId === undefined ? [...this.#contexts.values()] : [this.#contexts.get(contextId) ?? []].flat();
    const isUsed = targets.some(({ context }) => !context.isEnded);
    if (!isUsed) this.#countUnused(message.audio?.length ?? 0);
    for (const target of targets) this.#deliver(target, message);
  }

  #countUnused(bytes: number): void {
    this.#unusedBytes += bytes;
    if (this.#unusedBytes > maxUnusedBytes)
      this.#socket.fail(new VendorError(this.#protocol.vendor, 'protocol', { code: 'too-much-audio' }));
  }

  #deliver({ options, context, cancelTimer }: OpenContext, message: SpeechMessage): void {
    const isCancelled = cancelTimer !== undefined;
    if (!isCancelled) context.receive(message);
    const hasEnded = isCancelled ? message.isCancelled === true : message.isDone === true;
    if (hasEnded || message.error !== undefined) this.#remove(options.id);
  }

  #closeContext(id: string): void {
    const open = this.#contexts.get(id);
    if (open === undefined) return;
    open.context.end();
    if (open.cancelTimer !== undefined) return;
    this.#sendAll(this.#protocol.cancel(open.options));
    if (this.#protocol.closesOnCancel === true) this.#closeAfterCancel();
    else if (!this.#protocol.confirmsCancel) this.#remove(id);
    else open.cancelTimer = this.#clock.after(cancelTimeoutMs, () => this.#closeAfterCancel());
  }

  #countEnd(): void {
    this.#endsAtMs.push(this.#clock.monotonicMs());
    if (this.#endsAtMs.length > (this.#protocol.endLimit?.count ?? 0)) this.#endsAtMs.shift();
  }

  #closeAfterCancel(): void {
    if (this.#isEnded) return;
    this.close();
    this.#events.onCancelled();
  }

  #remove(id: string): void {
    this.#contexts.get(id)?.cancelTimer?.cancel();
    this.#contexts.delete(id);
    this.idleSinceMs = this.#clock.monotonicMs();
  }

  #failContexts(error: VendorError): void {
    for (const { context, cancelTimer } of this.#contexts.values()) {
      cancelTimer?.cancel();
      context.fail(error);
    }
    this.#contexts.clear();
  }

  #sendAll(messages: readonly object[], onSent: () => void = () => {}): void {
    const texts = messages.map((message) => JSON.stringify(message));
    if (this.#socket.isOpen) this.#send(texts, onSent);
    else if (!this.#isEnded) this.#waiting.push({ texts, onSent });
  }

  #send(texts: readonly string[], onSent: () => void): void {
    for (const text of texts) this.#socket.send(text);
    onSent();
  }
}

/** A started context. */
export interface OpenSpeech {
  addText(text: string): void;
  /** The text is complete. */
  endText(): void;
  fail(error: Error): void;
  /** Yields the audio. Throws `VendorError`. */
  chunks(): AsyncGenerator<SpeechChunk>;
  /** Stops the context if it has not ended. */
  close(): void;
}
