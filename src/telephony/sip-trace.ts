import type { SipMessageRecord, SipMessagesFile } from '../contracts/sip-messages.ts';
import type { Clock, Timer } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { SipObserver } from '../sip/transaction-layer.ts';
import type { SipSource, SipTarget } from '../sip/transport/transport.ts';
import { redactSip } from './redact-sip.ts';

export interface SipTraceOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Stores the messages of a call. */
  readonly write: (callId: string, file: SipMessagesFile) => Promise<void>;
}

/** Most messages of a call. Above it, those after the first `keptFirst` are omitted, oldest first. */
const maxMessages = 100;
const keptFirst = 40;
/** Most bytes of one message, and of all messages of a call. */
const maxMessageBytes = 8 * 1024;
const maxCallBytes = 256 * 1024;
/** Most calls whose messages are kept at a time. Further calls have none. */
const maxCalls = 10_000;
/** Time after the end of a leg in which its last responses arrive. */
const settleMs = 5_000;

/** The messages of one leg. */
export interface LegTrace {
  /** Keeps the messages after the end of the leg, as those of this call. Otherwise they are discarded. */
  keepAs(callId: string): void;
  /** To be called at the end of the leg. */
  end(): void;
}

interface Observed {
  readonly atMs: number;
  readonly direction: SipMessageRecord['direction'];
  readonly transport: SipMessageRecord['transport'];
  readonly peer: string;
  readonly text: string;
}

/**
 * Collects the SIP messages of calls in memory, and stores those of a call in one write after its end. A crash loses the messages of active
 * calls.
 */
export class SipTrace implements SipObserver {
  readonly #options: SipTraceOptions;
  /** The legs by Call-ID. */
  readonly #legs = new Map<string, CollectedMessages>();
  /** Outbound legs by reference, which is the start of their Call-IDs. */
  readonly #dialed = new Map<string, CollectedMessages>();
  /** The INVITE that was received last, for which there is no leg yet. */
  #newInvite: { readonly callId: string; readonly observed: Observed } | undefined;
  /** The ended legs, until they are stored. */
  readonly #ended = new Map<CollectedMessages, Timer>();
  readonly #writes = new Set<Promise<void>>();

  constructor(options: SipTraceOptions) {
    this.#options = options;
  }

  /** Starts to collect the messages of a call to be placed. */
  openOutbound(reference: string): LegTrace {
    const collected = new CollectedMessages();
    this.#dialed.set(reference, collected);
    return this.#traceOf(collected, () => this.#dialed.delete(reference));
  }

  /** Starts to collect the messages of a received INVITE. To be called while the INVITE is handled. */
  openInbound(sipCallId: string): LegTrace {
    const collected = new CollectedMessages();
    if (!this.#legs.has(sipCallId)) this.#add(sipCallId, collected);
    if (this.#newInvite?.callId === sipCallId) collected.add(this.#newInvite.observed);
    this.#newInvite = undefined;
    return this.#traceOf(collected, () => undefined);
  }

  onSent(bytes: Buffer, target: SipTarget): void {
    const text = textOf(bytes);
    const callId = callIdOf(text);
    if (callId === undefined) return;
    const collected = this.#legs.get(callId) ?? this.#addDialed(callId, text);
    collected?.add(this.#observe('sent', text, target));
  }

  onReceived(bytes: Buffer, source: SipSource): void {
    const text = textOf(bytes);
    const callId = callIdOf(text);
    if (callId === undefined) return;
    const collected = this.#legs.get(callId);
    if (collected !== undefined) collected.add(this.#observe('received', text, source));
    else if (text.startsWith('INVITE '))
      this.#newInvite = { callId, observed: this.#observe('received', text, source) };
  }

  /** Stores what is collected. To be called when no leg is active. */
  async close(): Promise<void> {
    for (const [collected, timer] of this.#ended) {
      timer.cancel();
      this.#store(collected);
    }
    await Promise.all(this.#writes);
  }

  #observe(direction: Observed['direction'], text: string, peer: SipTarget | SipSource): Observed {
    const host = peer.address.includes(':') ? `[${peer.address}]` : peer.address;
    const atMs = this.#options.clock.now();
    return { atMs, direction, transport: peer.protocol, peer: `${host}:${peer.port}`, text };
  }

  /** The Call-ID of an outbound leg is its reference; that of each further attempt has a number after it. */
  #addDialed(callId: string, text: string): CollectedMessages | undefined {
    if (this.#dialed.size === 0 || !text.startsWith('INVITE ')) return undefined;
    const name = callId.split('@', 1)[0]!;
    const collected = this.#dialed.get(name) ?? this.#dialed.get(name.replace(/\.\d+$/, ''));
    if (collected !== undefined) this.#add(callId, collected);
    return collected;
  }

  #add(sipCallId: string, collected: CollectedMessages): void {
    if (this.#legs.size >= maxCalls) return;
    this.#legs.set(sipCallId, collected);
    collected.sipCallIds.push(sipCallId);
  }

  #traceOf(collected: CollectedMessages, onEnd: () => void): LegTrace {
    return {
      keepAs: (callId) => void (collected.callId ??= callId),
      end: () => {
        onEnd();
        this.#ended.set(
          collected,
          this.#options.clock.after(settleMs, () => this.#store(collected)),
        );
      },
    };
  }

  #store(collected: CollectedMessages): void {
    this.#ended.delete(collected);
    for (const sipCallId of collected.sipCallIds) this.#legs.delete(sipCallId);
    const { callId } = collected;
    if (callId === undefined || collected.isEmpty) return;
    const written = this.#options
      .write(callId, collected.toFile())
      .catch((err: unknown) =>
        this.#options.logger.warn({ err, callId }, 'The SIP messages of a call could not be stored.'),
      )
      .finally(() => this.#writes.delete(written));
    this.#writes.add(written);
  }
}

/** The messages of one leg, within the limits. */
class CollectedMessages {
  callId: string | undefined;
  readonly sipCallIds: string[] = [];
  readonly #messages: Observed[] = [];
  #bytes = 0;
  #omitted = 0;

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  add(message: Observed): void {
    this.#messages.push(message);
    this.#bytes += message.text.length;
    while (this.#messages.length > maxMessages || this.#bytes > maxCallBytes) this.#omit();
  }

  #omit(): void {
    const [omitted] = this.#messages.splice(Math.min(keptFirst, this.#messages.length - 1), 1);
    this.#bytes -= omitted!.text.length;
    this.#omitted += 1;
  }

  toFile(): SipMessagesFile {
    return { messages: this.#messages.map(toRecord), omitted: this.#omitted };
  }
}

const textOf = (bytes: Buffer): string => bytes.toString('utf8', 0, maxMessageBytes);

const callIdOf = (text: string): string | undefined => /^(?:Call-ID|i)[ \t]*:[ \t]*(\S+)/im.exec(text)?.[1];

function toRecord({ atMs, text, ...message }: Observed): SipMessageRecord {
  const [, status, reason] = /^SIP\/2\.0 (\d{3}) ?([^\r\n]*)/.exec(text) ?? [];
  const [, ofCSeq] = /^CSeq[ \t]*:[ \t]*\d+[ \t]+(\S+)/im.exec(text) ?? [];
  return {
    at: new Date(atMs).toISOString(),
    ...message,
    method: (status === undefined ? text.split(' ', 1)[0] : ofCSeq) ?? '',
    status: status === undefined ? null : Number(status),
    reason: reason ?? null,
    text: redactSip(text),
  };
}
