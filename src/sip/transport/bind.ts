import { isIP, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { bracketed } from '../uri.ts';
import { TransportError, type SentBy, type TransportErrorCode, type TransportProtocol } from './transport.ts';

/** The local address of a transport, and how it is advertised. */
export interface BindOptions {
  /** IPv4 or IPv6 address of this machine. */
  readonly address: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** The host in Via and Contact if it differs from the bound address: a public address behind a NAT. */
  readonly advertisedHost?: string | undefined;
  /** The setting that chose the port; mentioned in the error if the port is in use. */
  readonly portSetting?: string;
}

const codes: Readonly<Record<string, TransportErrorCode>> = {
  EADDRINUSE: 'address-in-use',
  EADDRNOTAVAIL: 'address-not-available',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'timeout',
  EMSGSIZE: 'too-large',
  ENOBUFS: 'overloaded',
};

/** Converts an error of the operating system. `failure` begins the message, such as "cannot connect to ...". */
export function toTransportError(error: Error & { code?: string }, failure: string): TransportError {
  const fault = tlsFaultOf(error.code ?? '');
  const code = codes[error.code ?? ''] ?? (fault === undefined ? 'failed' : 'tls');
  return new TransportError(code, `${failure}: ${fault ?? error.message}`, error, fault);
}

/** Verification results of OpenSSL (X509_V_ERR_…) and errors of Node that an operator can act on. */
const tlsFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  CERT_NOT_YET_VALID: 'its TLS certificate is not valid yet',
  CERT_REVOKED: 'its TLS certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another host name',
  HOSTNAME_MISMATCH: 'its TLS certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its TLS certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'its TLS certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its TLS certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its TLS certificate is signed by an unknown authority',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS on this port',
};

function tlsFaultOf(code: string): string | undefined {
  const fault = tlsFaults[code];
  if (fault !== undefined) return fault;
  if (/^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|INVALID_)/.test(code))
    return 'its TLS certificate is not valid';
  return /^ERR_(SSL|TLS)/.test(code) ? 'the TLS handshake failed' : undefined;
}

/** Returns the error for a port that cannot be bound, with the port and the setting to change. */
export function toBindError(
  error: Error & { code?: string },
  protocol: TransportProtocol,
  options: BindOptions,
): TransportError {
  const endpoint = `${protocol.toUpperCase()} ${bracketed(options.address)}:${options.port}`;
  const setting = options.portSetting ?? 'PARLEY_SIP_PORT';
  if (error.code === 'EADDRINUSE')
    return new TransportError(
      'address-in-use',
      `${endpoint} is in use; choose another port with ${setting}`,
      error,
    );
  if (error.code === 'EACCES')
    return new TransportError(
      'address-in-use',
      `${endpoint} requires more privileges; choose another port with ${setting}`,
      error,
    );
  return toTransportError(error, `cannot listen on ${endpoint}`);
}

/**
 * Returns the advertised address. An unspecified address (0.0.0.0, ::) is replaced by the first address of the machine.
 */
export function advertisedAddress(options: BindOptions, boundPort: number): SentBy {
  const address = /^(0\.0\.0\.0|::)$/.test(options.address)
    ? firstLocalAddress(options.address)
    : options.address;
  return { host: bracketed(options.advertisedHost ?? address), port: boundPort };
}

/** Returns the first external address in the family of an unspecified one; the unspecified one if there is none. */
function firstLocalAddress(unspecified: string): string {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const external = addresses.find(
    ({ address, internal }) => !internal && isIP(address) === isIP(unspecified),
  );
  return external?.address ?? unspecified;
}

/** Resolves with the port to which a server was bound. */
export function bindServer(
  server: Server,
  protocol: TransportProtocol,
  options: BindOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => reject(toBindError(error, protocol, options));
    server.once('error', onError);
    server.listen(options.port, options.address, () => {
      server.off('error', onError);
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : options.port);
    });
  });
}

/** Returns an IPv4-mapped IPv6 address as IPv4, and any other address unchanged. */
export function unmapIpv4(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
