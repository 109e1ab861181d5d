import { isIP } from 'node:net';
import type { Clock } from '../core/clock.ts';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { MediaEngine, MediaPort } from '../media/media-port.ts';
import type { SipTarget } from '../sip/transport/transport.ts';
import type { InfoDigit } from '../sip/info-digits.ts';
import type { LocateTargets } from '../sip/user-agent-core.ts';
import type { UserAgent } from '../sip/user-agent.ts';
import { isMulticast } from '../sdp/audio-stream.ts';
import { advertisedAddress, type OwnAddresses } from './media-address.ts';
import { PortMedia } from './port-media.ts';
import type { SipLeg } from './sip-leg.ts';
import type { TargetBackOff } from './target-back-off.ts';
import type { TrunkSettings } from './trunk.ts';

/** Services that all calls of one carrier share. */
export interface CarrierServices {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly internalErrors: InternalErrors;
  readonly userAgent: UserAgent;
  readonly engine: Pick<MediaEngine, 'openPort'>;
  readonly ownAddresses: OwnAddresses;
  /** The host part of the Call-IDs of this carrier. */
  readonly callIdHost: string;
  /** How long a trunk may take to send its first response, in ms, before the next trunk is tried. */
  readonly maxFirstResponseMs: number;
  /** ISO 3166-1 alpha-2: the country of numbers without a country code. */
  readonly country: string | undefined;
  trunksFor(call: { readonly from: string; readonly to: string }): readonly TrunkSettings[];
  /** Resolves the targets of a trunk, in the order to try them. Rejects or resolves with an empty list if there are none. */
  targetsOf(trunk: TrunkSettings): Promise<readonly SipTarget[]>;
  readonly locate: LocateTargets;
  /** Resolves a host name. Can reject. */
  resolveAddresses(host: string): Promise<readonly string[]>;
  /**
   * Returns whether the address belongs to the trunk: allowed by its settings, or resolved from its host or outbound
   * proxy.
   */
  isAddressOf(trunk: TrunkSettings, address: string): boolean;
  /** The targets that are tried last, because they were silent or sent 503. */
  readonly backOff: TargetBackOff;
}

/** Creates the session media of a leg's port, with the address that is advertised to the peer. */
export function mediaFor(
  services: CarrierServices,
  leg: SipLeg,
  port: MediaPort,
  peer: { readonly address: string; readonly trunk: TrunkSettings | undefined },
): PortMedia {
  const address = advertisedAddress(peer.address, services.ownAddresses);
  return new PortMedia({
    port,
    address,
    resolveHost: (host) => resolveMediaHost(services, host, isIP(address)),
    sessionId: String(services.clock.now()),
    signallingAddress: peer.address,
    mediaLatch: peer.trunk?.mediaLatch,
    onDirection: (direction) => leg.setDirection(direction),
  });
}

/** The longest wait for the address of a host name in a session description. */
const maxResolveMs = 2000;

/** Returns the first unicast address of the host in this family. Logs a failure and returns `undefined`. */
async function resolveMediaHost(
  services: CarrierServices,
  host: string,
  family: number,
): Promise<string | undefined> {
  const { clock, logger } = services;
  const deadline = new AbortController();
  const timeout = clock.sleep(maxResolveMs, deadline.signal).catch(() => undefined);
  const addresses = await Promise.race([services.resolveAddresses(host).catch(() => undefined), timeout]);
  deadline.abort();
  const usable = addresses?.find((address) => isIP(address) === family && !isMulticast(address));
  if (usable === undefined)
    logger.warn({ host }, 'The media host of a call cannot be resolved. Its signalling address is used.');
  return usable;
}

/**
 * Handles a DTMF digit from an INFO request. If telephone-event was negotiated, the digit is ignored from the first
 * event on, because it also arrives as an event. Some phones negotiate telephone-event and send only INFO.
 */
export function handleInfoDigit(
  leg: SipLeg,
  media: PortMedia | undefined,
  { digit, durationMs }: InfoDigit,
): void {
  if (media?.hasTelephoneEvent !== true || !leg.hasMediaDigits) leg.digitPressed(digit, durationMs);
}
