import type { MessageChannel } from '../contracts/message-carrier.ts';
import { problems } from '../core/problems.ts';
import { isTestRecipient } from '../core/test-addresses.ts';
import { findSenderRights, type SenderQuery } from '../store/conversations/senders.ts';
import type { Queryable } from '../store/queryable.ts';
import type { MessageRoute, MessageRoutes } from './message-routes.ts';

/** Our address from which a message is sent, or the code of the problem if the workspace has none for this recipient. */
export type Sender =
  | { readonly from: string; readonly problem?: undefined }
  | { readonly from?: undefined; readonly problem: 'sender_not_allowed' | 'sender_in_use' };

/**
 * Returns the sender of a message: the number of the agent if the workspace owns it and the carrier can send from it, else the shared sender of
 * the route if the operator allows it. While another workspace has an open conversation with the recipient from this sender, the answers belong
 * to that workspace, so the sender is in use. Answers to email name their conversation, and a sender with letters receives none.
 */
export async function findSender(
  db: Queryable,
  { channel, carries, from }: MessageRoute,
  message: Omit<SenderQuery, 'sharedSender' | 'forAll'>,
): Promise<Sender> {
  const shared = { sharedSender: from, forAll: carries === 'test' };
  const { agentNumber, mayShare, isInUse } = await findSenderRights(db, { ...message, ...shared });
  if (channel === 'sms' && agentNumber !== null && isTestRecipient(agentNumber) === (carries === 'test'))
    return { from: agentNumber };
  if (!mayShare) return { problem: 'sender_not_allowed' };
  return isInUse && canReceive(from) ? { problem: 'sender_in_use' } : { from };
}

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
