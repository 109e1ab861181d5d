import type { Socket } from 'node:net';
import { addressBlock } from '../../core/address-ranges.ts';

export interface ConnectionCountLimits {
  /** Connections at once from all sources. */
  readonly connectionsMax: number;
  /** Of those, from one known source: an IPv4 address, or a /64 of IPv6. */
  readonly connectionsPerSourceMax: number;
  /** Of those, from all sources that are not known; the rest is reserved for known ones. */
  readonly unknownConnectionsMax: number;
  /** Of those, from one source that is not known. */
  readonly unknownConnectionsPerSourceMax: number;
}

/** The sockets that others opened to us, by source. */
export class ConnectionCount {
  readonly #limits: ConnectionCountLimits;
  readonly #sockets = new Set<Socket>();
  readonly #bySource = new Map<string, number>();
  #unknown = 0;

  constructor(limits: ConnectionCountLimits) {
    this.#limits = limits;
  }

  get sockets(): ReadonlySet<Socket> {
    return this.#sockets;
  }

  /** Counts a socket until it closes; false, and nothing is counted, where its source has as many as it may. */
  add(socket: Socket, isKnown: boolean): boolean {
    // A closed socket no longer knows where it was connected to.
    const source = addressBlock(socket.remoteAddress ?? '');
    const fromSource = this.#bySource.get(source) ?? 0;
    if (!this.#hasRoom(fromSource, isKnown)) return false;
    this.#sockets.add(socket);
    this.#bySource.set(source, fromSource + 1);
    if (!isKnown) this.#unknown += 1;
    socket.once('close', () => this.#remove(socket, source, isKnown));
    return true;
  }

  #hasRoom(fromSource: number, isKnown: boolean): boolean {
    const limits = this.#limits;
    if (this.#sockets.size >= limits.connectionsMax) return false;
    if (isKnown) return fromSource < limits.connectionsPerSourceMax;
    const isUnderTotal = this.#unknown < limits.unknownConnectionsMax;
    return isUnderTotal && fromSource < limits.unknownConnectionsPerSourceMax;
  }

  #remove(socket: Socket, source: string, isKnown: boolean): void {
    this.#sockets.delete(socket);
    if (!isKnown) this.#unknown -= 1;
    const left = (this.#bySource.get(source) ?? 0) - 1;
    if (left > 0) this.#bySource.set(source, left);
    else this.#bySource.delete(source);
  }
}
