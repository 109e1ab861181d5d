import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { ReceivedPdu, SmppSession } from './smpp-library.ts';

/** `command_status` values (SMPP 3.4 §5.1.3). */
export const smppStatus = {
  ok: 0x00,
  invalidBindStatus: 0x04,
  systemError: 0x08,
  invalidDestination: 0x0b,
  bindFailed: 0x0d,
  submitFailed: 0x45,
  throttled: 0x58,
} as const;

const bindCommands = ['bind_transceiver', 'bind_receiver', 'bind_transmitter'];
/** Maximum wait for a `deliver_sm_resp`. */
const responseTimeoutMs = 30_000;

/** Returns the id of an accepted message, or the status of the refusal. */
export type SubmitHandler = (
  pdu: ReceivedPdu,
) => { readonly messageId: string } | { readonly status: number };

export interface SmscCredentials {
  readonly systemId: string;
  readonly password: string;
}

export interface SmscSessionOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly credentials: SmscCredentials;
  readonly onSubmit: SubmitHandler;
}

/** The SMSC's side of one SMPP session (SMPP 3.4 §2.2). */
export class SmscSession {
  readonly #session: SmppSession;
  readonly #options: SmscSessionOptions;
  #bound: string | undefined;

  constructor(session: SmppSession, options: SmscSessionOptions) {
    this.#session = session;
    this.#options = options;
    // Each delivery in progress listens.
    session.setMaxListeners(0);
    session.on('error', () => session.destroy());
    session.on('pdu', (pdu) => this.#receive(pdu));
  }

  /** Whether the session accepts `deliver_sm`. */
  get isReceiver(): boolean {
    return this.#bound === 'bind_transceiver' || this.#bound === 'bind_receiver';
  }

  /** Sends a `deliver_sm`. Rejects if Parley does not acknowledge it. */
  deliver(fields: Readonly<Record<string, unknown>>): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (error?: Error): void => {
        timeout.cancel();
        this.#session.off('close', onClose);
        if (error === undefined) resolve();
        else reject(error);
      };
      const onClose = (): void => finish(new Error('The SMPP session ended.'));
      const timeout = this.#options.clock.after(responseTimeoutMs, () =>
        finish(new Error('No response to a deliver_sm.')),
      );
      this.#session.on('close', onClose);
      const isSent = this.#session.deliver_sm(fields, ({ command_status: status }) =>
        finish(status === 0 ? undefined : new Error(`The deliver_sm was refused with status ${status}.`)),
      );
      if (!isSent) onClose();
    });
  }

  close(): void {
    this.#session.destroy();
  }

  #receive(pdu: ReceivedPdu): void {
    if (pdu.command.endsWith('_resp') || pdu.command === 'generic_nack') return;
    if (bindCommands.includes(pdu.command)) this.#bind(pdu);
    else if (pdu.command === 'submit_sm') this.#submit(pdu);
    else this.#session.send(pdu.response());
    if (pdu.command === 'unbind') this.#session.close();
  }

  #bind(pdu: ReceivedPdu): void {
    const { systemId, password } = this.#options.credentials;
    if (!isEqual(pdu.system_id, systemId) || !isEqual(pdu.password, password)) {
      this.#session.send(pdu.response({ command_status: smppStatus.bindFailed }));
      this.#session.close();
      return;
    }
    this.#bound = pdu.command;
    this.#session.send(pdu.response({ system_id: 'parley-test' }));
  }

  #submit(pdu: ReceivedPdu): void {
    const isTransmitter = this.#bound !== undefined && this.#bound !== 'bind_receiver';
    const result = isTransmitter ? this.#options.onSubmit(pdu) : { status: smppStatus.invalidBindStatus };
    this.#session.send(
      pdu.response('status' in result ? { command_status: result.status } : { message_id: result.messageId }),
    );
  }
}

function isEqual(text: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(text ?? ''), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
