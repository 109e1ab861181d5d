import type { NodeOf } from '../node.ts';
import type { FlowAction, FlowInput } from '../protocol.ts';
import { renderSpoken } from '../scope.ts';
import { leave, type NodeOutcome, type StepContext } from '../state.ts';

type AgentHandoff = NodeOf<'agent_handoff'>;

/** Speaks a text, then another agent with its own flow continues the call. Fails if that agent cannot. */
export const agentHandoffNode = {
  enter(node: AgentHandoff, step: StepContext): NodeOutcome {
    const { agentId, message } = node.config;
    const text = renderSpoken(message, step);
    const actions: FlowAction[] = [];
    if (text !== '') actions.push({ type: 'speak', nodeId: node.id, text, interruptible: true });
    return {
      type: 'stay',
      listening: null,
      actions: [...actions, { type: 'agent-handoff', nodeId: node.id, agentId }],
    };
  },

  onResult(node: AgentHandoff, input: FlowInput): NodeOutcome {
    const reason = input.type === 'handoff-failed' ? input.reason : 'The agent cannot continue the call.';
    return leave(false, { type: 'warning', nodeId: node.id, text: reason });
  },
};
