import type { MediaLatch, MediaPort } from '../media/media-port.ts';
import { AudioNegotiation, type AgreedAudio } from '../sdp/audio-negotiation.ts';
import type { Direction } from '../sdp/audio-stream.ts';
import { SdpError } from '../sdp/sdp-error.ts';
import type { SessionMedia } from '../sip/session-media.ts';

export interface PortMediaOptions {
  readonly port: MediaPort;
  /** The address to which the remote side sends media; numeric. */
  readonly address: string;
  /** Decimal number, for the origin line of our session descriptions. */
  readonly sessionId: string;
  /** The source of the signalling until a later message has another source; numeric. */
  readonly signallingAddress: string;
  readonly mediaLatch?: MediaLatch | undefined;
  /** Called after each negotiation with our direction, which shows whether the remote side has put the call on hold. */
  readonly onDirection: (direction: Direction) => void;
}

/** Negotiates the session descriptions of one media port and configures the port with each result. */
export class PortMedia implements SessionMedia {
  readonly #options: PortMediaOptions;
  readonly #negotiation: AudioNegotiation;
  #agreed: AgreedAudio | undefined;
  #signallingAddress: string;
  #hasMediaTimeout = false;

  constructor(options: PortMediaOptions) {
    this.#options = options;
    this.#signallingAddress = options.signallingAddress;
    this.#negotiation = new AudioNegotiation({
      address: options.address,
      port: options.port.localPort,
      codecs: ['PCMU', 'PCMA'],
      sessionId: options.sessionId,
    });
  }

  offer(): string {
    return this.#negotiation.createOffer();
  }

  answer(offer: string, signallingAddress?: string): string | undefined {
    return unlessInvalid(() => {
      const { answer, agreed } = this.#negotiation.answer(offer);
      this.#apply(agreed, signallingAddress);
      return answer;
    });
  }

  acceptAnswer(answer: string, signallingAddress?: string): boolean {
    const agreed = unlessInvalid(() => {
      this.#negotiation.reopenOffer();
      return this.#negotiation.acceptAnswer(answer);
    });
    if (agreed !== undefined) this.#apply(agreed, signallingAddress);
    return agreed !== undefined;
  }

  abandonOffer(): void {
    this.#negotiation.abandonOffer();
  }

  /** Whether telephone-event (RFC 4733) was negotiated. DTMF digits in the signalling are then duplicates. */
  get hasTelephoneEvent(): boolean {
    return this.#agreed?.telephoneEventPayloadType !== undefined;
  }

  /**
   * Enables the media timeout once the call is answered. Before that a ringing phone can be silent for any time, even
   * after early media was announced.
   */
  enableMediaTimeout(): void {
    this.#hasMediaTimeout = true;
    if (this.#agreed !== undefined) this.#apply(this.#agreed);
  }

  #apply(agreed: AgreedAudio, signallingAddress = this.#signallingAddress): void {
    this.#agreed = agreed;
    this.#signallingAddress = signallingAddress;
    const { telephoneEventPayloadType, direction, ...audioSettings } = agreed;
    const { port, mediaLatch, onDirection } = this.#options;
    const isHeld = direction === 'recvonly' || direction === 'inactive';
    port.configure({
      ...audioSettings,
      direction,
      ...(telephoneEventPayloadType === undefined ? {} : { telephoneEventPayloadType }),
      signallingAddress,
      ...(mediaLatch === undefined ? {} : { mediaLatch }),
      // A side that holds the call can be silent for any time.
      ...(isHeld || direction === 'sendonly' || !this.#hasMediaTimeout ? { mediaTimeoutMs: 0 } : {}),
    });
    onDirection(direction);
  }
}

/** Returns `undefined` if the session description is invalid. */
function unlessInvalid<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof SdpError) return undefined;
    throw error;
  }
}
