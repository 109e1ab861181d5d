import type { DialRequest } from '../contracts/carrier.ts';
import type { Timer } from '../core/clock.ts';
import { MediaUnavailable, type MediaPort } from '../media/media-port.ts';
import type { InviteEnd, OutboundInvite } from '../sip/invite-client.ts';
import { reasonField } from '../sip/dialog-response.ts';
import type { HeaderEntry } from '../sip/message.ts';
import { nameAddr } from '../sip/name-addr.ts';
import type { SipTarget } from '../sip/transport/transport.ts';
import { formatUri } from '../sip/uri.ts';
import { handleInfoDigit, mediaFor, type CarrierServices } from './carrier-services.ts';
import { canTryNextTrunk, outboundEnd, type LegEnd } from './leg-end-cause.ts';
import type { PortMedia } from './port-media.ts';
import { findRedirection } from './redirect.ts';
import type { LegController, SipLeg } from './sip-leg.ts';
import { trunkAccount, trunkRoutes, trunkUri, type TrunkSettings } from './trunk.ts';

const noAnswer: LegEnd = { cause: 'no_answer', detail: 'Nobody answered in time.' };

/** One trunk and one of its targets. */
interface Route {
  readonly trunk: TrunkSettings;
  readonly target: SipTarget;
}

/** An outbound call: tries the trunks in order until one accepts the call. */
export class OutboundCall implements LegController {
  readonly #services: CarrierServices;
  readonly #request: DialRequest;
  readonly #leg: SipLeg;
  #attempts = 0;
  /** The current attempt; `undefined` between two trunks. */
  #invite: OutboundInvite | undefined;
  #media: PortMedia | undefined;
  #ringTimer: Timer | undefined;
  #hasRingTimedOut = false;
  #furthestStatus = 0;
  /** The last provisional status of the current attempt. */
  #attemptStatus = 0;
  #wasAnswered = false;

  constructor(services: CarrierServices, request: DialRequest, leg: SipLeg) {
    this.#services = services;
    this.#request = request;
    this.#leg = leg;
    leg.attachController(this);
  }

  /** Runs until the leg has ended; never rejects. */
  async run(): Promise<void> {
    try {
      // The dialer has checked the capacity. A later overload must not fail the call.
      const port = await this.#services.engine.openPort({ ignoreOverload: true });
      this.#leg.attach(port);
      this.#leg.end(await this.#tryRoutes(port));
    } catch (error) {
      this.#services.logger.warn(
        { err: error, reference: this.#request.reference },
        'Placing a call failed.',
      );
      const suffix = error instanceof MediaUnavailable ? `: ${error.message}` : '';
      this.#leg.end({ cause: 'carrier_error', detail: `The call could not be placed${suffix}.` });
    } finally {
      this.#ringTimer?.cancel();
    }
  }

  hangup(): void {
    this.#stop({ cause: 'cancelled' });
  }

  answer(): Promise<void> {
    return Promise.reject(new Error('an outbound call is answered by the remote side'));
  }

  reject(): void {
    this.hangup();
  }

  async #tryRoutes(port: MediaPort): Promise<LegEnd> {
    let end: InviteEnd | undefined;
    for await (const route of this.#routes()) {
      if (this.#attempts === 0) await this.#awaitRateGate();
      if (this.#leg.isEnded) break;
      end = await this.#attempt(route, port);
      this.#recordAvailability(route, end);
      if (!canTryNextTrunk(end, this.#furthestStatus)) break;
      const fields = { trunk: route.trunk.name, cause: end.cause, fault: end.fault };
      this.#services.logger.info(fields, 'A trunk could not place a call.');
    }
    if (this.#hasRingTimedOut) return noAnswer;
    if (end === undefined) return { cause: 'carrier_error', detail: 'No trunk carries this number.' };
    const rang = this.#furthestStatus >= 180;
    return outboundEnd(end, { rang, wasAnswered: this.#wasAnswered });
  }

  /** A target that was silent, could not be reached or sent 503 is tried last for a while. */
  #recordAvailability({ target }: Route, end: InviteEnd): void {
    const { backOff } = this.#services;
    const { cause, status, retryAfterSeconds } = end;
    const isSilent = this.#attemptStatus === 0 && (cause === 'timeout' || cause === 'transport-error');
    if (isSilent || (cause === 'rejected' && status === 503))
      backOff.add(target, retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000);
    else if (cause !== 'cancelled') backOff.delete(target);
  }

  async #awaitRateGate(): Promise<void> {
    const { rateGate = () => 0 } = this.#request;
    while (!this.#leg.isEnded) {
      const waitMs = rateGate();
      if (waitMs === 0) return;
      await this.#services.clock.sleep(Math.ceil(waitMs));
    }
  }

  async *#routes(): AsyncGenerator<Route> {
    const { logger } = this.#services;
    for (const trunk of this.#services.trunksFor(this.#request)) {
      const targets = await this.#services.targetsOf(trunk).catch((error: unknown) => {
        logger.warn({ err: error, trunk: trunk.name }, 'Resolving a trunk failed.');
        return [];
      });
      for (const target of targets) yield { trunk, target };
    }
  }

  /** Resolves when the attempt, or the call that it established, has ended. */
  #attempt(route: Route, port: MediaPort): Promise<InviteEnd> {
    this.#attempts += 1;
    this.#attemptStatus = 0;
    this.#leg.setTrunk(route.trunk.name);
    return new Promise((resolve) => {
      let hasTimedOut = false;
      const abandon = () => {
        hasTimedOut = true;
        this.#invite?.hangup();
      };
      const responseTimer = this.#leg.clock.after(this.#services.maxFirstResponseMs, abandon);
      this.#invite = this.#placeInvite(route, port, {
        onResponse: () => responseTimer.cancel(),
        onEnded: (end) => {
          responseTimer.cancel();
          this.#invite = undefined;
          resolve(hasTimedOut ? { cause: 'timeout' } : end);
        },
      });
      this.#ringTimer ??= this.#startRingTimer();
    });
  }

  #placeInvite(
    { trunk, target }: Route,
    port: MediaPort,
    on: { onResponse: () => void; onEnded: (end: InviteEnd) => void },
  ): OutboundInvite {
    const { from, fromName, to } = this.#request;
    this.#media = mediaFor(this.#services, this.#leg, port, { address: target.address, trunk });
    return this.#services.userAgent.invite({
      uri: formatUri(trunkUri(trunk, to)),
      target,
      routes: trunkRoutes(trunk),
      callId: this.#callId(),
      from: nameAddr(trunkUri(trunk, from), { displayName: fromName }),
      account: trunkAccount(trunk),
      media: this.#media,
      ...(trunk.followRedirect === true && {
        followRedirect: (contact) => findRedirection(this.#services, { trunk, target, to }, contact),
      }),
      isPeer: (address) => this.#services.isAddressOf(trunk, address),
      handlers: {
        onProvisional: (status) => this.#onProvisional(status, on.onResponse),
        onRinging: (earlyMedia) => this.#leg.ringing(earlyMedia),
        onAnswered: () => this.#onAnswered(on.onResponse),
        onEnded: on.onEnded,
        onDigit: (digit) => handleInfoDigit(this.#leg, this.#media, digit),
      },
    });
  }

  /**
   * Returns the Call-ID of the attempt. The Call-ID of the first attempt is the same after a crash. Later attempts are
   * separate calls for the network.
   */
  #callId(): string {
    const reference = this.#request.reference.replace(/[^\w.-]/g, '_');
    const attempt = this.#attempts === 1 ? '' : `.${this.#attempts}`;
    return `${reference}${attempt}@${this.#services.callIdHost}`;
  }

  #onProvisional(status: number, onResponse: () => void): void {
    onResponse();
    this.#attemptStatus = status;
    const hasStartedRinging = status >= 180 && this.#furthestStatus < 180;
    this.#furthestStatus = Math.max(this.#furthestStatus, status);
    this.#leg.proceeding();
    if (!hasStartedRinging) return;
    this.#ringTimer?.cancel();
    this.#ringTimer = this.#startRingTimer();
  }

  /** Starts the ring timer. Before ringing, it limits the time that the network may take to reach the callee. */
  #startRingTimer(): Timer {
    return this.#leg.clock.after(this.#request.ringTimeoutMs, () => {
      this.#hasRingTimedOut = true;
      this.#stop(noAnswer, [reasonField(480, 'No answer in time')]);
    });
  }

  /** Ends the current attempt or, between two attempts, the leg. */
  #stop(end: LegEnd, fields: readonly HeaderEntry[] = []): void {
    if (this.#invite === undefined) this.#leg.end(end);
    else this.#invite.hangup(fields);
  }

  #onAnswered(onResponse: () => void): void {
    onResponse();
    this.#ringTimer?.cancel();
    this.#wasAnswered = true;
    this.#leg.answered();
    this.#media?.enableMediaTimeout();
  }
}
