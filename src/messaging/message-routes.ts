import type { MessageChannel } from '../contracts/message-carrier.ts';
import { isTestRecipient } from '../core/test-addresses.ts';

/** The carrier of a message, and our address there. */
export interface MessageRoute {
  /** Name of the carrier. */
  readonly carrier: string;
  readonly channel: MessageChannel;
  /** The sender of messages whose agent has no number: a number, a sender id, or an email address. */
  readonly from: string;
  /** Displayed name of the sender of emails; empty for none. */
  readonly fromName: string;
  /** `test`: only fictional numbers and test mailboxes; `all`: every other recipient. */
  readonly carries: 'test' | 'all';
}

const missingSettings: Readonly<Record<MessageChannel, string>> = {
  sms: 'PARLEY_SMPP_URL, or the settings of Twilio or Telnyx',
  email: 'PARLEY_SMTP_URL',
};

/** Returns the network of a recipient: the test network, or the carriers of the operator. */
export const networkOf = (recipient: string): MessageRoute['carries'] =>
  isTestRecipient(recipient) ? 'test' : 'all';

/** Selects the carrier of a recipient. The routes follow from the configuration, so every node has the same. */
export class MessageRoutes {
  readonly #routes: readonly MessageRoute[];

  /** @param routes the first route that carries a recipient is used */
  constructor(routes: readonly MessageRoute[]) {
    this.#routes = routes;
  }

  /** Returns the route of a recipient; undefined if no carrier is set up for it. */
  find(channel: MessageChannel, recipient: string): MessageRoute | undefined {
    const carries = networkOf(recipient);
    return this.#routes.find((route) => route.channel === channel && route.carries === carries);
  }

  /** Returns the route of a carrier; undefined if it is no longer set up. */
  ofCarrier(carrier: string, channel: MessageChannel): MessageRoute | undefined {
    return this.#routes.find((route) => route.carrier === carrier && route.channel === channel);
  }

  /** Returns whether workspaces share this number as the sender of SMS. */
  isSharedNumber(e164: string): boolean {
    return this.#routes.some(({ channel, from }) => channel === 'sms' && from === e164);
  }

  /** Returns a sentence that states which setting a recipient without a route needs. */
  missingCarrierText(channel: MessageChannel, recipient: string): string {
    const what = channel === 'sms' ? 'SMS' : 'email';
    if (isTestRecipient(recipient))
      return `This recipient belongs to the test network, which is off. Set PARLEY_TEST_NETWORK to on.`;
    return `No carrier of ${what} is set up. Ask the operator to set ${missingSettings[channel]}. Fictional numbers and addresses at example.com need no carrier.`;
  }
}
