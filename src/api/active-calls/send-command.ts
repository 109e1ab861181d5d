import { z } from 'zod';
import {
  sendCallCommand,
  type CallCommand,
  type CallCommandEffect,
  type CallCommandResult,
} from '../../contracts/call-commands.ts';
import { newId } from '../../core/ids.ts';
import { Problem, reject } from '../../core/problems.ts';
import { idOf, requiredText } from '../../domain/fields.ts';
import { findCall, findOpenCallOfRoom, type CallRow } from '../../store/calls/calls.ts';
import type { ApiContext } from '../context.ts';
import type { Caller, EndpointRequest, InvalidRequest } from '../endpoint.ts';
import { requireReachable } from '../test-key.ts';
import type { roomParameter } from './room-parameter.ts';

/** The maximum wait for the node that holds the call. With the rest of the request, the response arrives within 2 s. */
export const commandTimeoutMs = 1_900;

const effects = [
  'ending',
  'speaking',
  'queued',
  'waiting',
  'advised',
  'muted',
  'unmuted',
  'held',
  'resumed',
] as const satisfies readonly CallCommandEffect[];

export const CallCommandResponse = z
  .object({
    commandId: z.string().meta({
      description: 'The `commandId` of the request, or a new one.',
      examples: ['say-42'],
    }),
    callId: idOf('call'),
    roomName: idOf('room'),
    result: z.enum(effects).meta({
      description:
        'What the call does. `speaking`: the agent speaks the text now. `queued`: after what it is saying. `waiting`: after the turn of the customer, who speaks now.',
    }),
  })
  .meta({ id: 'CallCommandResult' });

/** Identifies the command, like an Idempotency-Key. */
export const commandId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,255}$/)
  .optional()
  .meta({
    description:
      'Makes the command take effect once: for 24 hours, a request with the same id and body returns the first response. 1 to 255 of A-Z, a-z, 0-9, - and _.',
    examples: ['say-42'],
  });

/** A text for a command. In the worst case it has 6,000 bytes, so that a message on the bus has capacity for it. */
export const commandText = requiredText(2_000).regex(/^(?:\P{Cc}|[\t\n\r])*$/u, {
  message: 'Send text without control characters.',
});

export const OnInput = z.strictObject({
  on: z.boolean().meta({ description: 'true to begin, false to end.' }),
  commandId,
});

export const commandErrorCodes = ['command_not_possible', 'node_not_responding'] as const;

type CommandRequest = Pick<
  EndpointRequest<{ roomName: unknown }, unknown, { readonly commandId?: string | undefined } | undefined>,
  'caller' | 'path' | 'body' | 'addAuditDetails'
>;

/** Returns the error for an invalid command: 404 if the call cannot receive any. */
export async function problemOfInvalidCommand(
  { caller: { workspaceId }, path: { roomName }, faults }: InvalidRequest<typeof roomParameter>,
  { database }: ApiContext,
): Promise<Problem> {
  const call = await findOpenCallOfRoom(database.inWorkspace(workspaceId), { workspaceId, roomName });
  return call === undefined
    ? new Problem('call_not_found')
    : new Problem('invalid_request', { fields: faults });
}

/** Sends a command to the node that holds the call of a room, and returns what the call has done. */
export async function commandCall(
  { caller, path: { roomName }, body, addAuditDetails }: CommandRequest,
  command: CallCommand,
  context: ApiContext,
): Promise<z.input<typeof CallCommandResponse>> {
  const { workspaceId } = caller;
  const db = context.database.inWorkspace(workspaceId);
  const call = (await findOpenCallOfRoom(db, { workspaceId, roomName })) ?? reject('call_not_found');
  if (addressesCustomer(command)) requireReachable(caller, customerNumberOf(call));
  const id = body?.commandId ?? newId('request');
  addAuditDetails({ callId: call.id, commandId: id });
  const result = await sendCommand({ caller, callId: call.id, commandId: id, command }, context);
  if (result === undefined) await rejectUnanswered(call, context);
  if (result?.outcome === 'rejected') reject('command_not_possible', { details: result.reason });
  if (result?.outcome !== 'done') return reject('call_not_found');
  return { commandId: id, callId: call.id, roomName, result: result.effect };
}

/** Returns whether the customer hears the command, or what the agent makes of it. */
const addressesCustomer = ({ type }: CallCommand): boolean => type === 'say' || type === 'whisper';

const customerNumberOf = ({ direction, toNumber, fromNumber }: CallRow): string =>
  direction === 'outbound' ? toNumber : fromNumber;

export interface CommandToSend {
  readonly caller: Pick<Caller, 'actor'>;
  readonly callId: string;
  readonly commandId: string;
  readonly command: CallCommand;
}

/** Sends a command. Returns its result; undefined if no node reported one in time. */
export function sendCommand(
  { caller, callId, commandId: id, command }: CommandToSend,
  { bus, clock }: Pick<ApiContext, 'bus' | 'clock'>,
): Promise<CallCommandResult | undefined> {
  const message = { callId, commandId: id, command, author: caller.actor.id, sentAtMs: clock.now() };
  return sendCallCommand(message, { bus, clock, timeoutMs: commandTimeoutMs });
}

/** Rejects a command without a result: the call has ended meanwhile, or its node does not respond. */
async function rejectUnanswered(
  { id: callId, workspaceId }: CallRow,
  { database }: ApiContext,
): Promise<never> {
  const call = await findCall(database.inWorkspace(workspaceId), { workspaceId, callId });
  if (call === undefined || call.state === 'ended') return reject('call_not_found');
  return reject('node_not_responding', { retryAfterSeconds: 2 });
}
