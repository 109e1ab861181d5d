import { isIP } from 'node:net';
import { createSipTransactionLayer } from '../sip/create-transaction-layer.ts';
import { locateServers, systemResolver, type DnsResolver } from '../sip/dns.ts';
import { openTcpTransport } from '../sip/transport/tcp-transport.ts';
import { openTlsTransport, type TlsOptions } from '../sip/transport/tls-transport.ts';
import { TransportError, type Transport, type TransportProtocol } from '../sip/transport/transport.ts';
import { openUdpTransport } from '../sip/transport/udp-transport.ts';
import type { SipUri } from '../sip/uri.ts';
import { createSipCarrier, type SipCarrierOptions, type SipCarrier } from './sip-carrier.ts';

export interface OpenSipCarrierOptions extends Omit<
  SipCarrierOptions,
  'layer' | 'locate' | 'ownAddresses' | 'resolveAddresses'
> {
  /** The address on which SIP and RTP listen: an address of this machine, or 0.0.0.0 or ::. */
  readonly address: string;
  /** For UDP and TCP; 0 lets the system choose. */
  readonly port: number;
  /** The public address, if it differs. */
  readonly publicAddress?: string | undefined;
  /** The setting that chose the port; mentioned in the error if the port is in use. */
  readonly portSetting?: string;
  /** The TLS listener. Without it, TLS trunks can be called, but cannot send calls. */
  readonly tls?: {
    readonly port: number;
    readonly certificate: NonNullable<TlsOptions['certificate']>;
    /** Trusted certificate authorities in PEM, instead of the system's. */
    readonly authoritiesPem?: readonly string[];
  };
}

export interface OpenedSipCarrier {
  readonly carrier: SipCarrier;
  /** The bound UDP port. */
  readonly port: number;
}

const maxPortAttempts = 10;

/** Binds the SIP sockets and starts the carrier on them. Rejects with TransportError if a port is in use. */
export async function openSipCarrier(options: OpenSipCarrierOptions): Promise<OpenedSipCarrier> {
  const transports = await openFreeTransports(options);
  const layer = createSipTransactionLayer({ ...options, transports, observer: options.trace });
  const resolver = systemResolver();
  const ownAddresses = { local: options.address, public: options.publicAddress };
  const carrier = createSipCarrier({
    ...options,
    layer,
    ownAddresses,
    resolveAddresses: (host) => resolver.resolveAddresses(host),
    locate: createLocate(options, transports, resolver),
  });
  return { carrier, port: transports[0]!.sentBy.port };
}

/** Opens the transports. If the UDP port that the system chose is in use for TCP, another port is tried. */
async function openFreeTransports(options: OpenSipCarrierOptions): Promise<Transport[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openTransports(options);
    } catch (error) {
      const isInUse = error instanceof TransportError && error.code === 'address-in-use';
      if (options.port !== 0 || !isInUse || attempt === maxPortAttempts) throw error;
    }
  }
}

async function openTransports(options: OpenSipCarrierOptions): Promise<Transport[]> {
  const { address, publicAddress, portSetting, logger, tls } = options;
  const common = {
    address,
    advertisedHost: publicAddress ?? (isWildcard(address) ? undefined : address),
    logger,
    internalErrors: options.internalErrors,
    clock: options.clock,
    ...(portSetting === undefined ? {} : { portSetting }),
  };
  const opened: Transport[] = [];
  try {
    opened.push(await openUdpTransport({ ...common, port: options.port }));
    opened.push(await openTcpTransport({ ...common, port: opened[0]!.sentBy.port }));
    opened.push(await openTlsTransport({ ...common, port: 5061, ...tls }));
    return opened;
  } catch (error) {
    await Promise.all(opened.map((transport) => transport.close()));
    throw error;
  }
}

function createLocate(
  { random }: OpenSipCarrierOptions,
  transports: readonly Transport[],
  resolver: DnsResolver,
) {
  const protocols: TransportProtocol[] = transports.map(({ protocol }) => protocol);
  const canReach = (protocol: TransportProtocol, address: string) =>
    transports.some((transport) => transport.protocol === protocol && transport.family === isIP(address));
  return (uri: SipUri) => locateServers(uri, { resolver, random, protocols, canReach });
}

const isWildcard = (address: string): boolean => address === '0.0.0.0' || address === '::';
