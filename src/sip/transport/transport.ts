export type TransportProtocol = 'udp' | 'tcp' | 'tls';

/** The destination of a message: an address, not a host name. */
export interface SipTarget {
  readonly protocol: TransportProtocol;
  /** IPv4 or IPv6 without brackets. */
  readonly address: string;
  readonly port: number;
  /** TLS: the name that the certificate must match (RFC 5922); default: the address. */
  readonly serverName?: string;
  /** The connection of a `SipSource`, which is used while it is open. Otherwise a new connection is opened. */
  readonly connection?: SipConnection;
}

/** The source of a message: the observed address, whatever the message contains. */
export interface SipSource {
  readonly protocol: TransportProtocol;
  /** IPv4 or IPv6 without brackets; never an IPv4-mapped IPv6 address. */
  readonly address: string;
  readonly port: number;
  /** TCP and TLS: the connection on which the message arrived. */
  readonly connection?: SipConnection;
}

/** Identifies a connection. Users pass it back in a `SipTarget`, and do not use it otherwise. */
export interface SipConnection {
  readonly id: number;
}

/** The address of a transport for Via and Contact. */
export interface SentBy {
  /** A host name or address; IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
}

export interface TransportListener {
  /** A datagram, or a complete message of a stream; at most 65,536 bytes. The listener owns the bytes. */
  onMessage(bytes: Buffer, source: SipSource): void;
  /**
   * Returns whether a connection from this source can use the capacity reserved for known sources. Without this
   * function every source is known.
   */
  isKnownSource?(source: SipSource): boolean;
  /** A connection was lost; transactions on it fail (RFC 3261 §18.4). */
  onConnectionLost?(connection: SipConnection, error: TransportError): void;
}

/** A socket or a set of connections that carries SIP messages. */
export interface Transport {
  readonly protocol: TransportProtocol;
  /** IPv4 or IPv6. */
  readonly family: 4 | 6;
  readonly sentBy: SentBy;
  listen(listener: TransportListener): void;
  /**
   * Resolves when the bytes were passed to the operating system, with the connection that was used, if any. Rejects
   * with TransportError.
   */
  send(bytes: Buffer, target: SipTarget): Promise<SipConnection | undefined>;
  /** Closes every socket. Safe to call twice. */
  close(): Promise<void>;
}

export type TransportErrorCode =
  | 'address-in-use'
  | 'address-not-available'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'closed'
  | 'too-large'
  | 'overloaded'
  | 'tls'
  | 'failed';

export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: TransportErrorCode;
  /** With code `tls`: the fault, such as "its TLS certificate has expired". */
  readonly tlsFailure: string | undefined;

  constructor(code: TransportErrorCode, message: string, cause?: unknown, tlsFailure?: string) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.tlsFailure = tlsFailure;
  }
}
