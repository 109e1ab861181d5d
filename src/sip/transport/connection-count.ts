import type { Socket } from 'node:net';

/** The sockets that others opened to us, and how many of them from each address. */
export class ConnectionCount {
  readonly #sockets = new Set<Socket>();
  readonly #byAddress = new Map<string, number>();

  get sockets(): ReadonlySet<Socket> {
    return this.#sockets;
  }

  /** How many there are from the address of this one. */
  from(socket: Socket): number {
    return this.#byAddress.get(socket.remoteAddress ?? '') ?? 0;
  }

  /** Counts it until it closes. */
  add(socket: Socket): void {
    // A closed socket no longer knows where it was connected to.
    const address = socket.remoteAddress ?? '';
    this.#sockets.add(socket);
    this.#byAddress.set(address, this.from(socket) + 1);
    socket.once('close', () => this.#remove(socket, address));
  }

  #remove(socket: Socket, address: string): void {
    this.#sockets.delete(socket);
    const left = (this.#byAddress.get(address) ?? 0) - 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }
}
