import {
  MessageCarrierError,
  type AcceptedMessage,
  type MessageCarrier,
  type OutboundMessage,
  type OutboundSms,
  type PartsInbox,
} from '../../contracts/message-carrier.ts';
import { SendGate } from '../../contracts/send-gate.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Random } from '../../core/random.ts';
import type { SmppUrl } from '../../core/sms-settings.ts';
import { statusError } from './command-failure.ts';
import { MessageReferences } from './message-references.ts';
import { commandStatus, type Pdu } from './pdu.ts';
import { SmppConnection } from './smpp-connection.ts';
import { SmppInbox } from './smpp-inbox.ts';
import type { SmppSession } from './smpp-session.ts';
import { submitMessage } from './submit-message.ts';
import { submitParts } from './submit-parts.ts';
import { ThrottlePause } from './throttle-pause.ts';

export interface SmppSettings {
  readonly url: SmppUrl;
  /** Maximum number of message parts that wait for a response at the same time. */
  readonly window: number;
  /** Defaults to `smpp`. */
  readonly name?: string;
  /** PEM of the certificate authorities that are trusted for TLS. Default: those of Node. */
  readonly ca?: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** More parts cannot be numbered (3GPP TS 23.040 §9.2.3.24.1). */
const maxParts = 255;

/** Sends and receives SMS by SMPP 3.4. Connects at once, and stays connected until it is closed. */
export class SmppCarrier implements MessageCarrier {
  readonly name: string;
  readonly channel = 'sms';
  readonly #clock: Clock;
  readonly #address: string;
  readonly #connection: SmppConnection;
  readonly #inbox: SmppInbox;
  readonly #pause: ThrottlePause;
  readonly #references: MessageReferences;
  readonly #gate = new SendGate();
  #concatenation: number;

  constructor(settings: SmppSettings, inbox: PartsInbox) {
    const { url, clock, random, logger, name = 'smpp' } = settings;
    this.name = name;
    this.#clock = clock;
    this.#address = `${url.host}:${url.port}`;
    this.#pause = new ThrottlePause(clock);
    this.#concatenation = random.below(256);
    this.#references = new MessageReferences(random.below(65_536));
    this.#inbox = new SmppInbox({ clock, logger, inbox, references: this.#references });
    this.#connection = new SmppConnection({ ...settings, onDeliver: (pdu) => this.#inbox.receive(pdu) });
  }

  send(message: OutboundMessage, signal: AbortSignal): Promise<AcceptedMessage> {
    return this.#gate.run(signal, async () => {
      if (message.channel !== 'sms') throw refused('SMPP carries no email.');
      return this.#submit(await this.#connection.session(signal), message, signal);
    });
  }

  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    const { failure } = this.#connection;
    const detail = failure && `${failure} Correct its address, system_id and password, or ask its operator.`;
    return Promise.resolve({
      ok: failure === undefined,
      detail: detail ?? `The session with the SMSC ${this.#address} is open.`,
    });
  }

  async close(): Promise<void> {
    await this.#gate.close();
    await this.#connection.drain();
    await this.#inbox.close();
    await this.#connection.close();
  }

  async #submit(session: SmppSession, message: OutboundSms, signal: AbortSignal): Promise<AcceptedMessage> {
    const retryAfterMs = this.#pause.remainingMs();
    if (retryAfterMs > 0) throw statusError(commandStatus.throttled, retryAfterMs);
    this.#concatenation = (this.#concatenation + 1) % 256;
    const reference = this.#references.add(message);
    let isUnknown = false;
    try {
      const parts = submitParts(message, { concatenation: this.#concatenation, reference });
      if (parts.length > maxParts) throw refused(`The message has more than ${maxParts} parts.`);
      const onLate = (response: Pdu): void => this.#inbox.receiveLateResponse(response, message);
      const ids = await submitMessage(parts, {
        session,
        signal,
        onLate,
        clock: this.#clock,
        pause: this.#pause,
      });
      const externalIds = ids.filter((id) => id !== '');
      for (const id of externalIds) this.#inbox.ids.add(id, message.to);
      return { externalIds };
    } catch (error) {
      isUnknown = error instanceof MessageCarrierError && error.failure === 'unknown';
      throw error;
    } finally {
      if (!isUnknown) this.#references.delete(reference);
    }
  }
}

const refused = (text: string): MessageCarrierError => new MessageCarrierError(text, { failure: 'refused' });
