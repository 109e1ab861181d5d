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

export const whisperToAgent = endpoint({
  method: 'POST',
  path: '/v2/api/active-calls/{roomName}/whisper',
  operationId: 'whisperToAgent',
  tag: 'Active calls',
  summary: 'Advise the agent',
  description:
    'Adds advice to the instructions of the language model, for its next replies. The customer does not hear it, and it is not in the transcript. `whispers` of the call has it. Returns 400 if the agent uses no language model.',
  scope: 'active-calls:control',
  workspace: 'required',
  parameters: roomParameter,
  body: z.strictObject({
    text: commandText.meta({
      description: 'The advice, 1 to 2,000 characters.',
      examples: ['Offer a visit on Friday.'],
    }),
    commandId,
  }),
  idempotencyField: 'commandId',
  reply: CallCommandResponse,
  errorCodes: [...commandErrorCodes, 'test_key'],
  problemOfInvalidBody: problemOfInvalidCommand,

  handle: (request, context) => commandCall(request, { type: 'whisper', text: request.body.text }, context),
});
