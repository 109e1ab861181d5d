import { z } from 'zod';
import { isFictionalNumber } from '../../core/phone-numbers.ts';
import { reject } from '../../core/problems.ts';
import { MessageInput } from '../../domain/conversations/conversation.ts';
import { readRecipient } from '../../domain/conversations/recipient.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { answerTestMessageKind } from '../../jobs/test-message-job.ts';
import type { MessageRoutes } from '../../messaging/sending/message-routes.ts';
import { findOwnedNumberOfWorkspace } from '../../store/phone-numbers.ts';
import type { Queryable } from '../../store/queryable.ts';
import {
  answerLastTestMessage,
  insertFirstTestMessage,
  type TestMessageRow,
} from '../../store/test-messages.ts';
import { endpoint } from '../endpoint.ts';
import { problemFault, rejectFaults } from '../reject-faults.ts';
import { TestMessageResponse, toTestMessageResponse } from './test-message-response.ts';

const address = z.string().min(1).max(320);

export const answerTestMessage = endpoint({
  method: 'POST',
  path: '/v1/api/test-network/messages',
  operationId: 'answerTestMessage',
  tag: 'Test network',
  summary: 'Write as a simulated person',
  description:
    'Answers the last message that arrived at a simulated person, in place of that person. With `to`, the person writes an SMS to a number of this workspace, also without an earlier message. The message reaches this service over SMPP or SMTP like that of any customer. From then on the simulated person no longer answers in this conversation by itself.',
  scope: 'conversations:write',
  body: MessageInput.extend({
    from: address.meta({
      description: 'Number or email address of the person.',
      examples: ['+12025550104'],
    }),
    to: address.optional().meta({
      description:
        'A number of this workspace, to which the person writes an SMS. Default: the address of the last message that arrived at the person.',
      examples: ['+12025550150'],
    }),
  }).meta({ id: 'TestAnswerInput' }),
  reply: TestMessageResponse,
  errorCodes: ['test_message_not_found', 'number_not_found', 'invalid_number', 'no_message_carrier'],

  async handle({ caller: { workspaceId }, body, requestRecord }, { database, clock, messageRoutes }) {
    const { from, to, message: content } = body;
    const person = readRecipient(from)?.address ?? from;
    const written = { workspaceId, person, content, at: new Date(clock.now()) };
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const message =
        to === undefined
          ? ((await answerLastTestMessage(tx, written)) ?? reject('test_message_not_found'))
          : await writeFirst(tx, { ...written, to }, messageRoutes);
      await enqueueJob(tx, { kind: answerTestMessageKind, payload: { id: message.id }, workspaceId });
      return requestRecord.storeResponse(tx, toTestMessageResponse(message));
    });
  },
});

/** Stores the first SMS of a simulated person to a number of the workspace. */
async function writeFirst(
  tx: Queryable,
  { to, ...message }: Omit<Parameters<typeof insertFirstTestMessage>[1], 'peer' | 'carrier'> & { to: string },
  routes: MessageRoutes,
): Promise<TestMessageRow> {
  const { workspaceId, person } = message;
  if (!isFictionalNumber(person))
    rejectFaults([problemFault('from', 'invalid_number', 'Write a fictional number, such as +12025550104.')]);
  const route =
    routes.find('sms', person) ??
    reject('no_message_carrier', { details: routes.missingCarrierText('sms', person) });
  const e164 = readRecipient(to)?.address ?? to;
  const number = await findOwnedNumberOfWorkspace(tx, { workspaceId, e164 });
  if (number === undefined) return reject('number_not_found');
  return insertFirstTestMessage(tx, { ...message, peer: number.e164, carrier: route.carrier });
}
