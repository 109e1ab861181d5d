import { namedEnum } from './fields.ts';

/** The allowed state transitions of a call, as drawn in docs/call-states.md. */
export const callTransitions = {
  queued: ['dialing', 'ended'],
  dialing: ['ringing', 'in_progress', 'ended'],
  ringing: ['in_progress', 'ended'],
  in_progress: ['ended'],
  ended: [],
} as const satisfies Record<string, readonly string[]>;

export type CallState = keyof typeof callTransitions;

export const callStates = Object.keys(callTransitions) as CallState[];

export const callStatus = namedEnum(callStates, {
  id: 'CallStatus',
  title: 'Call status',
  description: 'The stage of the call. It only moves forward.',
  values: {
    queued: 'The call is accepted and waits to be dialed, now or at `scheduledAt`.',
    dialing: 'The carrier is connecting the call.',
    ringing: 'The phone rings.',
    in_progress: 'A person or a machine has answered, and the agent talks and listens.',
    ended: 'The call is over. `endReason` contains the reason.',
  },
  example: 'in_progress',
});

export function canTransition(from: CallState, to: CallState): boolean {
  return (callTransitions[from] as readonly string[]).includes(to);
}

export const endReasons = [
  'customer_hangup',
  'agent_hangup',
  'transferred',
  'voicemail',
  'no_answer',
  'busy',
  'declined',
  'invalid_number',
  'carrier_error',
  'max_duration',
  'silence',
  'cancelled',
  'media_timeout',
  'provider_error',
  'node_lost',
] as const;

export type EndReason = (typeof endReasons)[number];

export const callEndReason = namedEnum(endReasons, {
  id: 'CallEndReason',
  title: 'Call end reason',
  description: 'The reason for the end of the call.',
  values: {
    customer_hangup: 'The customer hung up.',
    agent_hangup: 'The agent ended the call: the flow reached its end, or the API ended it.',
    transferred: 'The call was transferred to another number.',
    voicemail: 'An answering machine took the call.',
    no_answer: 'The call was not answered within `ringTimeoutSeconds`.',
    busy: 'The line was busy.',
    declined: 'The customer declined the call.',
    invalid_number: 'The number is not assigned or not reachable.',
    carrier_error: 'The carrier rejected the call, or lost it.',
    max_duration: 'The call reached `maxDurationSeconds`.',
    silence: 'The customer said nothing for too long.',
    cancelled: 'The call was ended by the API, or by a shutdown, before the customer spoke.',
    media_timeout: 'No audio arrived from the customer.',
    provider_error: 'Speech recognition, speech synthesis or the language model failed.',
    node_lost: 'The server that handled the call crashed. The call is not dialed again.',
  },
  example: 'customer_hangup',
});

export const faults = ['none', 'customer', 'provider', 'platform'] as const;

export type Fault = (typeof faults)[number];

export const callFault = namedEnum(faults, {
  id: 'CallFault',
  title: 'Call fault',
  description: 'The party responsible for an end that was not intended.',
  values: {
    none: 'A normal end.',
    customer: 'The number cannot be called.',
    provider: 'The carrier or a speech or model provider failed.',
    platform: 'Parley failed.',
  },
  example: 'none',
});

/** The party at fault for each end reason, if the reason alone determines it. */
export const faultOf: Record<EndReason, Fault> = {
  customer_hangup: 'none',
  agent_hangup: 'none',
  transferred: 'none',
  voicemail: 'none',
  no_answer: 'none',
  busy: 'none',
  declined: 'none',
  invalid_number: 'customer',
  carrier_error: 'provider',
  max_duration: 'none',
  silence: 'none',
  cancelled: 'none',
  media_timeout: 'provider',
  provider_error: 'provider',
  node_lost: 'platform',
};
