import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import type { Logger } from '../../core/logger.ts';
import { toBindError, unmapIpv4, advertisedAddress, toTransportError, type BindOptions } from './bind.ts';
import {
  TransportError,
  type SentBy,
  type SipTarget,
  type Transport,
  type TransportListener,
} from './transport.ts';

/**
 * One socket carries all messages (RFC 3261 §18), so each of its buffers holds a burst: about 1,000 messages of 1 kB.
 */
const socketBufferBytes = 1 << 20;

/** Opens a UDP socket. Rejects with TransportError if that fails. */
export async function openUdpTransport(
  options: BindOptions & { readonly logger: Logger },
): Promise<Transport> {
  const family = isIP(options.address) === 6 ? 6 : 4;
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    recvBufferSize: socketBufferBytes,
    sendBufferSize: socketBufferBytes,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close();
      reject(toBindError(error, 'udp', options));
    });
    socket.bind({ address: options.address, port: options.port, exclusive: true }, resolve);
  });
  socket.removeAllListeners('error');
  return new UdpTransport(socket, family, advertisedAddress(options, socket.address().port), options.logger);
}

class UdpTransport implements Transport {
  readonly protocol = 'udp';
  readonly family: 4 | 6;
  readonly sentBy: SentBy;
  readonly #socket: Socket;
  #closing: Promise<void> | undefined;

  constructor(socket: Socket, family: 4 | 6, sentBy: SentBy, logger: Logger) {
    this.#socket = socket;
    this.family = family;
    this.sentBy = sentBy;
    socket.on('error', (error) => logger.warn({ err: error }, 'SIP UDP socket failed.'));
  }

  listen(listener: TransportListener): void {
    this.#socket.removeAllListeners('message');
    this.#socket.on('message', (bytes, remote) => {
      listener.onMessage(bytes, {
        protocol: 'udp',
        address: unmapIpv4(remote.address),
        port: remote.port,
      });
    });
  }

  send(bytes: Buffer, target: SipTarget): Promise<undefined> {
    if (this.#closing !== undefined)
      return Promise.reject(new TransportError('closed', 'the UDP socket is closed'));
    if (isIP(target.address) === 0)
      return Promise.reject(new TransportError('failed', 'a UDP target must be an address, not a name'));
    return new Promise((resolve, reject) => {
      this.#socket.send(bytes, target.port, target.address, (error) => {
        if (error === null) resolve(undefined);
        else reject(toTransportError(error, `cannot send to ${target.address}:${target.port} over UDP`));
      });
    });
  }

  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => this.#socket.close(() => resolve()));
    return this.#closing;
  }
}
