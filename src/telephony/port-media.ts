import { isIP } from 'node:net';
import type { MediaLatch, MediaPort } from '../media/media-port.ts';
import { AudioNegotiation, type AgreedAudio } from '../sdp/audio-negotiation.ts';
import type { CodecName, Direction } from '../sdp/audio-stream.ts';
import { SdpError } from '../sdp/sdp-error.ts';
import type { SdpFault, SessionMedia } from '../sip/session-media.ts';

const ownCodecs: readonly CodecName[] = ['PCMU', 'PCMA'];

export interface PortMediaOptions {
  readonly port: MediaPort;
  /** The address to which the remote side sends media; numeric. */
  readonly address: string;
  /** Decimal number, for the origin line of our session descriptions. */
  readonly sessionId: string;
  /** The source of the signalling until a later message has another source; numeric. */
  readonly signallingAddress: string;
  readonly mediaLatch?: MediaLatch | undefined;
  /** Resolves a host name in a session description. Resolves with `undefined` if no address can be used. */
  readonly resolveHost: (host: string) => Promise<string | undefined>;
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
      codecs: ownCodecs,
      sessionId: options.sessionId,
    });
  }

  offer(): string {
    return this.#negotiation.createOffer();
  }

  answer(offer: string, signallingAddress?: string): string | SdpFault {
    const result = unlessInvalid(() => this.#negotiation.answer(offer));
    if ('warningCode' in result) return result;
    this.#apply(result.agreed, signallingAddress);
    return result.answer;
  }

  acceptAnswer(answer: string, signallingAddress?: string): SdpFault | undefined {
    const agreed = unlessInvalid(() => {
      this.#negotiation.reopenOffer();
      return this.#negotiation.acceptAnswer(answer);
    });
    if ('warningCode' in agreed) return agreed;
    this.#apply(agreed, signallingAddress);
    return undefined;
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
    if (isIP(agreed.remoteAddress) === 0) void this.#configureResolved(agreed);
    else this.#configurePort(agreed);
    this.#options.onDirection(agreed.direction);
  }

  /**
   * Configures the port when the host name is resolved, unless a later description has replaced it. Without an address,
   * media is sent to the source of the signalling, which is also the host of the media in most networks.
   */
  async #configureResolved(agreed: AgreedAudio): Promise<void> {
    const address = await this.#options.resolveHost(agreed.remoteAddress);
    if (this.#agreed !== agreed) return;
    this.#agreed = { ...agreed, remoteAddress: address ?? this.#signallingAddress };
    this.#configurePort(this.#agreed);
  }

  #configurePort({ telephoneEventPayloadType, direction, ...audioSettings }: AgreedAudio): void {
    const { port, mediaLatch } = this.#options;
    const isHeld = direction === 'recvonly' || direction === 'inactive';
    port.configure({
      ...audioSettings,
      direction,
      ...(telephoneEventPayloadType === undefined ? {} : { telephoneEventPayloadType }),
      signallingAddress: this.#signallingAddress,
      ...(mediaLatch === undefined ? {} : { mediaLatch }),
      // A side that holds the call can be silent for any time.
      ...(isHeld || direction === 'sendonly' || !this.#hasMediaTimeout ? { mediaTimeoutMs: 0 } : {}),
    });
  }
}

/** Returns why an offer cannot be used by a call whose media has this address; `undefined` if it can be used. */
export function findOfferFault(offer: string, address: string): SdpFault | undefined {
  const negotiation = new AudioNegotiation({ address, port: 9, codecs: ownCodecs, sessionId: '0' });
  const result = unlessInvalid(() => negotiation.answer(offer));
  return 'warningCode' in result ? result : undefined;
}

/** Returns the fault of an invalid session description. */
function unlessInvalid<Value>(run: () => Value): Value | SdpFault {
  try {
    return run();
  } catch (error) {
    if (error instanceof SdpError) return { warningCode: error.warningCode, text: error.message };
    throw error;
  }
}
