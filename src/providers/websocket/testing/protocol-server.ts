import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';

/** A refusal of the upgrade to a websocket. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a server of a vendor does with one connection. */
export interface ServedConnection {
  onText?(text: string): void;
  onAudio?(audio: Uint8Array): void;
  onClose?(): void;
}

/** A connection of a client. */
export class ServerConnection {
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  /** Text messages of the client. */
  readonly texts: string[] = [];
  /** Sizes of the binary messages of the client. */
  readonly audioSizes: number[] = [];
  isClosed = false;
  /** Whether the server has read audio, binary or in a message. */
  hasAudio = false;
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #switches: ProtocolSwitches;
  #isCut = false;

  constructor(socket: WebSocket, stream: Duplex, request: IncomingMessage, switches: ProtocolSwitches) {
    this.#socket = socket;
    this.#stream = stream;
    this.#switches = switches;
    this.url = new URL(request.url ?? '', 'http://localhost');
    this.headers = request.headers;
  }

  /** Sends a JSON message, unless the server is silent. */
  send(message: object): void {
    if (this.#switches.isSilent || this.#isCut) return;
    const text = JSON.stringify(message);
    if (this.#switches.splitsFrames) this.#sendSplit(text);
    else this.#socket.send(text);
    this.#countMessage();
  }

  sendText(text: string): void {
    this.#socket.send(text);
  }

  sendAudio(audio: Uint8Array): void {
    if (!this.#switches.isSilent) this.#socket.send(audio);
  }

  close(code: number, reason = ''): void {
    this.#socket.close(code, reason);
  }

  /** Ends the TCP connection without a close frame. */
  cut(): void {
    this.#stream.destroy();
  }

  /** Sends the start of a frame and ends the TCP connection. */
  cutInFrame(): void {
    this.#stream.write(Buffer.from([0x81, 0x7e, 0x10, 0x00, 0x7b, 0x22]), () => this.#stream.destroy());
  }

  #countMessage(): void {
    const left = this.#switches.cutsAfterMessages;
    if (left === undefined) return;
    this.#switches.cutsAfterMessages = left > 1 ? left - 1 : undefined;
    if (left > 1) return;
    this.#isCut = true;
    // The messages before are delivered.
    setImmediate(() => this.cut());
  }

  /** Writes one websocket frame in pieces of one and of five bytes, each its own TCP segment. */
  #sendSplit(text: string): void {
    const payload = Buffer.from(text);
    const header =
      payload.length < 126
        ? Buffer.from([0x81, payload.length])
        : Buffer.from([0x81, 126, payload.length >> 8, payload.length & 0xff]);
    const frame = Buffer.concat([header, payload]);
    this.#stream.write(frame.subarray(0, 1));
    this.#stream.write(frame.subarray(1, 6));
    this.#stream.write(frame.subarray(6));
  }
}

/** Faults of a protocol server, which tests switch on. */
export interface ProtocolSwitches {
  /** Every upgrade is refused. */
  refusal: Refusal | undefined;
  /** The server accepts connections and sends nothing. */
  isSilent: boolean;
  /** The server accepts TCP connections and never answers the upgrade. */
  ignoresUpgrades: boolean;
  /** Messages arrive in several TCP segments. */
  splitsFrames: boolean;
  /** After this many further messages of the server, the TCP connection that it has sent the last one on is ended; once. */
  cutsAfterMessages: number | undefined;
}

/** Websocket server on a loopback port that speaks the protocol of a vendor. `serve` creates the state of one connection. */
export class ProtocolServer implements ProtocolSwitches {
  refusal: Refusal | undefined;
  /** Returns the refusal of an upgrade, as the vendor's checks of keys and parameters do. */
  refuse: (request: IncomingMessage) => Refusal | undefined = () => undefined;
  isSilent = false;
  ignoresUpgrades = false;
  splitsFrames = false;
  cutsAfterMessages: number | undefined;
  /** All connections, in order. */
  readonly connections: ServerConnection[] = [];
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 });
  readonly #waiting = new Set<() => void>();
  readonly #streams = new Set<Duplex>();
  upgradeCount = 0;

  private constructor(serve: (connection: ServerConnection) => ServedConnection) {
    this.#server = createServer((_, response) => response.writeHead(404).end());
    this.#server.on('upgrade', (request, stream, head) => {
      this.upgradeCount += 1;
      this.#notifyWaiting();
      stream.on('error', () => undefined);
      this.#streams.add(stream);
      if (this.ignoresUpgrades) return;
      const refusal = this.refusal ?? this.refuse(request);
      if (refusal !== undefined) sendRefusal(stream, refusal);
      else
        this.#sockets.handleUpgrade(request, stream, head, (socket) =>
          this.#accept(new ServerConnection(socket, stream, request, this), socket, serve),
        );
    });
  }

  static async start(serve: (connection: ServerConnection) => ServedConnection): Promise<ProtocolServer> {
    const server = new ProtocolServer(serve);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The last connection. */
  get latest(): ServerConnection {
    return this.connections.at(-1)!;
  }

  get openConnections(): readonly ServerConnection[] {
    return this.connections.filter(({ isClosed }) => !isClosed);
  }

  /** Resolves when the condition is true; it is checked after each event of a connection. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  async close(): Promise<void> {
    for (const stream of this.#streams) stream.destroy();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #accept(
    connection: ServerConnection,
    socket: WebSocket,
    serve: (connection: ServerConnection) => ServedConnection,
  ): void {
    this.connections.push(connection);
    const served = serve(connection);
    socket.on('error', () => undefined);
    socket.on('message', (data: RawData, isBinary) => {
      connection.hasAudio ||= isBinary;
      if (isBinary) connection.audioSizes.push((data as Buffer).length);
      else connection.texts.push((data as Buffer).toString());
      if (isBinary) served.onAudio?.(data as Buffer);
      else served.onText?.((data as Buffer).toString());
      this.#notifyWaiting();
    });
    socket.on('close', () => {
      connection.isClosed = true;
      served.onClose?.();
      this.#notifyWaiting();
    });
    this.#notifyWaiting();
  }

  #notifyWaiting(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

function sendRefusal(stream: Duplex, { status, headers = {}, body = '' }: Refusal): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  stream.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n${lines.join('')}\r\n${body}`,
  );
}
