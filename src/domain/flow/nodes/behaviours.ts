import type { FlowNode, NodeOf, NodeType } from '../node.ts';
import type { FlowInput, VariableValue } from '../protocol.ts';
import type { ListeningState, NodeOutcome, StepContext } from '../state.ts';
import { agentHandoffNode } from './agent-handoff.ts';
import { askNode } from './ask.ts';
import { branchNode } from './branch.ts';
import { conversationNode } from './conversation.ts';
import { endNode } from './end.ts';
import { extractNode } from './extract.ts';
import { gatherDigitsNode } from './gather-digits.ts';
import { httpNode } from './http.ts';
import { pressDigitsNode } from './press-digits.ts';
import { sayNode } from './say.ts';
import { scheduleCallbackNode } from './schedule-callback.ts';
import { sendMessageNode } from './send-message.ts';
import { setDispositionNode } from './set-disposition.ts';
import { unavailableNode } from './unavailable.ts';
import { waitNode } from './wait.ts';

/** The behaviour of a node type. */
export interface NodeBehaviour<Node> {
  enter(node: Node, step: StepContext): NodeOutcome;
  /** For nodes that listen: handles `answered`, `digits` or `no-input`. `step.state` already has the answer. */
  onInput?(node: Node, input: FlowInput, step: StepContext): NodeOutcome;
  /** For nodes that ask: the language model found a value that answers the question. */
  onUnderstood?(node: Node, value: VariableValue, step: StepContext): NodeOutcome;
  /** For nodes that listen: the language model matched no edge, or found no answer. */
  onUnclassified?(node: Node, listening: ListeningState, step: StepContext): NodeOutcome;
  /** For nodes that listen: whether the node uses the last input of an earlier node. If not, the input is discarded when the node is entered. */
  readonly keepsPreviousInput?: boolean;
  /** For nodes that wait for a response: handles `http-response`, `extracted` or `handoff-failed`. */
  onResult?(node: Node, input: FlowInput, step: StepContext): NodeOutcome;
  /** For nodes that wait without listening: the input that ends the wait. */
  readonly resumeInput?: 'digits-sent' | 'wait-ended';
}

const behaviours: { readonly [Type in NodeType]: NodeBehaviour<NodeOf<Type>> } = {
  say: sayNode,
  ask: askNode,
  conversation: conversationNode,
  extract: extractNode,
  branch: branchNode,
  http: httpNode,
  gather_digits: gatherDigitsNode,
  press_digits: pressDigitsNode,
  transfer: unavailableNode,
  schedule_callback: scheduleCallbackNode,
  set_disposition: setDispositionNode,
  send_message: sendMessageNode,
  agent_handoff: agentHandoffNode,
  wait: waitNode,
  end: endNode,
};

/** Returns whether the service supports nodes of the type. */
export const isAvailable = (type: NodeType): boolean => behaviours[type] !== unavailableNode;

export const behaviourOf = (node: FlowNode): NodeBehaviour<FlowNode> => behaviours[node.type];
