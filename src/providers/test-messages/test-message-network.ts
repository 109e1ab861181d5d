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
  readonly log: TestMessageLog;
  /** Parley's server for inbound mail. */
  readonly inbound: LocalMailServer;
}

/** Simulated people with phones and mailboxes, which Parley reaches by SMPP and SMTP on the loopback interface. */
export interface TestMessageNetwork {
  readonly smpp: SmscCredentials & { readonly host: string; readonly port: number };
  readonly smtp: LocalMailServer;
  /** Sends an answer to a message in place of the simulated person, who then no longer answers in this conversation. */
  answer(message: ArrivedMessage, text: string): void;
  close(): Promise<void>;
}

/** Starts the simulated people. */
export async function openTestMessageNetwork(
  options: TestMessageNetworkOptions,
): Promise<TestMessageNetwork> {
  const dialogs = new PersonaDialogs(options);
  const phones = await TestPhones.open({ ...options, dialogs });
  const mailboxes = await TestMailboxes.open({ ...options, dialogs }).catch(async (error: unknown) => {
    await phones.close();
    throw error;
  });
  const host = '127.0.0.1';
  return {
    smpp: { ...phones.credentials, host, port: phones.port },
    smtp: { host, port: mailboxes.port },
    answer({ channel, person, peer, subject, text: received, externalIds: [messageId] }, text) {
      dialogs.takeOver(person, peer);
      if (channel === 'sms') phones.send(person, peer, text);
      else mailboxes.send({ person, replyTo: peer, subject, text: received, messageId }, text);
    },
    async close() {
      await phones.close();
      await mailboxes.close();
    },
  };
}
