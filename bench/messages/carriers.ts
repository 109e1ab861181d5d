import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import type { CarrierRegistration } from '../../src/messaging/open-messaging.ts';
import { SmppCarrier } from '../../src/providers/smpp/smpp-carrier.ts';
import { createSmtpCarrier } from '../../src/providers/smtp/smtp-carrier.ts';
import { customerDomain, MailServers, serviceDomain } from '../../test/mail/mail-servers.ts';
import type { SmscMessage } from './smsc.ts';

/** The network that receives the messages of the benchmark. */
export interface Peer {
  readonly registration: CarrierRegistration;
  /** A recipient whose messages this peer carries. */
  recipient(index: number): string;
  /** The status that every message reaches. */
  readonly finalStatus: 'sent' | 'delivered';
  acceptedCount(): Promise<number>;
  /** When a text arrived, in ms since the Unix epoch; the method is undefined if the peer does not report it. */
  readonly arrivedAtMs?: (text: string) => number | undefined;
  /** Sends messages by the same protocol without Parley. Returns the rate per second. */
  reference(count: number): Promise<number>;
  readonly maxReference: number;
  close(): Promise<void>;
}

const start = (args: readonly string[]): ChildProcess =>
  fork(path.join(import.meta.dirname, 'smsc.ts'), args, { serialization: 'advanced' });

export async function openSmppPeer(window: number): Promise<Peer> {
  const smsc = start(['serve']);
  const [{ port }] = (await once(smsc, 'message')) as [Extract<SmscMessage, { type: 'listening' }>];
  const arrivals = new Map<string, number>();
  let acceptedCount = 0;
  smsc.on('message', (message: SmscMessage) => {
    if (message.type !== 'accepted') return;
    acceptedCount += message.messages.length;
    // Only the timed messages, so that the memory of this process is not that of the benchmark.
    for (const { text, atMs } of message.messages) if (text.startsWith('timed ')) arrivals.set(text, atMs);
  });
  const url = { host: '127.0.0.1', port, tls: false, systemId: 'bench', password: 'bench', systemType: '' };
  const dependencies = { clock: systemClock, random: systemRandom, logger: silentLogger };
  return {
    registration: {
      route: { carrier: 'smpp', channel: 'sms', from: '+15550001111', fromName: '', carries: 'all' },
      window,
      open: async (inbox) => new SmppCarrier({ url, window, ...dependencies }, inbox),
    },
    recipient: (index) => `+1415${5_560_000 + index}`,
    finalStatus: 'delivered',
    acceptedCount: async () => acceptedCount,
    arrivedAtMs: (text) => arrivals.get(text),
    async reference(count) {
      const client = start(['submit', String(port), String(count), String(window)]);
      const [{ perSecond }] = (await once(client, 'message')) as [
        Extract<SmscMessage, { type: 'submitted' }>,
      ];
      return perSecond;
    },
    maxReference: 20_000,
    close: async () => smsc.disconnect(),
  };
}

/** TCP port of OpenSMTPD; Dovecot uses the next one. */
const firstMailPort = 28_525;

export async function openMailPeer(maxSessions: number): Promise<Peer> {
  const servers = await MailServers.start(firstMailPort);
  const server = {
    host: '127.0.0.1',
    port: servers.smtpPort,
    user: undefined,
    password: undefined,
    tls: 'off',
  } as const;
  const from = `parley@${serviceDomain}`;
  let sentCount = 0;
  return {
    registration: {
      route: { carrier: 'smtp', channel: 'email', from, fromName: 'Parley', carries: 'all' },
      window: maxSessions,
      open: async () => {
        const carrier = createSmtpCarrier({ server, dkim: undefined, clock: systemClock, maxSessions });
        const send = carrier.send.bind(carrier);
        carrier.send = async (message, signal) => {
          const accepted = await send(message, signal);
          sentCount += 1;
          return accepted;
        };
        return carrier;
      },
    },
    recipient: (index) => `customer-${index}@${customerDomain}`,
    finalStatus: 'sent',
    acceptedCount: async () => sentCount,
    async reference(count) {
      const transport = createTransport({
        host: server.host,
        port: server.port,
        pool: true,
        maxConnections: maxSessions,
        maxMessages: 50,
        ignoreTLS: true,
      });
      const startedMs = performance.now();
      await Promise.all(
        Array.from({ length: count }, (_, index) =>
          transport.sendMail({
            from,
            to: `reference@${customerDomain}`,
            subject: 'Reference',
            text: `${index}`,
          }),
        ),
      );
      transport.close();
      return (count / (performance.now() - startedMs)) * 1000;
    },
    maxReference: 2_000,
    close: () => servers.close(),
  };
}
