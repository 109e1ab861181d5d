import { numberTextOf } from '../sip/tel-uri.ts';
import type { SipTarget } from '../sip/transport/transport.ts';
import { bracketed, escapeUser, sipUri, type SipUri } from '../sip/uri.ts';
import type { CarrierServices } from './carrier-services.ts';
import { readNumber } from './number-routing.ts';
import type { TrunkSettings } from './trunk.ts';

/** An INVITE that may be redirected. */
export interface RedirectableCall {
  readonly trunk: TrunkSettings;
  /** Where the INVITE went. */
  readonly target: SipTarget;
  /** The number that was dialed, in E.164. */
  readonly to: string;
}

/** The Request-URI and the target of the next INVITE. */
export interface Redirection {
  readonly uri: SipUri;
  readonly target: SipTarget;
}

/** Parameters that would send the request elsewhere than the host says, or make another request of it (RFC 3261 §19.1.1). */
const droppedParameters: ReadonlySet<string> = new Set(['maddr', 'ttl', 'method', 'transport']);

/**
 * Where a call goes that was redirected to this Contact; undefined where the redirection is refused. A callee can send a redirection too, and
 * whoever follows it pays for the call: so it may change only the server. The number stays the dialed one, for which suppressions and
 * calling hours were checked; the address belongs to the trunk; the transport is the trunk's. Never rejects.
 */
export async function findRedirection(
  services: CarrierServices,
  { trunk, target, to }: RedirectableCall,
  contact: SipUri,
): Promise<Redirection | undefined> {
  const [number] = readNumber(numberTextOf(contact) ?? '', services.country);
  if (number !== to || !keepsTransport(contact, trunk)) return undefined;
  const parameters = [...contact.parameters].filter(([name]) => !droppedParameters.has(name));
  const uri: SipUri = {
    ...contact,
    user: escapeUser(to),
    password: undefined,
    parameters: new Map(parameters),
    headers: undefined,
  };
  const found = await findTarget(services, trunk, uri);
  if (found === undefined) return undefined;
  return { uri, target: trunk.outboundProxy === undefined ? found : target };
}

/** A trunk by TLS is never left for plain text. */
function keepsTransport({ scheme, parameters }: SipUri, trunk: TrunkSettings): boolean {
  const named = scheme === 'sips' ? 'tls' : parameters.get('transport')?.toLowerCase();
  return named === undefined || named === trunk.transport;
}

/** The trunk's own host, or another one at an address of the trunk. */
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
