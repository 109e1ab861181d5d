import type { Timer } from '../core/clock.ts';
import type { MediaPort } from '../media/media-port.ts';
import type { InviteEnd } from '../sip/invite-client.ts';
import type { InboundInvite } from '../sip/invite-server.ts';
import type { SessionMedia } from '../sip/session-media.ts';
import { digitByInfo, mediaFor, type CarrierServices } from './carrier-services.ts';
import { inboundEnd } from './leg-end-cause.ts';
import type { PortMedia } from './port-media.ts';
import type { LegControl, SipLeg } from './sip-leg.ts';
import { destinationUri, type TrunkSettings } from './trunk.ts';

/** How long a call may ring here before it is refused. */
const unansweredMsMax = 180_000;

const rejections = { busy: 486, declined: 603, unavailable: 503, not_found: 404 } as const;

/** A call to us, from the ring to the end. */
export class InboundCall implements LegControl {
  readonly #services: CarrierServices;
  readonly #invite: InboundInvite;
  readonly #leg: SipLeg;
  readonly #trunk: TrunkSettings | undefined;
  readonly #unanswered: Timer;
  #port: Promise<MediaPort> | undefined;
  #media: PortMedia | undefined;
  #wasAnswered = false;

  constructor(
    services: CarrierServices,
    parts: {
      readonly invite: InboundInvite;
      readonly leg: SipLeg;
      readonly trunk: TrunkSettings | undefined;
    },
  ) {
    this.#services = services;
    this.#invite = parts.invite;
    this.#leg = parts.leg;
    this.#trunk = parts.trunk;
    this.#unanswered = parts.leg.clock.after(unansweredMsMax, () => this.#invite.reject(480));
    this.#leg.drive(this);
    this.#invite.accept({
      media: this.#lateMedia(),
      isPeer: (address) => this.#isPeer(address),
      onEnded: (end) => this.#onEnded(end),
      onDigit: (digit) => digitByInfo(this.#leg, this.#media, digit),
    });
  }

  /** The number is ours: the port is opened so that the answer need not wait. */
  prepare(): void {
    this.#port = this.#services.engine.openPort();
    this.#port
      .then(
        (port) => this.#attach(port),
        (error: unknown) => this.#onNoPort(error),
      )
      .catch((error: unknown) => this.#leg.fail(error));
  }

  /** The caller hears it ring. */
  ring(): void {
    this.#invite.ring();
  }

  async answer(): Promise<void> {
    await this.#port;
    if (!this.#invite.answer()) throw new Error('the caller has gone');
    this.#wasAnswered = true;
    this.#unanswered.cancel();
    this.#leg.answered();
  }

  reject(why: keyof typeof rejections): void {
    this.#invite.reject(rejections[why]);
  }

  hangup(): void {
    this.#invite.hangup();
  }

  async transfer(destination: string): Promise<{ ok: boolean; detail: string }> {
    const uri = destinationUri(this.#trunk, destination);
    const session = this.#invite.session;
    if (uri === undefined || session === undefined)
      return { ok: false, detail: 'There is no trunk to reach the destination by.' };
    return await session.transfer(uri);
  }

  #attach(port: MediaPort): void {
    const { address } = this.#invite.source;
    this.#leg.attach(port);
    const media = mediaFor(this.#services, this.#leg, port, { address, trunk: this.#trunk });
    // Nothing is agreed upon before the answer.
    media.watchSilence();
    this.#media = media;
  }

  #isPeer(address: string): boolean {
    return this.#trunk !== undefined && this.#services.isAddressOf(this.#trunk, address);
  }

  /** Asked only after the port is open. */
  #lateMedia(): SessionMedia {
    return {
      offer: () => this.#media?.offer() ?? '',
      answer: (offer, from) => this.#media?.answer(offer, from),
      acceptAnswer: (answer, from) => this.#media?.acceptAnswer(answer, from) ?? false,
      abandonOffer: () => this.#media?.abandonOffer(),
    };
  }

  #onNoPort(error: unknown): void {
    this.#services.logger.warn({ err: error }, 'A call was refused for want of a media port.');
    this.#invite.reject(503, [['Retry-After', '5']]);
  }

  #onEnded(end: InviteEnd): void {
    this.#unanswered.cancel();
    this.#leg.end(inboundEnd(end, this.#wasAnswered));
  }
}
