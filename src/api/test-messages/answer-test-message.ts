import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { MessageInput } from '../../domain/conversations/conversation.ts';
import { readRecipient } from '../../domain/conversations/recipient.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { answerTestMessageKind } from '../../jobs/test-message-job.ts';
import { answerLastTestMessage } from '../../store/test-messages.ts';
import { endpoint } from '../endpoint.ts';
import { TestMessageResponse, toTestMessageResponse } from './test-message-response.ts';

export const answerTestMessage = endpoint({
  method: 'POST',
  path: '/v1/api/test-network/messages',
  operationId: 'answerTestMessage',
  tag: 'Test network',
  summary: 'Answer as a simulated person',
  description:
    'Answers the last message that arrived at a simulated person, in place of that person. The answer reaches this service over SMPP or SMTP like that of any customer. From then on the simulated person no longer answers in this conversation by itself.',
  scope: 'conversations:write',
  body: MessageInput.extend({
    from: z
      .string()
      .min(1)
      .max(320)
      .meta({
        description: 'Number or email address of the person.',
        examples: ['+12025550104'],
      }),
  }).meta({ id: 'TestAnswerInput' }),
  reply: TestMessageResponse,
  errorCodes: ['test_message_not_found'],

  async handle({ caller: { workspaceId }, body, requestRecord }, { database, clock }) {
    const person = readRecipient(body.from)?.address ?? body.from;
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const answer = await answerLastTestMessage(tx, { workspaceId, person, content: body.message, at });
      if (answer === undefined) return reject('test_message_not_found');
      await enqueueJob(tx, { kind: answerTestMessageKind, payload: { id: answer.id }, workspaceId });
      return requestRecord.storeResponse(tx, toTestMessageResponse(answer));
    });
  },
});
