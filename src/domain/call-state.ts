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

export const faults = ['none', 'customer', 'provider', 'platform'] as const;

export type Fault = (typeof faults)[number];

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
