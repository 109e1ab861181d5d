import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Connection } from '../../src/store/connection.ts';

/** A TCP proxy to a database server, which fails on request. */
export class DatabaseProxy {
  readonly #database: Connection;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #isMuted = false;

  private constructor(database: Connection) {
    this.#database = database;
  }

  static async start(database: Connection): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(database);
    await proxy.open();
    return proxy;
  }

  get connection(): { readonly url: string } {
    const database = this.#database;
    const parts = 'url' in database ? new URL(database.url) : undefined;
    const user = 'url' in database ? parts!.username : database.user;
    const name = 'url' in database ? parts!.pathname : `/${database.database}`;
    const password = parts === undefined ? '' : `:${parts.password}`;
    return { url: `postgresql://${user}${password}@127.0.0.1:${this.#port}${name}` };
  }

  /** While the proxy is muted, data is lost and connections remain open. */
  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
  }

  /** Accepts connections, on the same port as before. Changes nothing if the proxy is open. */
  async open(): Promise<void> {
    if (this.#server?.listening === true) return;
    this.#server = createServer((client) => this.#forward(client));
    await new Promise<void>((resolve) => this.#server!.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Breaks all connections, and rejects new ones. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await new Promise((resolve) => this.#server!.close(resolve));
  }

  #forward(client: Socket): void {
    const database = this.#database;
    const upstream = 'url' in database ? connectTo(new URL(database.url)) : connectTo(database);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => this.#isMuted || to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}

/** Connects to a server. A host that is an absolute path, escaped in a URL, is the folder of a Unix socket. */
function connectTo(address: URL | { readonly host: string; readonly port: number }): Socket {
  const host = address instanceof URL ? decodeURIComponent(address.hostname) : address.host;
  const port = Number(address.port || 5432);
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
}
