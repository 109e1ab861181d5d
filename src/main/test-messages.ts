import {
  MessageCarrierError,
  type AcceptedMessage,
  type CarrierInbox,
  type MessageCarrier,
  type MessageChannel,
  type OutboundMessage,
  type PartsInbox,
} from '../contracts/message-carrier.ts';
import type { Config } from '../core/config.ts';
import { answerTestMessageKind, type AnswerTestMessagePayload } from '../jobs/test-message-job.ts';
import type { CarrierRegistration, CarrierServices } from '../messaging/open-messaging.ts';
import type { TestMessageLog } from '../providers/test-messages/test-message-log.ts';
import type { TestMessageNetwork } from '../providers/test-messages/test-message-network.ts';
import type { Database } from '../store/database.ts';
import { findTestMessage, insertTestAnswer, insertTestMessage } from '../store/test-messages.ts';

/** The sender if the agent has no number. It is fictional, so it belongs to no subscriber. */
const defaultNumber = '+12025550199';
const defaultAddress = 'parley@example.com';
/** Maximum number of message parts that wait for a response of the simulated SMSC. */
const smppWindow = 100;

/** Registers the simulated phones and mailboxes, which Parley reaches by SMPP and SMTP like the customers of any carrier. */
export function testNetworkCarriers({ testNetwork }: Config): readonly CarrierRegistration[] {
  if (!testNetwork) return [];
  const people = new SimulatedPeople();
  const fields = { carries: 'test', fromName: 'Parley' } as const;
  return [
    {
      route: { ...fields, carrier: 'test-phones', channel: 'sms', from: defaultNumber },
      open: async (inbox, services) =>
        people.add('test-phones', 'sms', () => people.openPhones(inbox, services)),
      handlers: ({ database }) => ({
        [answerTestMessageKind]: {
          run: ({ payload }) => people.answer(database, payload as AnswerTestMessagePayload),
          onWorkerLost: 'retry',
        },
      }),
    },
    {
      route: { ...fields, carrier: 'test-mailboxes', channel: 'email', from: defaultAddress },
      open: async (inbox, services) =>
        people.add('test-mailboxes', 'email', () => people.openMailboxes(inbox, services)),
    },
  ];
}

/** The test network of this node. Its phones and mailboxes share the conversations of the simulated people. */
class SimulatedPeople {
  readonly #carriers = new Map<MessageChannel, LazyCarrier>();
  #network: TestMessageNetwork | undefined;

  add(name: string, channel: MessageChannel, open: () => Promise<MessageCarrier>): MessageCarrier {
    const carrier = new LazyCarrier(name, channel, open);
    this.#carriers.set(channel, carrier);
    return carrier;
  }

  async openPhones(inbox: PartsInbox, services: CarrierServices): Promise<MessageCarrier> {
    const { SmppCarrier } = await import('../providers/smpp/smpp-carrier.ts');
    const network = await this.#open(services);
    const url = await network.openPhones(createLog(services, 'test-phones'));
    const carrier = new SmppCarrier(
      { ...services, name: 'test-phones', url: { ...url, tls: false, systemType: '' }, window: smppWindow },
      inbox,
    );
    return closeWith(carrier, () => network.closePhones());
  }

  async openMailboxes(inbox: CarrierInbox, services: CarrierServices): Promise<MessageCarrier> {
    const { createSmtpCarrier } = await import('../providers/smtp/smtp-carrier.ts');
    const { MailParser } = await import('../providers/mail/mail-parser.ts');
    const { SmtpListener } = await import('../providers/mail/smtp-listener.ts');
    const network = await this.#open(services);
    const parser = new MailParser(services.clock);
    const address = { host: '127.0.0.1', ownAddress: defaultAddress };
    const listener = await SmtpListener.start({
      ...services,
      ...address,
      port: 0,
      inbox,
      parser,
      resolver: noDnsRecords,
    });
    const inbound = { host: address.host, port: listener.port };
    const server = await network.openMailboxes(createLog(services, 'test-mailboxes'), inbound);
    const carrier = createSmtpCarrier({
      ...services,
      name: 'test-mailboxes',
      server: { ...server, user: undefined, password: undefined, tls: 'off' },
    });
    return closeWith(carrier, async () => {
      await network.closeMailboxes();
      await listener.close();
      await parser.close();
    });
  }

  /** Sends a message that a user wrote in place of a simulated person: an answer, or a first message. */
  async answer(database: Database, { id }: AnswerTestMessagePayload): Promise<void> {
    const written = await findTestMessage(database.asSystem(), { id });
    if (written === undefined) return;
    const { answers } = written;
    const answered = answers === null ? written : await findTestMessage(database.asSystem(), { id: answers });
    if (answered === undefined) return;
    await this.#carriers.get(answered.channel)?.opened();
    this.#network?.answer({ ...answered, text: answered.content }, written.content);
  }

  async #open(services: CarrierServices): Promise<TestMessageNetwork> {
    const { TestMessageNetwork } = await import('../providers/test-messages/test-message-network.ts');
    this.#network ??= new TestMessageNetwork(services);
    return this.#network;
  }
}

/** A carrier that opens at its first use: the libraries of both carriers take 5 MB, and a tenth of the time of a start. */
class LazyCarrier implements MessageCarrier {
  readonly name: string;
  readonly channel: MessageChannel;
  readonly #open: () => Promise<MessageCarrier>;
  #opening: Promise<MessageCarrier> | undefined;
  #isClosed = false;

  constructor(name: string, channel: MessageChannel, open: () => Promise<MessageCarrier>) {
    this.name = name;
    this.channel = channel;
    this.#open = open;
  }

  /** Opens the carrier unless it is open. @throws {MessageCarrierError} `unavailable`; the next use tries again */
  async opened(): Promise<MessageCarrier> {
    const { name } = this;
    if (this.#isClosed) throw new MessageCarrierError(`${name} is closed.`, { failure: 'unavailable' });
    this.#opening ??= this.#open();
    return this.#opening.catch((cause: unknown) => {
      this.#opening = undefined;
      throw new MessageCarrierError(`${name} could not be opened.`, { failure: 'unavailable', cause });
    });
  }

  async send(message: OutboundMessage, signal: AbortSignal): Promise<AcceptedMessage> {
    return (await this.opened()).send(message, signal);
  }

  async checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    if (this.#opening === undefined) return { ok: true, detail: 'not used since the start' };
    return (await this.opened()).checkHealth();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening?.then(
      (carrier) => carrier.close(),
      () => undefined,
    );
  }
}

/** The domains of simulated people have no records, so no query leaves this machine. */
const noDnsRecords = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('The domain has no records.'), { code: 'ENODATA' }));

/** Stores what arrives at the simulated people of a carrier in the database. */
function createLog({ database, clock }: CarrierServices, carrier: string): TestMessageLog {
  const system = database.asSystem();
  const now = () => new Date(clock.now());
  return {
    async arrived({ text: content, ...message }) {
      const { id } = await insertTestMessage(system, { ...message, content, carrier, at: now() });
      return String(id);
    },
    async answered({ answers, text: content }) {
      await insertTestAnswer(system, { answers: Number(answers), content, at: now() });
    },
  };
}

/** Returns a carrier whose `close` also closes the network behind it. */
const closeWith = (carrier: MessageCarrier, closeNetwork: () => Promise<void>): MessageCarrier => ({
  name: carrier.name,
  channel: carrier.channel,
  send: (message, signal) => carrier.send(message, signal),
  checkHealth: () => carrier.checkHealth(),
  async close() {
    await carrier.close();
    await closeNetwork();
  },
});
