/**
 * Why a person must look at a conversation. `message_limit`: the flow allows no more automatic messages. `possible_loop`: the other side is probably a machine.
 * `other_sender`: an email came from an address other than the customer's, or failed the checks of its sender. `person_requested`: the customer wants to
 * speak to a person. `flow_ended`: the customer wrote after the end of the flow. `draft_pending`: the customer wrote before a draft was decided. `no_agent`: the
 * flow needs an agent with a language model. `reply_failed`: the language model failed. `reply_unusable`: its reply is empty, too long or incomplete.
 * `no_text`: the customer sent a message without text. `request_unknown`: it is unknown whether a request of the agent was executed. `unassigned`: the
 * message of a stranger belongs to no conversation of a flow.
 */
export const attentionReasons = [
  'message_limit',
  'possible_loop',
  'other_sender',
  'person_requested',
  'flow_ended',
  'draft_pending',
  'no_agent',
  'reply_failed',
  'reply_unusable',
  'no_text',
  'request_unknown',
  'unassigned',
] as const;

export type AttentionReason = (typeof attentionReasons)[number];
