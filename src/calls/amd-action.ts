import type { AmdResult } from '../voice/answering-machine.ts';
import type { CallPlan } from './call-plan.ts';

export type AmdAction =
  /** Start or continue the conversation. */
  | 'talk'
  /** Introduce the agent to a call-screening assistant and wait for the person. */
  | 'identify'
  | 'leave-message'
  | 'hang-up';

/** Returns what the agent does after an AMD result. With `voicemail.action` `continue` it always talks. */
export function amdActionFor(
  result: AmdResult,
  { agent, flow }: Pick<CallPlan, 'agent' | 'flow'>,
): AmdAction {
  const { action, message } = agent.voicemail;
  if (action === 'continue') return 'talk';
  switch (result) {
    case 'human':
    case 'uncertain':
      return 'talk';
    case 'screening':
      return 'identify';
    case 'ivr':
      // A menu records no message. A flow with a `press_digits` node can operate a menu.
      return flow.nodes.some(({ type }) => type === 'press_digits') ? 'talk' : 'hang-up';
    case 'machine':
      return action === 'leave_message' && message !== '' ? 'leave-message' : 'hang-up';
  }
}
