import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roomParameter } from './room-parameter.ts';
import { CallCommandResponse, commandCall, commandErrorCodes, commandId } from './send-command.ts';

export const endActiveCall = endpoint({
  method: 'POST',
  path: '/v2/api/active-calls/{roomName}/end',
  operationId: 'endActiveCall',
  tag: 'Active calls',
  summary: 'End an active call',
  description:
    'Hangs up. The response arrives when the call is ending, before its record is complete. Also ends a call that rings.',
  scope: 'active-calls:control',
  workspace: 'required',
  parameters: roomParameter,
  body: z.strictObject({ commandId }).optional(),
  idempotencyField: 'commandId',
  reply: CallCommandResponse,
  errorCodes: commandErrorCodes,

  handle: (request, context) => commandCall(request, { type: 'end' }, context),
});
