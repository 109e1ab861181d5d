import { firstNumberCandidate } from '../sip/tel-uri.ts';
import type { SipTarget } from '../sip/transport/transport.ts';
import { bracketed, escapeUser, sipUri, type SipUri } from '../sip/uri.ts';
import type { CarrierServices } from './carrier-services.ts';
import { e164Candidates } from './number-routing.ts';
import type { TrunkSettings } from './trunk.ts';

/** An INVITE that can be redirected. */
export interface RedirectableCall {
  readonly trunk: TrunkSettings;
  /** The target of the INVITE. */
  readonly target: SipTarget;
  /** The dialed number in E.164. */
  readonly to: string;
}

/** The Request-URI and the target of the next INVITE. */
export interface Redirection {
  readonly uri: SipUri;
  readonly target: SipTarget;
}

/** Parameters that would change the destination or method of the request (RFC 3261 §19.1.1). */
const droppedParameters: ReadonlySet<string> = new Set(['maddr', 'ttl', 'method', 'transport']);

/**
 * Returns the target of a redirection to this Contact; `undefined` if the redirection is not followed. A callee can
 * also send a redirection, at the caller's expense, so only the server may change. The number must be the dialed one,
 * for which suppressions and calling hours were checked. The address must belong to the trunk, and the transport must
 * be that of the trunk. Never rejects.
 */
export async function findRedirection(
  services: CarrierServices,
  { trunk, target, to }: RedirectableCall,
  contact: SipUri,
): Promise<Redirection | undefined> {
  const [number] = e164Candidates(firstNumberCandidate(contact) ?? '', services.country);
  if (number !== to || !keepsTransport(contact, trunk)) return undefined;
  const parameters = [...contact.parameters].filter(([name]) => !droppedParameters.has(name));
  const uri: SipUri = {
    ...contact,
    user: escapeUser(to),
    password: undefined,
    parameters: new Map(parameters),
    headers: undefined,
  };
  const newTarget = await findTarget(services, trunk, uri);
  if (newTarget === undefined) return undefined;
  return { uri, target: trunk.outboundProxy === undefined ? newTarget : target };
}

/**
 * Returns whether the Contact has the transport of the trunk, so that no TLS call is redirected to an unencrypted
 * transport.
 */
function keepsTransport({ scheme, parameters }: SipUri, trunk: TrunkSettings): boolean {
  const transport = scheme === 'sips' ? 'tls' : parameters.get('transport')?.toLowerCase();
  return transport === undefined || transport === trunk.transport;
}

/** Returns a target on the trunk's own host, or on another host at an address of the trunk. */
async function findTarget(
  services: CarrierServices,
  trunk: TrunkSettings,
  { host, port }: SipUri,
): Promise<SipTarget | undefined> {
  const hop = sipUri({ host, port, parameters: [['transport', trunk.transport]] });
  const targets = await services.locate(hop).catch(() => []);
  if (host === bracketed(trunk.host).toLowerCase()) return targets[0];
  return targets.find(({ address }) => services.isAddressOf(trunk, address));
}
