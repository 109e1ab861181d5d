import { isIP, type Server } from 'node:net';
import { connect, createServer, type ConnectionOptions } from 'node:tls';
import { bindServer, advertisedAddress } from './bind.ts';
import { defaultStreamLimits, StreamTransport } from './stream-transport.ts';
import type { StreamOptions } from './tcp-transport.ts';
import type { SipTarget, Transport } from './transport.ts';

export interface TlsOptions extends StreamOptions {
  /** The server certificate in PEM. Without it only outgoing connections are possible. */
  readonly certificate?: { readonly certificatePem: string; readonly privateKeyPem: string };
  /** Trusted certificate authorities in PEM, instead of the system's. */
  readonly authoritiesPem?: readonly string[];
  /** Whether the peer's certificate must be valid and match its name; default true. */
  readonly verifyPeer?: boolean;
}

/**
 * Opens a TLS transport (RFC 3261 §26.3.1: TLS 1.2 and above). Rejects with TransportError if the port cannot be bound.
 */
export async function openTlsTransport(options: TlsOptions): Promise<Transport> {
  const server = options.certificate === undefined ? undefined : createTlsServer(options.certificate);
  const port = server === undefined ? options.port : await bindServer(server, 'tls', options);
  return new StreamTransport({
    streamProtocol: {
      protocol: 'tls',
      connectionEvent: 'secureConnection',
      connect: (target, onReady) => connect(connectOptions(options, target), onReady),
    },
    server,
    sentBy: advertisedAddress(options, port),
    family: isIP(options.address) === 6 ? 6 : 4,
    clock: options.clock,
    logger: options.logger,
    internalErrors: options.internalErrors,
    limits: { ...defaultStreamLimits, ...options.limits },
  });
}

function createTlsServer(certificate: NonNullable<TlsOptions['certificate']>): Server {
  return createServer({
    cert: certificate.certificatePem,
    key: certificate.privateKeyPem,
    minVersion: 'TLSv1.2',
    handshakeTimeout: 5_000,
  });
}

function connectOptions(options: TlsOptions, target: SipTarget): ConnectionOptions {
  const name = target.serverName;
  return {
    host: target.address,
    port: target.port,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: options.verifyPeer ?? true,
    ...(options.authoritiesPem === undefined ? {} : { ca: [...options.authoritiesPem] }),
    // Server Name Indication supports only host names (RFC 6066 §3). Without a host name, the certificate is checked
    // against the address.
    ...(name === undefined || isIP(name) !== 0 ? {} : { servername: name }),
  };
}
