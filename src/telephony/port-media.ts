import type { MediaLatch, MediaPort } from '../media/media-port.ts';
import { AudioNegotiation, type AgreedAudio } from '../sdp/audio-negotiation.ts';
import type { Direction } from '../sdp/audio-stream.ts';
import { SdpError } from '../sdp/sdp-error.ts';
import type { SessionMedia } from '../sip/session-media.ts';

export interface PortMediaOptions {
  readonly port: MediaPort;
  /** Where the other side sends to; numeric. */
  readonly address: string;
  /** Decimal, for the origin of our descriptions. */
  readonly sessionId: string;
  /** Where the signalling comes from until a description comes from elsewhere; numeric. */
  readonly signallingAddress: string;
  readonly mediaLatch?: MediaLatch | undefined;
  /** After each agreement: whether the other side listens to us, or has put us on hold. */
  readonly onDirection: (direction: Direction) => void;
}

/** Offers and answers for one media port, which is set up anew by each agreement. */
export class PortMedia implements SessionMedia {
  readonly #options: PortMediaOptions;
  readonly #negotiation: AudioNegotiation;
  #agreed: AgreedAudio | undefined;
  #signallingAddress: string;
  #isWatched = false;

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
    return unlessFault(() => {
      const { answer, agreed } = this.#negotiation.answer(offer);
      this.#apply(agreed, signallingAddress);
      return answer;
    });
  }

  acceptAnswer(answer: string, signallingAddress?: string): boolean {
    const agreed = unlessFault(() => {
      this.#negotiation.reopenOffer();
      return this.#negotiation.acceptAnswer(answer);
    });
    if (agreed !== undefined) this.#apply(agreed, signallingAddress);
    return agreed !== undefined;
  }

  abandonOffer(): void {
    this.#negotiation.abandonOffer();
  }

  /** Whether keys come as telephone-events (RFC 4733): those that come by signalling as well are the same keys again. */
  get takesTelephoneEvents(): boolean {
    return this.#agreed?.telephoneEventPayloadType !== undefined;
  }

  /**
   * The call is answered: from now on its sound must come. Before, a phone that rings may be silent for as long as it likes,
   * even where early media was announced.
   */
  watchSilence(): void {
    this.#isWatched = true;
    if (this.#agreed !== undefined) this.#apply(this.#agreed);
  }

  #apply(agreed: AgreedAudio, signallingAddress = this.#signallingAddress): void {
    this.#agreed = agreed;
    this.#signallingAddress = signallingAddress;
    const { telephoneEventPayloadType, direction, ...rest } = agreed;
    const { port, mediaLatch, onDirection } = this.#options;
    const isHeld = direction === 'recvonly' || direction === 'inactive';
    port.configure({
      ...rest,
      direction,
      ...(telephoneEventPayloadType === undefined ? {} : { telephoneEventPayloadType }),
      signallingAddress,
      ...(mediaLatch === undefined ? {} : { mediaLatch }),
      // Whoever holds a call may fall silent for as long as it lasts.
      ...(isHeld || direction === 'sendonly' || !this.#isWatched ? { mediaTimeoutMs: 0 } : {}),
    });
    onDirection(direction);
  }
}

function unlessFault<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof SdpError) return undefined;
    throw error;
  }
}
