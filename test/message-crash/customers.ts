import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { fractionOf } from '../webhook-crash/plan.ts';
import type { Arrival, PeerContext } from './peer-context.ts';
import { hasToken, type Channel } from './records.ts';
import { untilDone, type Smsc } from './smsc.ts';

/** Answers of a customer, so that a conversation ends. After more quick answers, the program takes the customer for a machine. */
const maxAnswers = 3;
const deliveryTimeoutMs = 5_000;
/** Sentences of a message that needs at least three parts of an SMS. */
const longMessageSentences = 30;
/** Long messages of a customer after the opt-out, when no reply quotes them. */
const longMessages = 4;

export interface CustomersOptions {
  readonly context: Omit<PeerContext, 'onArrival'>;
  readonly smsc: () => Smsc;
  /** Our address: where mail goes that answers no message. */
  readonly ownMail: string;
  /** Ports at which the processes of the program listen for mail. */
  readonly mailPorts: readonly number[];
}

/** How a customer opts out. */
const stopWords = ['STOP', 'stop', 'Unsubscribe'];

/** The customers of a run. They answer some messages, and repeat each answer until the program acknowledges it. */
export class Customers {
  readonly #options: CustomersOptions;
  /** The last message of each customer. */
  readonly #latest = new Map<string, Arrival>();
  readonly #answers = new Map<string, number>();
  #lastId = 0;
  readonly #pending = new Set<string>();

  constructor(options: CustomersOptions) {
    this.#options = options;
  }

  /** Messages that the program has not acknowledged. */
  get pending(): readonly string[] {
    return [...this.#pending].map((id) => `message ${id} of a customer`);
  }

  /** Reacts to a message as the seed says. Nothing answers the confirmation of a keyword. */
  react(arrival: Arrival): void {
    const { to, text } = arrival;
    this.#latest.set(to, arrival);
    const answers = this.#answers.get(to) ?? 0;
    if (!hasToken(text) || answers >= maxAnswers) return;
    const { seed } = this.#options.context;
    const fraction = fractionOf(seed, 'reaction', to, answers);
    const delayMs = fractionOf(seed, 'reaction delay', to, answers) * 1_500;
    this.#answers.set(to, answers + 1);
    if (fraction < 0.08) this.#say(arrival, 'stop', delayMs);
    else if (fraction < 0.12) this.#say(arrival, 'help', delayMs);
    else if (fraction < 0.6) this.#say(arrival, 'text', delayMs);
    if (fraction >= 0.45 && fraction < 0.6) this.#say(arrival, 'text', delayMs + 150);
  }

  /** Opts out a customer who has received a message. */
  stop(customer: string): void {
    const arrival = this.#latest.get(customer);
    if (arrival !== undefined) this.#say(arrival, 'stop', 0);
  }

  #say(arrival: Arrival, what: 'text' | 'long' | 'stop' | 'help', delayMs: number): void {
    this.#lastId += 1;
    const number = this.#lastId;
    const id = `C${number}`;
    this.#pending.add(id);
    const stopWord = stopWords[number % stopWords.length]!;
    // Different texts, because a repeated SMS is recognised by its text. Punctuation does not change a keyword.
    const end = '!'.repeat(number % 50);
    const sentence = `This is ${id}.`;
    const long = Array.from({ length: longMessageSentences }, () => sentence).join(' ');
    const text = { text: sentence, long, stop: stopWord + end, help: `HELP${end}` }[what];
    void this.#send(arrival, { id, number, text, isStop: what === 'stop', delayMs }).finally(() => {
      this.#pending.delete(id);
    });
  }

  async #send(
    arrival: Arrival,
    message: {
      readonly id: string;
      readonly number: number;
      readonly text: string;
      readonly isStop: boolean;
      readonly delayMs: number;
    },
  ): Promise<void> {
    const { context } = this.#options;
    const { channel, to: from } = arrival;
    const { id, text, isStop } = message;
    await sleep(message.delayMs);
    context.record({ type: 'customer-message', channel, from, id, text, isStop, atMs: Date.now() });
    let isAcknowledged = false;
    await untilDone(async () => {
      await this.#deliver(channel, arrival, message);
      isAcknowledged = true;
    }, context);
    if (!isAcknowledged) return;
    context.record({ type: 'acknowledgement', id, atMs: Date.now() });
    for (let index = 0; isStop && index < longMessages; index += 1) this.#say(arrival, 'long', index * 400);
  }

  #deliver(
    channel: Channel,
    arrival: Arrival,
    { id, number, text }: { readonly id: string; readonly number: number; readonly text: string },
  ): Promise<void> {
    return channel === 'sms'
      ? this.#options.smsc().deliver(arrival.to, text, number)
      : this.#mail(arrival, id, text);
  }

  /** Sends an answer to one of the processes. Its `Message-ID` is the same for each attempt. */
  async #mail(arrival: Arrival, id: string, text: string): Promise<void> {
    const { mailPorts, ownMail, context } = this.#options;
    const port = mailPorts[Math.floor(Math.random() * mailPorts.length)]!;
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      ignoreTLS: true,
      connectionTimeout: deliveryTimeoutMs,
      greetingTimeout: deliveryTimeoutMs,
      socketTimeout: deliveryTimeoutMs,
    });
    try {
      await transport.sendMail({
        from: arrival.to,
        to: arrival.replyTo ?? ownMail,
        subject: 'Re: your message',
        text,
        messageId: `<${id.toLowerCase()}.${context.seed}@customers.invalid>`,
        ...(arrival.messageId === undefined
          ? {}
          : { inReplyTo: arrival.messageId, references: arrival.messageId }),
      });
    } finally {
      transport.close();
    }
  }
}
