import type { MessageChannel } from '../../contracts/message-carrier.ts';
import { problems } from '../../core/problems.ts';
import { isTestRecipient } from '../../core/test-addresses.ts';
import { noFlow, type ConversationRow } from '../../store/conversations/conversations.ts';
import { findSenderRights, type SenderQuery } from '../../store/conversations/senders.ts';
import type { Queryable } from '../../store/queryable.ts';

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

/** Our address from which a message is sent, or the code of the problem if the workspace has none for this recipient. */
export type Sender =
  | { readonly from: string; readonly problem?: undefined }
  | { readonly from?: undefined; readonly problem: 'sender_not_allowed' | 'sender_in_use' };

/**
 * Returns the sender of a message: the number of the agent, or of a conversation without a flow, if the workspace owns it and the carrier can send
 * from it, else the shared sender of the route if the operator allows it. While another workspace has an open conversation with the recipient from this sender, the answers belong
 * to that workspace, so the sender is in use. Answers to email name their conversation, and a sender with letters receives none.
 */
export async function findSender(
  db: Queryable,
  { channel, carries, from }: MessageRoute,
  message: Omit<SenderQuery, 'sharedSender' | 'forAll'>,
): Promise<Sender> {
  const shared = { sharedSender: from, forAll: carries === 'test' };
  const { ownNumber, mayShare, isInUse } = await findSenderRights(db, { ...message, ...shared });
  if (channel === 'sms' && ownNumber !== null && isTestRecipient(ownNumber) === (carries === 'test'))
    return { from: ownNumber };
  if (!mayShare) return { problem: 'sender_not_allowed' };
  return isInUse && canReceive(from) ? { problem: 'sender_in_use' } : { from };
}

/** Returns what a conversation says about its sender. */
export const senderQueryOf = ({
  workspaceId,
  agentId,
  flowId,
  ownAddress,
}: Pick<ConversationRow, 'workspaceId' | 'agentId' | 'flowId' | 'ownAddress'>) => ({
  workspaceId,
  agentId,
  receivingNumber: flowId === noFlow ? ownAddress : null,
});

const canReceive = (sender: string): boolean => /^\+?\d+$/.test(sender);

/** Returns why the workspace cannot write to a person now: no carrier, or no sender. Otherwise returns undefined. */
export async function findUnreachable(
  db: Queryable,
  routes: MessageRoutes,
  message: Omit<SenderQuery, 'sharedSender' | 'forAll'> & { readonly channel: MessageChannel },
) {
  const { channel, recipient } = message;
  const route = routes.find(channel, recipient);
  if (route === undefined) {
    const text = routes.missingCarrierText(channel, recipient);
    return { code: 'no_message_carrier', text } as const;
  }
  const { problem: code } = await findSender(db, route, message);
  return code && { code, text: problems[code].text };
}
