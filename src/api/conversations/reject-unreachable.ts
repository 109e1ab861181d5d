import { reject } from '../../core/problems.ts';
import {
  findUnreachable,
  senderQueryOf,
  type MessageRoutes,
} from '../../messaging/sending/message-routes.ts';
import type { ConversationRow } from '../../store/conversations/conversations.ts';
import type { Queryable } from '../../store/queryable.ts';
import { isSuppressed } from '../../store/suppressions.ts';
import type { Caller } from '../endpoint.ts';
import { requireReachable } from '../test-key.ts';

/** Codes of the problems that `rejectUnreachable` throws. */
export const unreachableCodes = [
  'test_key',
  'opted_out',
  'no_message_carrier',
  'sender_not_allowed',
  'sender_in_use',
] as const;

/** The caller of a request that sends a message, the routes and the time. */
export interface SendingRequest {
  readonly caller: Pick<Caller, 'isTestKey'>;
  readonly routes: MessageRoutes;
  readonly at: Date;
}

/**
 * @throws {Problem} `test_key` if the caller has a test key and the recipient is real; `opted_out` if the recipient is suppressed on the channel; `no_message_carrier` if no carrier is set up for it;
 * `sender_not_allowed` or `sender_in_use` if the workspace has no sender for it
 */
export async function rejectUnreachable(
  db: Queryable,
  conversation: ConversationRow,
  { caller, routes, at }: SendingRequest,
): Promise<void> {
  const { workspaceId, channel, recipient } = conversation;
  requireReachable(caller, recipient);
  if (await isSuppressed(db, { workspaceId, channel, address: recipient })) reject('opted_out');
  const message = { ...senderQueryOf(conversation), channel, recipient, at };
  const unreachable = await findUnreachable(db, routes, message);
  if (unreachable !== undefined) reject(unreachable.code, { details: unreachable.text });
}
