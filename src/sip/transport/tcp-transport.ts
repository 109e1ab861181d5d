import { connect, createServer, isIP } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import type { InternalErrors } from '../../core/internal-errors.ts';
import type { Logger } from '../../core/logger.ts';
import { bindServer, advertisedAddress, type BindOptions } from './bind.ts';
import { defaultStreamLimits, StreamTransport, type StreamTransportLimits } from './stream-transport.ts';
import type { Transport } from './transport.ts';

export interface StreamOptions extends BindOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Logs and counts internal errors. Default: an `InternalErrorLog` for this transport only. */
  readonly internalErrors?: InternalErrors | undefined;
  readonly limits?: Partial<StreamTransportLimits>;
}

/**
 * Opens a TCP transport for incoming and outgoing connections. Rejects with TransportError if the port cannot be bound.
 */
export async function openTcpTransport(options: StreamOptions): Promise<Transport> {
  const server = createServer();
  const port = await bindServer(server, 'tcp', options);
  return new StreamTransport({
    streamProtocol: {
      protocol: 'tcp',
      connectionEvent: 'connection',
      connect: (target, onReady) => connect({ host: target.address, port: target.port }, onReady),
    },
    server,
    sentBy: advertisedAddress(options, port),
    family: isIP(options.address) === 6 ? 6 : 4,
    clock: options.clock,
    logger: options.logger,
    internalErrors: options.internalErrors,
    limits: { ...defaultStreamLimits, ...options.limits },
  });
}
