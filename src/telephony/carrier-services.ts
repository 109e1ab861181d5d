import type { Clock } from '../core/clock.ts';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { MediaEngine, MediaPort } from '../media/media-port.ts';
import type { SipTarget } from '../sip/transport/transport.ts';
import type { InfoDigit } from '../sip/info-digits.ts';
import type { Locate } from '../sip/user-agent-core.ts';
import type { UserAgent } from '../sip/user-agent.ts';
import { addressToldTo, type OwnAddresses } from './media-address.ts';
import { PortMedia } from './port-media.ts';
import type { SipLeg } from './sip-leg.ts';
import type { TrunkSettings } from './trunk.ts';

/** What the calls of one carrier share. */
export interface CarrierServices {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly internalErrors: InternalErrors;
  readonly userAgent: UserAgent;
  readonly engine: Pick<MediaEngine, 'openPort'>;
  readonly own: OwnAddresses;
  /** The host part of our Call-IDs. */
  readonly callIdHost: string;
  /** How long a trunk may take to its first response, in ms, before the next is tried. */
  readonly firstResponseMsMax: number;
  /** ISO 3166-1 alpha-2: how numbers without a country code are read. */
  readonly country: string | undefined;
  trunksFor(call: { readonly from: string; readonly to: string }): readonly TrunkSettings[];
  /** Rejects, or resolves with none, where the trunk cannot be found. */
  targetsOf(trunk: TrunkSettings): Promise<readonly SipTarget[]>;
  readonly locate: Locate;
  /** Whether the address belongs to the trunk: allowed by its settings, or resolved from its host or outbound proxy. */
  isAddressOf(trunk: TrunkSettings, address: string): boolean;
  /** A trunk asked to be left alone: others go first until `durationMs` have passed. */
  rest(trunk: TrunkSettings, durationMs: number): void;
}

/** The session descriptions of a leg's port, as a peer at this address must be told them. */
export function mediaFor(
  services: CarrierServices,
  leg: SipLeg,
  port: MediaPort,
  peer: { readonly address: string; readonly trunk: TrunkSettings | undefined },
): PortMedia {
  return new PortMedia({
    port,
    address: addressToldTo(peer.address, services.own),
    sessionId: String(services.clock.now()),
    signallingAddress: peer.address,
    mediaLatch: peer.trunk?.mediaLatch,
    onDirection: (direction) => leg.directed(direction),
  });
}

/** A key that came by INFO. Where telephone-events were negotiated, the same key comes as one: it must not count twice. */
export function digitByInfo(
  leg: SipLeg,
  media: PortMedia | undefined,
  { digit, durationMs }: InfoDigit,
): void {
  if (media?.takesTelephoneEvents !== true) leg.digitPressed(digit, durationMs);
}
