import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export interface Connection {
  readonly address: string;
  readonly port: number;
}

type Connect = (this: unknown, request: unknown, address: string, port: number) => number;

interface TcpPrototype {
  connect: Connect;
  connect6: Connect;
}

/** UV_ECONNREFUSED of Linux and macOS. */
const refused = process.platform === 'darwin' ? -61 : -111;

/**
 * Records every TCP connection of this process at the lowest layer of Node, the native handle, where the address is final. No connection
 * leaves the machine: it leads to a local port, or is refused.
 */
export class ConnectionRecord {
  /** The local port to which connections lead. They are refused without one. */
  port: number | undefined;
  readonly #connections: Connection[] = [];
  readonly #prototype: TcpPrototype;
  readonly #original: Connect;
  readonly #original6: Connect;

  private constructor(prototype: TcpPrototype) {
    this.#prototype = prototype;
    this.#original = prototype.connect;
    this.#original6 = prototype.connect6;
    const connections = this.#connections;
    const connectLocally = (handle: unknown, request: unknown): number =>
      this.port === undefined ? refused : this.#original.call(handle, request, '127.0.0.1', this.port);
    const recorded: Connect = function (request, address, port) {
      connections.push({ address, port });
      return connectLocally(this, request);
    };
    prototype.connect = recorded;
    prototype.connect6 = recorded;
  }

  static async open(): Promise<ConnectionRecord> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { _handle: handle } = server as unknown as { readonly _handle: object };
    const prototype = Object.getPrototypeOf(handle) as TcpPrototype;
    server.close();
    return new ConnectionRecord(prototype);
  }

  /** Returns the connections since the last call. */
  take(): Connection[] {
    return this.#connections.splice(0);
  }

  close(): void {
    this.#prototype.connect = this.#original;
    this.#prototype.connect6 = this.#original6;
  }
}

export const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;
