import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Random } from '../../core/random.ts';
import { PersonaDialogs } from './persona-dialogs.ts';
import type { SmscCredentials } from './smsc-session.ts';
import { TestMailboxes, type LocalMailServer } from './test-mailboxes.ts';
import type { ArrivedMessage, TestMessageLog } from './test-message-log.ts';
import { TestPhones } from './test-phones.ts';

export interface TestMessageNetworkOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** The address of the SMSC of the simulated phones. */
export interface SmscAddress extends SmscCredentials {
  readonly host: string;
  readonly port: number;
}

const host = '127.0.0.1';

/** Simulated people with phones and mailboxes, which Parley reaches by SMPP and SMTP on the loopback interface. */
export class TestMessageNetwork {
  readonly #options: TestMessageNetworkOptions;
  readonly #dialogs: PersonaDialogs;
  #phones: TestPhones | undefined;
  #mailboxes: TestMailboxes | undefined;

  constructor(options: TestMessageNetworkOptions) {
    this.#options = options;
    this.#dialogs = new PersonaDialogs(options);
  }

  async openPhones(log: TestMessageLog): Promise<SmscAddress> {
    const phones = await TestPhones.open({ ...this.#options, log, dialogs: this.#dialogs });
    this.#phones = phones;
    return { ...phones.credentials, host, port: phones.port };
  }

  /** @param inbound Parley's server for inbound mail, to which simulated people send */
  async openMailboxes(log: TestMessageLog, inbound: LocalMailServer): Promise<LocalMailServer> {
    const mailboxes = await TestMailboxes.open({ ...this.#options, log, inbound, dialogs: this.#dialogs });
    this.#mailboxes = mailboxes;
    return { host, port: mailboxes.port };
  }

  /**
   * Sends an answer to a message, or a first SMS with the addresses of `message`, in place of the simulated person, who then no longer answers in this conversation. Does nothing if the phones or mailboxes
   * are closed.
   */
  answer(message: ArrivedMessage, text: string): void {
    const { channel, person, peer, subject, text: received, externalIds } = message;
    this.#dialogs.takeOver(person, peer);
    if (channel === 'sms') this.#phones?.send(person, peer, text);
    else
      this.#mailboxes?.send(
        { person, replyTo: peer, subject, text: received, messageId: externalIds[0] },
        text,
      );
  }

  async closePhones(): Promise<void> {
    await this.#phones?.close();
    this.#phones = undefined;
  }

  async closeMailboxes(): Promise<void> {
    await this.#mailboxes?.close();
    this.#mailboxes = undefined;
  }
}
