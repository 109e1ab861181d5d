import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roomParameter } from './room-parameter.ts';
import {
  CallCommandResponse,
  commandCall,
  commandErrorCodes,
  commandId,
  commandText,
  problemOfInvalidCommand,
} from './send-command.ts';

export const sayInCall = endpoint({
  method: 'POST',
  path: '/v2/api/active-calls/{roomName}/say',
  operationId: 'sayInCall',
  tag: 'Active calls',
  summary: 'Make the agent say a text',
  description:
    'The agent speaks the text as its own words. While the customer speaks, the text waits for the end of the turn, at most 10 s. An open question of the flow stays open.',
  scope: 'active-calls:control',
  workspace: 'required',
  parameters: roomParameter,
  body: z.strictObject({
    text: commandText.meta({
      description: 'The text, 1 to 2,000 characters.',
      examples: ['One moment, please.'],
    }),
    interrupt: z.boolean().default(false).meta({
      description:
        'true: the text replaces what the agent is saying, except a notice that cannot be interrupted. A question that is cut is asked again after the text. false: the text follows what the agent is saying.',
    }),
    commandId,
  }),
  idempotencyField: 'commandId',
  reply: CallCommandResponse,
  errorCodes: [...commandErrorCodes, 'test_key'],
  problemOfInvalidBody: problemOfInvalidCommand,

  handle(request, context) {
    const { text, interrupt } = request.body;
    request.addAuditDetails({ interrupt });
    return commandCall(request, { type: 'say', text, interrupt }, context);
  },
});
