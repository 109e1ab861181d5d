import type { Timer } from '../core/clock.ts';
import type { MediaPort } from '../media/media-port.ts';
import type { InviteEnd } from '../sip/invite-client.ts';
import { sdpOf } from '../sip/message-body.ts';
import type { InboundInvite } from '../sip/invite-server.ts';
import { warningField, type SdpFault, type SessionMedia } from '../sip/session-media.ts';
import { handleInfoDigit, mediaFor, type CarrierServices } from './carrier-services.ts';
import { inboundEnd } from './leg-end-cause.ts';
import { advertisedAddress } from './media-address.ts';
import { findOfferFault, type PortMedia } from './port-media.ts';
import type { LegController, SipLeg } from './sip-leg.ts';
import type { TrunkSettings } from './trunk.ts';

/** The longest time that an inbound call rings before it is rejected. */
const maxRingMs = 180_000;

const rejections = {
  busy: 486,
  declined: 603,
  unavailable: 503,
  not_found: 404,
  not_acceptable: 488,
} as const;

const noMedia: SdpFault = { warningCode: 399, text: 'The call has no media port.' };

/** An inbound call from ringing to its end. */
export class InboundCall implements LegController {
  readonly #services: CarrierServices;
  readonly #invite: InboundInvite;
  readonly #leg: SipLeg;
  readonly #trunk: TrunkSettings | undefined;
  readonly #ringTimer: Timer;
  readonly #offerFault: SdpFault | undefined;
  #port: Promise<MediaPort> | undefined;
  #media: PortMedia | undefined;
  #wasAnswered = false;

  constructor(
    services: CarrierServices,
    call: {
      readonly invite: InboundInvite;
      readonly leg: SipLeg;
      readonly trunk: TrunkSettings | undefined;
    },
  ) {
    this.#services = services;
    this.#invite = call.invite;
    this.#leg = call.leg;
    this.#trunk = call.trunk;
    if (call.trunk !== undefined) call.leg.setTrunk(call.trunk.name);
    this.#ringTimer = call.leg.clock.after(maxRingMs, () => this.#invite.reject(480));
    this.#leg.attachController(this);
    this.#offerFault = this.#findOfferFault();
    if (this.#offerFault !== undefined) this.#leg.setOfferFault(this.#offerFault.text);
    this.#invite.accept({
      media: this.#deferredMedia(),
      isPeer: (address) => this.#isPeer(address),
      onEnded: (end) => this.#onEnded(end),
      onDigit: (digit) => handleInfoDigit(this.#leg, this.#media, digit),
    });
  }

  /** Opens the media port before the answer, so that the answer is not delayed. A call that cannot be answered has none. */
  openMedia(): void {
    if (this.#offerFault !== undefined) return;
    this.#port = this.#services.engine.openPort();
    this.#port
      .then(
        (port) => this.#attach(port),
        (error: unknown) => this.#onPortError(error),
      )
      .catch((error: unknown) => this.#leg.fail(error));
  }

  /** Sends ringing to the caller, unless the call cannot be answered. */
  ring(): void {
    if (this.#offerFault === undefined) this.#invite.ring();
  }

  async answer(): Promise<void> {
    if (this.#offerFault !== undefined) {
      this.reject('not_acceptable');
      throw new Error('the offer of the caller cannot be used');
    }
    await this.#port;
    if (!this.#invite.answer()) throw new Error('the caller has hung up');
    this.#wasAnswered = true;
    this.#ringTimer.cancel();
    this.#leg.answered();
  }

  reject(reason: keyof typeof rejections): void {
    const fault = reason === 'not_acceptable' ? this.#offerFault : undefined;
    this.#invite.reject(rejections[reason], fault === undefined ? [] : [warningField(fault)]);
  }

  /** Logs and returns why the offer cannot be used, before the caller hears ringing. */
  #findOfferFault(): SdpFault | undefined {
    const offer = sdpOf(this.#invite.request);
    const { address } = this.#invite.source;
    const fault =
      offer === ''
        ? undefined
        : findOfferFault(offer, advertisedAddress(address, this.#services.ownAddresses));
    if (fault === undefined) return undefined;
    const fields = { callId: this.#invite.callId, trunk: this.#trunk?.name, warning: fault.text };
    this.#services.logger.warn(fields, 'Inbound call rejected with 488: its offer cannot be used.');
    return fault;
  }

  hangup(): void {
    this.#invite.hangup();
  }

  #attach(port: MediaPort): void {
    const { address } = this.#invite.source;
    this.#leg.attach(port);
    const media = mediaFor(this.#services, this.#leg, port, { address, trunk: this.#trunk });
    // Nothing is negotiated before the answer, so the timeout cannot start before it.
    media.enableMediaTimeout();
    this.#media = media;
  }

  #isPeer(address: string): boolean {
    return this.#trunk !== undefined && this.#services.isAddressOf(this.#trunk, address);
  }

  /** Returns session media that delegate to the media of the port. They are used only after the port is open. */
  #deferredMedia(): SessionMedia {
    return {
      offer: () => this.#media?.offer() ?? '',
      answer: (offer, from) => this.#media?.answer(offer, from) ?? noMedia,
      acceptAnswer: (answer, from) =>
        this.#media === undefined ? noMedia : this.#media.acceptAnswer(answer, from),
      abandonOffer: () => this.#media?.abandonOffer(),
    };
  }

  #onPortError(error: unknown): void {
    this.#services.logger.warn({ err: error }, 'Call rejected: no media port available.');
    this.#leg.end({ cause: 'carrier_error', detail: 'No media port was available.', fault: 'platform' });
    this.#invite.reject(503, [['Retry-After', '5']]);
  }

  #onEnded(end: InviteEnd): void {
    this.#ringTimer.cancel();
    this.#leg.end(inboundEnd(end, this.#wasAnswered));
  }
}
