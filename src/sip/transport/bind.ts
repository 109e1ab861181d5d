import { isIP, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describeTlsFailure } from '../../core/connection-failure.ts';
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
  /** The setting that chose the port, for error messages; default `PARLEY_SIP_PORT`. */
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
  const fault = describeTlsFailure(error);
  const code = codes[error.code ?? ''] ?? (fault === undefined ? 'failed' : 'tls');
  return new TransportError(code, `${failure}: ${fault ?? error.message}`, error, fault);
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

/** Returns the machine's first address of the same family that is not loopback; `unspecified` if there is none. */
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
