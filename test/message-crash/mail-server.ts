import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { fractionOf } from '../webhook-crash/plan.ts';
import type { PeerContext } from './peer-context.ts';
import { peerFaultOf, slowMs, type PeerFault } from './peer-faults.ts';
import { keyOfText, type Handover } from './records.ts';

/** A killed process closes its connections; this is for a process that runs on. */
const killedMs = 300;

interface ReceivedMail {
  readonly to: string;
  readonly text: string;
  readonly key: string;
  readonly replyTo: string | undefined;
  readonly messageId: string | undefined;
  /** System time in ms at which the server allowed the message. */
  readonly atMs: number;
}

type Done = (error?: Error | null) => void;

/** The mail server of the crash tests: accepts or fails messages as the seed says. */
export class MailServer {
  readonly #context: PeerContext;
  readonly #sockets = new Map<number, Socket>();
  readonly #attempts = new Map<string, number>();
  #server: SMTPServer | undefined;
  #port = 0;
  #recipients = 0;

  constructor(context: PeerContext) {
    this.#context = context;
  }

  /** Listens, at the same port as before if it was open before. */
  async open(): Promise<number> {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onRcptTo: (_address, _session, done) => done(this.#recipientFault()),
      onData: (stream, session, done) => {
        const atMs = Date.now();
        // The program may be killed while it sends the message.
        stream.on('error', () => undefined);
        buffer(stream)
          .then((raw) => this.#receive(raw, session, atMs, done))
          .catch(() => undefined);
      },
    });
    server.on('error', () => undefined);
    server.server.on('connection', (socket: Socket) => {
      const port = socket.remotePort ?? 0;
      this.#sockets.set(port, socket);
      socket.once('close', () => {
        this.#sockets.delete(port);
        this.#context.record({ type: 'disconnection', channel: 'email', atMs: Date.now() });
      });
    });
    const listening = server.listen(this.#port, '127.0.0.1');
    await once(listening, 'listening');
    this.#port = (listening.address() as AddressInfo).port;
    this.#server = server;
    return this.#port;
  }

  /** Ends all connections and accepts no others. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(resolve)));
    for (const socket of this.#sockets.values()) socket.destroy();
    await closed;
  }

  /** Defers some recipients. */
  #recipientFault(): Error | null {
    this.#recipients += 1;
    const isDeferred = fractionOf(this.#context.seed, 'recipient', this.#recipients) < 0.04;
    return isDeferred ? responseOf(450, '4.2.1 Try again later') : null;
  }

  async #receive(raw: Buffer, session: SMTPServerSession, atMs: number, done: Done): Promise<void> {
    const email = await PostalMime.parse(raw);
    const text = (email.text ?? '').trim();
    const received = {
      to: session.envelope.rcptTo[0]!.address.toLowerCase(),
      text,
      key: keyOfText(text),
      replyTo: email.replyTo?.[0]?.address,
      messageId: email.messageId,
      atMs,
    };
    const attempt = (this.#attempts.get(received.key) ?? 0) + 1;
    this.#attempts.set(received.key, attempt);
    const { seed } = this.#context;
    const fault = peerFaultOf(seed, { channel: 'email', key: received.key, part: 1, attempt });
    const end = () => this.#sockets.get(session.remotePort)?.destroy();
    if (fault === 'throttled' || fault === 'temporary' || fault === 'refused') {
      this.#record(received, { outcome: fault === 'refused' ? fault : 'temporary' });
      done(fault === 'refused' ? responseOf(554, '5.7.1 Refused') : responseOf(451, '4.3.2 Try again later'));
    } else if (fault === 'cut-before') {
      this.#record(received, { outcome: 'none', isUncertain: true });
      end();
    } else await this.#accept(received, fault, { done, end });
  }

  async #accept(
    received: ReceivedMail,
    fault: PeerFault,
    { done, end }: { readonly done: Done; readonly end: () => void },
  ): Promise<void> {
    const { key, to, text, replyTo, messageId } = received;
    const isUncertain =
      fault === 'cut-after' || fault === 'kill-before-response' || fault === 'kill-after-response';
    this.#record(received, { outcome: 'accepted', isUncertain });
    this.#context.onArrival({ channel: 'email', to, text, replyTo, messageId });
    if (fault === 'slow') await sleep(slowMs(this.#context.seed, key));
    if (fault === 'kill-before-response') {
      this.#context.requestKill(`after the acceptance of ${key}, before the response`);
      await sleep(killedMs);
    }
    if (fault === 'cut-after' || fault === 'kill-before-response') end();
    else done();
    if (fault === 'kill-after-response') this.#context.requestKill(`after the response for ${key}`);
  }

  #record({ to, key, atMs }: ReceivedMail, result: Pick<Handover, 'outcome'> & Partial<Handover>): void {
    this.#context.record({
      type: 'handover',
      channel: 'email',
      to,
      key,
      part: 1,
      total: 1,
      externalId: '',
      atMs,
      isUncertain: false,
      ...result,
    });
  }
}

const responseOf = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });
