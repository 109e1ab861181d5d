import type { Socket } from 'node:net';
import { addressBlock } from '../../core/address-ranges.ts';

export interface ConnectionLimits {
  /** Maximum concurrent connections from all sources. */
  readonly maxConnections: number;
  /** Maximum from one known source: an IPv4 address, or a /64 of IPv6. */
  readonly maxConnectionsPerSource: number;
  /** Maximum from all unknown sources together; the rest is reserved for known ones. */
  readonly maxUnknownConnections: number;
  /** Maximum from one unknown source. */
  readonly maxUnknownConnectionsPerSource: number;
}

/** Limits incoming connections by source. The caller of `add` decides which sources are known. */
export class ConnectionLimiter {
  readonly #limits: ConnectionLimits;
  readonly #sockets = new Set<Socket>();
  readonly #bySource = new Map<string, number>();
  #unknownCount = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get sockets(): ReadonlySet<Socket> {
    return this.#sockets;
  }

  /** Counts a socket until it closes. Returns false, and does not count it, if one of the limits is reached. */
  add(socket: Socket, isKnown: boolean): boolean {
    // A closed socket no longer has its remote address.
    const source = addressBlock(socket.remoteAddress ?? '');
    const fromSource = this.#bySource.get(source) ?? 0;
    if (!this.#hasCapacity(fromSource, isKnown)) return false;
    this.#sockets.add(socket);
    this.#bySource.set(source, fromSource + 1);
    if (!isKnown) this.#unknownCount += 1;
    socket.once('close', () => this.#remove(socket, source, isKnown));
    return true;
  }

  #hasCapacity(fromSource: number, isKnown: boolean): boolean {
    const limits = this.#limits;
    if (this.#sockets.size >= limits.maxConnections) return false;
    if (isKnown) return fromSource < limits.maxConnectionsPerSource;
    const isUnderTotal = this.#unknownCount < limits.maxUnknownConnections;
    return isUnderTotal && fromSource < limits.maxUnknownConnectionsPerSource;
  }

  #remove(socket: Socket, source: string, isKnown: boolean): void {
    this.#sockets.delete(socket);
    if (!isKnown) this.#unknownCount -= 1;
    const remaining = (this.#bySource.get(source) ?? 0) - 1;
    if (remaining > 0) this.#bySource.set(source, remaining);
    else this.#bySource.delete(source);
  }
}
