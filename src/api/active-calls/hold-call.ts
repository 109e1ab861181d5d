import { endpoint } from '../endpoint.ts';
import { roomParameter } from './room-parameter.ts';
import {
  CallCommandResponse,
  commandCall,
  commandErrorCodes,
  OnInput,
  problemOfInvalidCommand,
} from './send-command.ts';

export const holdCall = endpoint({
  method: 'POST',
  path: '/v2/api/active-calls/{roomName}/hold',
  operationId: 'holdCall',
  tag: 'Active calls',
  summary: 'Hold or resume a call',
  description:
    'During a hold the customer hears silence, and the agent neither speaks nor listens: what the customer says is not in the transcript and is no answer. After the hold, the interrupted speech continues or the open question is asked again.',
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
    return commandCall(request, { type: 'hold', on }, context);
  },
});
