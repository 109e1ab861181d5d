import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  MessageCarrierError,
  type CarrierInbox,
  type DeliveryReceipt,
  type InboundMessage,
  type MessageCarrier,
  type MessageChannel,
  type MessageFailure,
  type OutboundMessage,
} from '../message-carrier.ts';

/**
 * What the peer does with further messages: accepts them, refuses them forever, refuses the recipient who has opted out, refuses them for now, accepts
 * them but disconnects before the response, reads them without a response, or accepts no connections (and has disconnected the existing ones).
 */
export type PeerBehaviour =
  | 'accept'
  | 'refuse'
  | 'refuse_opted_out'
  | 'busy'
  | 'lose_response'
  | 'ignore'
  | 'offline';

/** A message as its recipient reads it: complete, with line ends of `\n`. */
export interface ReceivedMessage {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** A carrier connected to a scripted peer. */
export interface CarrierUnderTest {
  readonly carrier: MessageCarrier;
  /** Passwords, keys and tokens of the carrier. They must not appear in errors. */
  readonly credentials: readonly string[];
  /** Resolves when the peer has the behaviour and, except for `offline`, the carrier can send. */
  setBehaviour(behaviour: PeerBehaviour): Promise<void>;
  /** The complete messages that the peer has read, whatever its response was, in the order of arrival. */
  received(): readonly ReceivedMessage[];
  /** Resolves when the peer has read so many complete messages. */
  waitForReceived(count: number): Promise<void>;
  /** Reports the outcome of the last accepted message: one receipt for each external id. Returns whether every receipt was acknowledged. */
  sendReceipts?(outcome: ReceiptOutcome): Promise<boolean>;
  /** Sends a message to our address, with the same id at each call with equal arguments. Returns whether it was acknowledged. */
  sendInbound?(message: ReceivedMessage): Promise<boolean>;
  /** Closes the carrier, if it is still open, and the peer. */
  close(): Promise<void>;
}

export type ReceiptOutcome = 'delivered' | 'failed';

/** What a carrier and its peer support; other tests are omitted. */
export interface CarrierCapabilities {
  readonly channel: MessageChannel;
  readonly behaviours: readonly PeerBehaviour[];
  readonly receipts: readonly ReceiptOutcome[];
  /** Whether messages arrive through the carrier. */
  readonly receives: boolean;
  /** The longest text that the carrier accepts, in UTF-16 code units. Default: 10,000. */
  readonly maxTextLength?: number;
}

const ours = { sms: '+12025550100', email: 'agent@parley.test' } as const;
const theirs = { sms: '+12025550123', email: 'ada@example.com' } as const;

let messageCount = 0;

/** Returns a message of the channel with a new reference. */
export function suiteMessage(channel: MessageChannel, text: string): OutboundMessage {
  messageCount += 1;
  const reference = `msg_01KAT${String(messageCount).padStart(21, '0')}`;
  const fields = { reference, text, from: ours[channel], to: theirs[channel] };
  if (channel === 'sms') return { ...fields, channel };
  return {
    ...fields,
    channel,
    fromName: 'Parley',
    subject: 'Your visit',
    messageId: `<${reference}@parley.test>`,
    replyTo: fields.from,
    inReplyTo: undefined,
    references: [],
    unsubscribeUrl: undefined,
  };
}

/** Texts that encodings, segments and line formats can damage. */
const texts: readonly (readonly [string, string])[] = [
  ['one letter', 'a'],
  ['one emoji', '👍'],
  ['160 letters', 'z'.repeat(160)],
  ['161 letters', 'z'.repeat(161)],
  [
    '1,000 characters of the GSM alphabet',
    '[Ökonomie] @£$¥ 10€ ~ {a|b} ^\\_ΔΣ '.repeat(30).trim().slice(0, 1_000),
  ],
  ['emoji across segment borders', `${'ab👩‍👩‍👧‍👦🏳️‍🌈'.repeat(25)}.`],
  ['right-to-left text', 'مرحبا بك في عيادتنا. שלום, נתראה מחר! '.repeat(12).trim()],
  ['combining characters', 'Việt Nam ñ e\u0301 ก็ '.repeat(20).trim()],
  ['lines', 'First\n.second\n..\n.\nFrom third\n\nlast'],
  ['characters of forms and markup', 'a+b&c=d%20 <b>"x"</b> \'y\' {"z":1} a;b #?'],
  ['10,000 characters', 'Ten letters and 字. '.repeat(530).slice(0, 10_000).trim()],
];

class RecordingInbox implements CarrierInbox {
  readonly messages: InboundMessage[] = [];
  readonly receipts: DeliveryReceipt[] = [];
  /** Awaited before the inbox resolves. */
  gate: Promise<void> = Promise.resolve();
  #wake: (() => void)[] = [];

  async onMessage(message: InboundMessage): Promise<void> {
    this.messages.push(message);
    this.#arrived();
    await this.gate;
  }

  async onReceipt(receipt: DeliveryReceipt): Promise<void> {
    this.receipts.push(receipt);
    this.#arrived();
    await this.gate;
  }

  async waitForMessages(count: number): Promise<void> {
    while (this.messages.length < count) await new Promise<void>((resolve) => this.#wake.push(resolve));
  }

  #arrived(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

/** Fails every message and receipt of the inbox from now on. */
const rejects = (): Promise<void> => {
  const gate = Promise.reject(new Error('The database is not available.'));
  gate.catch(() => undefined);
  return gate;
};

interface SuiteContext {
  readonly tested: CarrierUnderTest;
  readonly inbox: RecordingInbox;
}

const noAbort = (): AbortSignal => new AbortController().signal;

/** Conformance tests of `MessageCarrier`. */
export function messageCarrierSuite(
  name: string,
  capabilities: CarrierCapabilities,
  create: (inbox: CarrierInbox) => Promise<CarrierUnderTest>,
): void {
  describe(`${name} as message carrier`, () => {
    let context: SuiteContext;
    beforeEach(async () => {
      const inbox = new RecordingInbox();
      context = { inbox, tested: await create(inbox) };
    });
    afterEach(() => context.tested.close());

    const current = () => context;
    describeSending(current, capabilities);
    describeFailures(current, capabilities);
    describeEnd(current, capabilities);
    for (const outcome of capabilities.receipts) describeReceipts(current, capabilities, outcome);
    if (capabilities.receives) describeInbound(current, capabilities);
  });
}

function describeSending(
  current: () => SuiteContext,
  { channel, maxTextLength = 10_000 }: CarrierCapabilities,
): void {
  it('has the channel', () => {
    expect(current().tested.carrier).toMatchObject({
      channel,
      name: expect.stringMatching(/^[a-z][a-z-]+$/),
    });
  });

  it('sends a message once, from and to the addresses', async () => {
    const { tested } = current();
    const message = suiteMessage(channel, 'Hello Ada.');
    const { externalIds } = await tested.carrier.send(message, noAbort());
    const { from, to, text } = message;
    expect(tested.received()).toEqual([{ from, to, text }]);
    expect(externalIds.every((id) => id.length > 0)).toBe(true);
  });

  it.each(texts.filter(([, text]) => text.length <= maxTextLength))(
    'sends a text unchanged: %s',
    async (_, text) => {
      const { tested } = current();
      await tested.carrier.send(suiteMessage(channel, text), noAbort());
      expect(tested.received().map((message) => message.text)).toEqual([text]);
    },
  );

  it('sends 50 messages at the same time, each once and with ids that differ', async () => {
    const { tested } = current();
    const messages = Array.from({ length: 50 }, (_, index) => suiteMessage(channel, `Message ${index}`));
    const accepted = await Promise.all(messages.map((message) => tested.carrier.send(message, noAbort())));
    expect(
      tested
        .received()
        .map(({ text }) => text)
        .sort(),
    ).toEqual(messages.map(({ text }) => text).sort());
    const ids = accepted.flatMap(({ externalIds }) => externalIds);
    expect(new Set(ids).size).toBe(ids.length);
  });
}

const failures: readonly (readonly [PeerBehaviour, MessageFailure])[] = [
  ['refuse', 'refused'],
  ['refuse_opted_out', 'opted_out'],
  ['busy', 'unavailable'],
  ['offline', 'unavailable'],
  ['lose_response', 'unknown'],
];

function describeFailures(current: () => SuiteContext, { channel, behaviours }: CarrierCapabilities): void {
  it.each(failures.filter(([behaviour]) => behaviours.includes(behaviour)))(
    'reports the failure when the peer would %s, and sends again afterwards',
    async (behaviour, failure) => {
      const { tested } = current();
      await tested.setBehaviour(behaviour);
      const message = suiteMessage(channel, 'A text of the customer.');
      const error = await failureOf(tested, message);
      expect(error.failure).toBe(failure);
      expect(error.retryAfterMs ?? 1).toBeGreaterThan(0);

      const before = tested.received().length;
      await tested.setBehaviour('accept');
      await tested.carrier.send(suiteMessage(channel, 'Again.'), noAbort());
      expect(
        tested
          .received()
          .slice(before)
          .map(({ text }) => text),
      ).toEqual(['Again.']);
    },
  );

  it.each(behaviours.filter((behaviour) => behaviour === 'lose_response'))(
    'finds a message after the peer would %s, and no other message',
    async (behaviour) => {
      const { tested } = current();
      const { carrier } = tested;
      if (carrier.find === undefined) return;
      await tested.setBehaviour(behaviour);
      const message = suiteMessage(channel, 'Lost response.');
      await failureOf(tested, message);
      await tested.setBehaviour('accept');
      const found = await carrier.find(message, new Date(0), noAbort());
      expect(found?.externalIds.length).toBeGreaterThan(0);
      const other = suiteMessage(channel, 'Never sent.');
      expect(await carrier.find(other, new Date(0), noAbort())).toBeUndefined();
      expect(tested.received()).toHaveLength(1);
    },
  );

  it('reports its health', async () => {
    const { tested } = current();
    expect((await tested.carrier.checkHealth()).ok).toBe(true);
    if (!behaviours.includes('offline')) return;
    await tested.setBehaviour('offline');
    const { ok, detail } = await tested.carrier.checkHealth();
    expect(ok).toBe(false);
    expect(detail).not.toBe('');
    for (const credential of tested.credentials) expect(detail).not.toContain(credential);
  });
}

/** Sends a message that fails. Checks that the error has no credentials and no text of the message. */
async function failureOf(
  { carrier, credentials }: CarrierUnderTest,
  message: OutboundMessage,
  signal = noAbort(),
): Promise<MessageCarrierError> {
  const error = await carrier.send(message, signal).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MessageCarrierError);
  const shown = inspect(error, { depth: 10, showHidden: true });
  for (const secret of [...credentials, message.text]) expect(shown).not.toContain(secret);
  expect((error as MessageCarrierError).message).toMatch(/^[A-Z].+\.$/s);
  return error as MessageCarrierError;
}

function describeEnd(current: () => SuiteContext, { channel, behaviours }: CarrierCapabilities): void {
  it('does not send when the signal is aborted', async () => {
    const { tested } = current();
    const error = await failureOf(tested, suiteMessage(channel, 'Aborted.'), AbortSignal.abort());
    expect(error.failure).toBe('unavailable');
    await tested.carrier.send(suiteMessage(channel, 'Next.'), noAbort());
    expect(tested.received().map(({ text }) => text)).toEqual(['Next.']);
  });

  it.each(behaviours.filter((behaviour) => behaviour === 'ignore'))(
    'reports an unknown failure when the peer would %s and the signal aborts',
    async (behaviour) => {
      const { tested } = current();
      await tested.setBehaviour(behaviour);
      const abort = new AbortController();
      const error = failureOf(tested, suiteMessage(channel, 'No response.'), abort.signal);
      await tested.waitForReceived(1);
      abort.abort();
      expect((await error).failure).toBe('unknown');
    },
  );

  it('completes messages in progress when it closes, and sends no more', async () => {
    const { tested } = current();
    const sent = tested.carrier.send(suiteMessage(channel, 'In progress.'), noAbort());
    await tested.waitForReceived(1);
    await tested.carrier.close();
    await sent;
    const error = await failureOf(tested, suiteMessage(channel, 'Too late.'));
    expect(error.failure).toBe('unavailable');
    await tested.carrier.close();
    expect(tested.received()).toHaveLength(1);
  });
}

function describeReceipts(
  current: () => SuiteContext,
  { channel }: CarrierCapabilities,
  outcome: ReceiptOutcome,
): void {
  it(`passes on the receipts of a message that is ${outcome}`, async () => {
    const { tested, inbox } = current();
    const message = suiteMessage(channel, 'A text of two segments. '.repeat(12).trim());
    const { externalIds } = await tested.carrier.send(message, noAbort());
    expect(await tested.sendReceipts!(outcome)).toBe(true);
    const receipts = inbox.receipts.filter((receipt) => receipt.outcome !== 'sent');
    expect(receipts.length).toBeGreaterThan(0);
    for (const receipt of receipts) {
      const { externalId, reference, detail } = receipt;
      expect(receipt.outcome).toBe(outcome);
      expect(externalIds.includes(externalId ?? '') || reference === message.reference).toBe(true);
      expect(detail).toMatch(outcome === 'failed' ? /^[A-Z].+\.$/ : /^$/);
      expect(detail).not.toContain(message.to);
    }
    const confirmed = receipts.map(({ externalId }) => externalId).filter((id) => id !== null);
    expect(confirmed.toSorted()).toEqual(confirmed.length === 0 ? [] : [...externalIds].sort());
  });

  it(`does not acknowledge the receipt ${outcome} if the inbox rejects it, and passes on its repetition`, async () => {
    const { tested, inbox } = current();
    await tested.carrier.send(suiteMessage(channel, 'Short.'), noAbort());
    inbox.gate = rejects();
    expect(await tested.sendReceipts!(outcome)).toBe(false);
    inbox.gate = Promise.resolve();
    expect(await tested.sendReceipts!(outcome)).toBe(true);
    expect(inbox.receipts.filter((receipt) => receipt.outcome === outcome)).toHaveLength(2);
  });
}

function describeInbound(current: () => SuiteContext, { channel }: CarrierCapabilities): void {
  const inbound = (text: string): ReceivedMessage => ({ from: theirs[channel], to: ours[channel], text });

  it.each(texts)('receives a text unchanged: %s', async (_, text) => {
    const { tested, inbox } = current();
    expect(await tested.sendInbound!(inbound(text))).toBe(true);
    expect(inbox.messages).toHaveLength(1);
    expect(inbox.messages[0]).toMatchObject({ channel, from: theirs[channel], to: [ours[channel]], text });
  });

  it('acknowledges a message after the inbox has resolved', async () => {
    const { tested, inbox } = current();
    const events: string[] = [];
    const gate = Promise.withResolvers<void>();
    inbox.gate = gate.promise;
    const acknowledged = tested.sendInbound!(inbound('Yes please')).then((ok) =>
      events.push(`acknowledged ${ok}`),
    );
    await inbox.waitForMessages(1);
    // An acknowledgement that was sent too early would arrive before the response to this message.
    await tested.carrier.send(suiteMessage(channel, 'Meanwhile.'), noAbort());
    events.push('resolved');
    gate.resolve();
    await acknowledged;
    expect(events).toEqual(['resolved', 'acknowledged true']);
  });

  it('does not acknowledge a message that the inbox rejects, and passes on its repetition with the same id', async () => {
    const { tested, inbox } = current();
    inbox.gate = rejects();
    expect(await tested.sendInbound!(inbound('Yes please'))).toBe(false);
    inbox.gate = Promise.resolve();
    expect(await tested.sendInbound!(inbound('Yes please'))).toBe(true);
    const [first, second, ...more] = inbox.messages;
    expect(second).toEqual(first);
    expect(more).toEqual([]);
  });
}
