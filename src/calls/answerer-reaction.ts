import type { Answerer } from '../voice/answering-machine.ts';
import type { CallPlan } from './call-plan.ts';

export type Reaction =
  /** The flow goes on. */
  | 'talk'
  /** Says who calls, and waits for the person. */
  | 'introduce'
  | 'leave-message'
  | 'hang-up';

/** What is done about who answered. Whoever sets `continue` wants to talk to everything. */
export function reactionTo(answerer: Answerer, { agent, flow }: Pick<CallPlan, 'agent' | 'flow'>): Reaction {
  const { action, message } = agent.voicemail;
  if (action === 'continue') return 'talk';
  switch (answerer) {
    case 'human':
    case 'uncertain':
      return 'talk';
    case 'screening':
      return 'introduce';
    case 'ivr':
      // A menu takes no message; a flow that presses keys was made for one.
      return flow.nodes.some(({ type }) => type === 'press_digits') ? 'talk' : 'hang-up';
    case 'machine':
      return action === 'leave_message' && message !== '' ? 'leave-message' : 'hang-up';
  }
}
