export type TransportProtocol = 'udp' | 'tcp' | 'tls';

/** Where a message goes: an address, not a name. */
export interface SipTarget {
  readonly protocol: TransportProtocol;
  /** IPv4 or IPv6 without brackets. */
  readonly address: string;
  readonly port: number;
  /** TLS: the name that the certificate must carry (RFC 5922); the address where it is not given. */
  readonly serverName?: string;
  /** The connection to use while it lasts; another is opened when it is gone. Taken from a `SipSource`. */
  readonly connection?: SipConnection;
}

/** Where a message came from: the address that was seen, whatever the message says of itself. */
export interface SipSource {
  readonly protocol: TransportProtocol;
  /** IPv4 or IPv6 without brackets; never an IPv4 address in IPv6 clothes. */
  readonly address: string;
  readonly port: number;
  /** TCP and TLS: the connection it came by. */
  readonly connection?: SipConnection;
}

/** A connection as a name only: it is handed back in a target, never used directly. */
export interface SipConnection {
  readonly id: number;
}

/** Where a transport can be reached, for Via and Contact. */
export interface SentBy {
  /** A name or address; IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
}

export interface TransportListener {
  /** One message, whole and at most 65,536 bytes. The bytes are the listener's to keep. */
  onMessage(bytes: Buffer, source: SipSource): void;
  /**
   * Whether a connection from here may take one of those that are reserved for known sources. Without this function every source is
   * known.
   */
  isKnownSource?(source: SipSource): boolean;
  /** A connection is gone; transactions on it fail (RFC 3261 §18.4). */
  onConnectionLost?(connection: SipConnection): void;
}

/** A socket or a set of connections that carries SIP messages. */
export interface Transport {
  readonly protocol: TransportProtocol;
  /** 4 or 6. */
  readonly family: 4 | 6;
  readonly sentBy: SentBy;
  listen(listener: TransportListener): void;
  /**
   * Resolves when the bytes were handed to the operating system, with the connection that took them where there is one;
   * rejects with TransportError.
   */
  send(bytes: Buffer, target: SipTarget): Promise<SipConnection | undefined>;
  /** Gives back every socket. Safe to call twice. */
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
  /** With the code `tls`: what is wrong, such as "its TLS certificate has expired". */
  readonly tlsFault: string | undefined;

  constructor(code: TransportErrorCode, message: string, cause?: unknown, tlsFault?: string) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.tlsFault = tlsFault;
  }
}
