import { endpoint } from '../endpoint.ts';
import { roomParameter } from './room-parameter.ts';
import {
  CallCommandResponse,
  commandCall,
  commandErrorCodes,
  OnInput,
  problemOfInvalidCommand,
} from './send-command.ts';

export const muteAgent = endpoint({
  method: 'POST',
  path: '/v2/api/active-calls/{roomName}/mute',
  operationId: 'muteAgent',
  tag: 'Active calls',
  summary: 'Mute or unmute the agent',
  description:
    'A muted agent is silent and listens: the words of the customer are in the transcript, and are no answer to the open question. After the mute, an agent with a language model replies to them. A question of the flow is asked again.',
  scope: 'active-calls:control',
  workspace: 'required',
  parameters: roomParameter,
  body: OnInput,
  idempotencyField: 'commandId',
  reply: CallCommandResponse,
  errorCodes: commandErrorCodes,
  problemOfInvalidBody: problemOfInvalidCommand,

  handle(request, context) {
    const { on } = request.body;
    request.addAuditDetails({ on });
    return commandCall(request, { type: 'mute', on }, context);
  },
});
